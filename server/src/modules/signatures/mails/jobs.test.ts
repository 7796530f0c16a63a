import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnyJob } from '#kernel/jobs.ts'
import { MAIL_SIGNER, type SignerMailJobData, type SignerMailKind } from '#modules/signatures/job-names.ts'
import type { SignatureProcess } from '#modules/signatures/processes/schemas.ts'
import { signerOfToken } from '#modules/signatures/signing/signing-link.ts'
import type { Mail, MailAbout, Mailer } from '#platform/mail/mail.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { mailCode, mailRequester, mailSigner } from './jobs.ts'

const service = await startApp()
const { v2, pool, clock, keyring, publicUrl } = service
clock.stop()
const { body, created, started, signed, sign, signerCalls, ordersOf, portal, visitor, read } = signatureCalls(service)

type Sent = { mail: Mail; about: MailAbout | undefined }

/** What a job mails, and for the record of what; it may be told to fail. */
async function sentBy(job: AnyJob, order: object, isDown = false): Promise<Sent[]> {
  const sent: Sent[] = []
  const mailer: Mailer = {
    transport: 'smtp',
    async send(mail, about) {
      if (isDown) throw new Error('The mail server is down.')
      sent.push({ mail, about })
    },
    check: async () => {},
    close: async () => {},
  }
  await runJob({ ...service, mailer }, job, order)
  return sent
}

const signerOrder = (process: SignatureProcess, kind: SignerMailKind, position = 0): SignerMailJobData => ({
  client_id: 'acme',
  process_id: process.id,
  kind,
  signer_id: process.signers[position]?.id ?? assert.fail(),
  occasion: unique('occasion'),
})
const mailed = async (...order: Parameters<typeof signerOrder>) =>
  (await sentBy(mailSigner, signerOrder(...order))).map(({ mail }) => mail)
const cancel = (id: string) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })
const SIGNER_KINDS: SignerMailKind[] = ['asked', 'reminder', 'called_off', 'signed_document']

