import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailCode } from '#modules/signatures/jobs.ts'
import type { SignatureProcess } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2 } = service
const { started, signed, move, mails, sign, signerCalls, seal, portal, fileOf, body, visitor } = signatureCalls(service)
const { upload } = importCalls(service)

await anOrganization(service, { code: 'HQ' })
const role = await aRole(service, { permissions: ['signatures:*'] })
const manager = await aManager(service, { profiles: [{ role, organizations: ['HQ'], include_below: true }] })
const employee = await anEmployee(service, { email: 'ada@acme.test', first_name: 'Ada', language: 'fr-fr' })
const address = `${manager.toLowerCase()}@acme.test`

/** A process that the manager makes in the portal and starts. */
async function made(over: Record<string, unknown> = {}): Promise<SignatureProcess> {
  const call = portal.as(`manager:${manager}`)
  const answer = await call('POST', '/manager/signatures', { body: await body(over) })
  assert.equal(answer.statusCode, 201, answer.body)
  const process = await call('POST', `/manager/signatures/${answer.json().id}/start`)
  assert.equal(process.statusCode, 200, process.body)
  return process.json()
}

describe('who is asked to sign', () => {
  test('an external is mailed a link of their own, with the message and the last day', async () => {
    const signer = anExternal({ first_name: 'Eve' })
    const process = await started({
      title: 'Contract',
      reason: 'New work',
      message: 'Please read\npage 2',
      expiry_date: '2031-01-02',
      signers: [signer],
    })

    const [mail, ...more] = await mails(process.id)

    assert.equal(more.length, 0)
    assert.deepEqual([mail?.to, mail?.subject], [signer.email, 'Please sign: Contract'])
    for (const part of ['Hello Eve, Acme asks you', 'Please read', 'page 2', '2031-01-02', 'New work', '/sign/']) {
      assert.ok(mail?.text.includes(part), part)
    }
    assert.equal(mail?.attachments, undefined)
  })

  test('an employee is mailed where to log in, in their language', async () => {
    const process = await started({ title: 'Contrat', signers: [{ type: 'employee', technical_id: employee }] })

    const [mail] = await mails(process.id)

    assert.deepEqual([mail?.to, mail?.subject], ['ada@acme.test', 'À signer\u00a0: Contrat'])
    assert.ok(mail?.text.includes(`/portal/sign/${process.id}`))
  })

  test('who has no address is not mailed, and nobody is who is not to sign any more', async () => {
    const silent = await anEmployee(service)
    const quiet = await started({ signers: [{ type: 'employee', technical_id: silent }] })
    const canceled = await started()
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [canceled.id] } })

    assert.deepEqual(await mails(quiet.id), [])
    const subjects = (await mails(canceled.id)).map((one) => one.subject)
    assert.deepEqual(subjects, [`Signature no longer needed: ${canceled.title}`])
  })
})

describe('who asks for signatures', () => {
  test('is named to the signers, and told when all have signed', async () => {
    const process = await made()
    const [asking] = await mails(process.id)
    assert.ok(asking?.text.includes(`Max ${manager} (Acme) asks you`))
    await sign(process, 0)
    await seal(process.id)

    const [mail] = await mails(process.id)

    assert.deepEqual([mail?.to, mail?.subject], [address, `Signed by everyone: ${process.title}`])
    assert.ok(mail?.text.includes(`/portal/manager/signatures/${process.id}`))
  })

  test('is told who refused, and why', async () => {
    const process = await made()
    await mails(process.id)
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    await call('POST', '/reject', { body: { reason: 'The salary is missing.' } })

    const [mail, ...more] = await mails(process.id)

    assert.deepEqual([mail?.to, mail?.subject, more.length], [address, `Signature refused: ${process.title}`, 0])
    assert.ok(mail?.text.includes('Eve Outside refused') && mail.text.includes('The salary is missing.'))
  })
})

describe('send', () => {
  test('mails the sealed document to everybody who signed', async () => {
    const process = await signed({
      upload_id: await upload(aPdf(), { filename: 'Contract é.pdf' }),
      signers: [{ type: 'employee', technical_id: employee }, anExternal()],
    })
    await mails(process.id)
    await move(process.id, 'send')

    const sent = await mails(process.id)

    const bytes = await fileOf(process.id)
    assert.deepEqual(sent.map((one) => one.to).toSorted(), ['ada@acme.test', process.signers[1]?.email])
    for (const { attachments } of sent) {
      assert.deepEqual(
        attachments?.map((one) => [one.filename, one.content.equals(bytes)]),
        [['Contract é.pdf', true]],
      )
    }
  })
})

test('a code is mailed without a word of the document', async () => {
  const process = await started({ title: 'Dismissal' })
  await mails(process.id)
  await visitor(process.signers[0]?.id ?? '')('POST', '/codes')

  const [mail] = await mails(process.id, [mailCode])

  assert.equal(mail?.subject, 'Your signing code')
  assert.match(mail?.text ?? '', /\b\d{6}\b/)
  assert.ok(!`${mail?.text}${mail?.html}`.includes('Dismissal'))
})