describe('the mail to a signer', () => {
  test('leads an external to a link of their own, and is recorded as one about a signature of the client', async () => {
    const process = await started({ signers: [anExternal(), anExternal()] })

    const sent = [
      ...(await sentBy(mailSigner, signerOrder(process, 'asked', 0))),
      ...(await sentBy(mailSigner, signerOrder(process, 'asked', 1))),
    ]

    const signers = sent.map(({ mail }) => {
      const [, token = ''] = new RegExp(`${publicUrl}/sign/([\\w-]+)\n`).exec(mail.text) ?? []
      return [mail.to, signerOfToken(keyring, token)]
    })
    assert.deepEqual(
      signers,
      process.signers.map((one) => [one.email, one.id]),
    )
    for (const { about } of sent) assert.deepEqual(about, { clientId: 'acme', kind: 'signature' })
  })

  test('leads those who log in to the portal, in their own language', async () => {
    const employee = await anEmployee(service, { email: 'ada@acme.test', language: 'fr-fr' })
    const manager = await aManager(service, { language: 'de-de' })
    const process = await started({
      title: 'Contract',
      signers: [
        { type: 'employee', technical_id: employee },
        { type: 'user', technical_id: manager },
      ],
    })

    const mails = [...(await mailed(process, 'asked', 0)), ...(await mailed(process, 'reminder', 1))]

    assert.deepEqual(
      mails.map((one) => [one.to, one.subject]),
      [
        ['ada@acme.test', 'À signer\u00a0: Contract'],
        [`${manager.toLowerCase()}@acme.test`, 'Erinnerung, bitte unterzeichnen: Contract'],
      ],
    )
    for (const { text } of mails) assert.ok(text.includes(`\n${publicUrl}/portal/sign/${process.id}\n`), text)
  })

  test('is in the first language of the client for those whose language is unknown', async () => {
    const { upload } = importCalls(service)
    await pool.query(`UPDATE clients SET languages = '{es-es,en-us}' WHERE id = 'globex'`)
    const call = async (method: 'POST' | 'GET', path: string, given?: object) =>
      (await v2(method, `/signature_processes${path}`, { application: 'rival', ...(given && { body: given }) })).json()
    const given = await body({
      title: 'Contract',
      signature_type_id: await aSignatureType(service, { owner: globex }),
      upload_id: await upload(aPdf(), { application: 'rival' }),
    })
    const { id } = await call('POST', '', given)
    const process = await call('POST', `/${id}/start`)

    const [sent] = await sentBy(mailSigner, { ...signerOrder(process, 'asked'), client_id: 'globex' })

    assert.equal(sent?.mail.subject, 'Por firmar: Contract')
    assert.match(sent?.mail.text ?? '', /Globex/)
    assert.equal(sent?.about?.clientId, 'globex')
  })

  test('goes to the address that is known when it is sent', async () => {
    const employee = await anEmployee(service, { email: 'before@acme.test' })
    const process = await started({ signers: [{ type: 'employee', technical_id: employee }] })
    await v2('PATCH', `/employees/${employee}`, { body: { email: 'after@acme.test' } })
    assert.equal((await mailed(process, 'asked'))[0]?.to, 'after@acme.test')

    await v2('PATCH', `/employees/${employee}`, { body: { email: null } })

    for (const kind of SIGNER_KINDS) assert.deepEqual(await mailed(process, kind), [], kind)
  })

  test('asks and reminds nobody who has signed, whose turn it is not, or whose process has ended', async () => {
    const process = await started({ signers: [anExternal(), anExternal({ signing_order: 2 })] })
    const ended = await started()
    assert.equal((await sign(process, 0)).statusCode, 200)
    assert.equal((await cancel(ended.id)).statusCode, 204)
    const later = await started({ signers: [anExternal(), anExternal({ signing_order: 2 })] })

    for (const kind of ['asked', 'reminder'] as const) {
      assert.deepEqual(await mailed(process, kind, 0), [], 'has signed')
      assert.deepEqual(await mailed(later, kind, 1), [], 'is not asked yet')
      assert.deepEqual(await mailed(ended, kind), [], 'has ended')
      assert.equal((await mailed(process, kind, 1)).length, 1, 'is asked now')
    }
    assert.equal((await mailed(ended, 'called_off')).length, 1)
  })

  test('is none for a draft, a process that was deleted, another signer and another client', async () => {
    const [draft, gone, process] = [await created(), await started(), await started()]
    await cancel(gone.id)
    assert.equal((await v2('DELETE', `/signature_processes/${gone.id}`)).statusCode, 204)

    assert.deepEqual(await mailed(draft, 'asked'), [])
    for (const kind of SIGNER_KINDS) assert.deepEqual(await mailed(gone, kind), [], kind)
    for (const changes of [{ signer_id: draft.signers[0]?.id }, { client_id: 'globex' }, { client_id: 'nobody' }]) {
      assert.deepEqual(await sentBy(mailSigner, { ...signerOrder(process, 'asked'), ...changes }), [])
    }
  })

  test('fails with the mail server, and is the same mail when it is tried again', async () => {
    const process = await started()
    const [order = assert.fail()] = await ordersOf<SignerMailJobData>(MAIL_SIGNER.name, process.id)

    await assert.rejects(sentBy(mailSigner, order, true), /The mail server is down/)
    const [first] = await sentBy(mailSigner, order)
    const [second] = await sentBy(mailSigner, order)

    assert.ok(first?.mail.messageId)
    assert.deepEqual(second, first)
  })
})

describe('the signed document in a mail', async () => {
  const process = await signed()
  const MEGABYTE = 1024 * 1024
  const setSize = (bytes: number) =>
    pool.query(`UPDATE signature_files SET size = $2 WHERE id = $1 AND version = 'sealed'`, [process.id, bytes])

  test('is attached as it is stored, to that mail alone', async () => {
    const file = await v2('GET', `/signature_processes/${process.id}/signed_file`)

    const [mail] = await mailed(process, 'signed_document')
    const [other] = await mailed(process, 'called_off')

    assert.equal(mail?.attachments?.length, 1)
    assert.equal(mail.attachments[0]?.filename, process.signed_document?.filename)
    assert.ok(mail.attachments[0]?.content.equals(file.rawPayload))
    assert.equal(other?.attachments, undefined)
  })

  for (const [bytes, isAttached] of [
    [10 * MEGABYTE, true],
    [10 * MEGABYTE + 1, false],
  ] as const) {
    test(`${isAttached ? 'is attached' : 'is linked to'} with ${bytes} bytes`, async (t) => {
      await setSize(bytes)
      t.after(() => setSize(process.signed_document?.size ?? 0))

      const [mail] = await mailed(process, 'signed_document')

      assert.equal(mail?.attachments !== undefined, isAttached)
      assert.equal(mail?.text.includes('It is attached.'), isAttached)
      assert.equal(mail?.text.includes('It is too large for an e-mail.'), !isAttached)
    })
  }

  test('whose bytes are missing fails the mail, which is tried again, rather than going without it', async (t) => {
    const sha256 = process.signed_document?.sha256
    const setHash = (hash = '') =>
      pool.query(`UPDATE signature_files SET sha256 = $2 WHERE id = $1 AND version = 'sealed'`, [process.id, hash])
    await setHash('00'.repeat(32))
    t.after(() => setHash(sha256))

    await assert.rejects(mailed(process, 'signed_document'), /The bytes of a file are missing: 0000/)
  })
})

describe('the mail to the manager who asked', async () => {
  const [role, organization] = [await aRole(service), await anOrganization(service)]
  const aProcessOf = async (manager: string) => {
    const answer = await portal.as(`manager:${manager}`)('POST', '/manager/signatures', { body: await body() })
    assert.equal(answer.statusCode, 201, answer.body)
    return { client_id: 'acme', process_id: answer.json().id, kind: 'expired', occasion: unique('occasion') }
  }
  const aRequester = (language: string | null = null) =>
    aManager(service, { language, profiles: [{ role, organizations: [organization] }] })

  test('leads to the process, in the language of the manager, and is recorded', async () => {
    const manager = await aRequester('de-de')
    const order = await aProcessOf(manager)

    const [{ mail, about } = assert.fail(), ...more] = await sentBy(mailRequester, order)

    const { title } = await read(order.process_id)
    assert.deepEqual(
      [mail.to, mail.subject],
      [`${manager.toLowerCase()}@acme.test`, `Nicht rechtzeitig unterzeichnet: ${title}`],
    )
    assert.ok(mail.text.includes(`\n${publicUrl}/portal/manager/signatures/${order.process_id}\n`), mail.text)
    assert.deepEqual([about, more], [{ clientId: 'acme', kind: 'signature' }, []])
  })

  test('is none for a process of an application, of a manager who is gone, one that is gone, and another client', async () => {
    const manager = await aRequester()
    const [own, deleted] = [await aProcessOf(manager), await aProcessOf(manager)]
    await v2('DELETE', `/signature_processes/${deleted.process_id}`)
    const foreign = { ...own, process_id: (await created()).id }

    assert.equal((await sentBy(mailRequester, own)).length, 1)
    for (const order of [foreign, deleted, { ...own, client_id: 'globex' }]) {
      assert.deepEqual(await sentBy(mailRequester, order), [])
    }
    assert.equal((await v2('DELETE', `/users/${manager}`)).statusCode, 204)
    assert.deepEqual(await sentBy(mailRequester, own), [])
  })
})

describe('the mail with a code', () => {
  const orderFor = (process: SignatureProcess, position = 0) => {
    const { kind: _, occasion: __, ...order } = signerOrder(process, 'asked', position)
    return order
  }
  const codeIn = ({ mail }: Sent) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? assert.fail('there was no code')

  test('opens a visit, and is recorded as a code, without which it could be read in the list of mails', async () => {
    const process = await started()

    const [sent = assert.fail()] = await sentBy(mailCode, orderFor(process))

    assert.deepEqual([sent.mail.to, sent.about], [process.signers[0]?.email, { clientId: 'acme', kind: 'code' }])
    const visit = await visitor(process.signers[0]?.id ?? '')('POST', '/visits', { body: { code: codeIn(sent) } })
    assert.equal(visit.statusCode, 204, visit.body)
  })

  test('has another code when it is sent again, also after a failure; only the last one counts', async () => {
    const process = await started()
    const order = orderFor(process)
    const enter = async (code: string) =>
      (await visitor(order.signer_id)('POST', '/visits', { body: { code } })).statusCode

    const [first = assert.fail()] = await sentBy(mailCode, order)
    await assert.rejects(sentBy(mailCode, order, true), /The mail server is down/)
    const [last = assert.fail()] = await sentBy(mailCode, order)

    if (codeIn(first) !== codeIn(last)) assert.equal(await enter(codeIn(first)), 422)
    assert.equal(await enter(codeIn(last)), 204)
  })

  test('is none for a process that is gone, another signer and another client', async () => {
    const [gone, process] = [await created(), await started()]
    await v2('DELETE', `/signature_processes/${gone.id}`)
    const order = orderFor(process)

    for (const one of [
      orderFor(gone),
      { ...order, signer_id: gone.signers[0]?.id ?? '' },
      { ...order, client_id: 'globex' },
    ]) {
      assert.deepEqual(await sentBy(mailCode, one), [])
    }
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    assert.equal((await call('GET', '')).statusCode, 200)
  })
})
