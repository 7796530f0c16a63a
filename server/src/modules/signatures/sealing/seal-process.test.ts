import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import {
  aFolder,
  aPkcs12,
  aServer,
  aTimestampAuthority,
  sendReply,
  verdictOf,
} from '#platform/seal/openssl.conformance.ts'
import { requestTimestamp } from '#platform/seal/request-timestamp.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { sealingCertificateSection } from './certificate-section.ts'

const service = await startApp()
const { v2, doWork, keyring } = service
const { started, signed, sign, seal, read, fileOf, eventsOf } = signatureCalls(service)
const { upload } = importCalls(service)
const reader = await openPdfReader()

const VALID = /Signature Validation: Signature is Valid\./
const TOTAL = /- Total document signed/
const DRAWN = { kind: 'drawn', aspect: 3, strokes: [[0.1, 0.5, 0.3, 0.2, 0.6, 0.8, 0.9, 0.4]] }

/** A process of two pages that an employee drew upon and an external typed. */
async function aSealed(over: Over = {}) {
  const employee = await anEmployee(service, { email: 'ada@acme.test', first_name: 'Zoë', last_name: 'Łuk' })
  // A hair beyond the edge, as sums of fractions are.
  const position = { page: 1, x: 0.70005, y: 0.5, width: 0.3, height: 0.1 }
  const process = await started({
    title: 'Contract of work',
    reason: 'New work',
    upload_id: await upload(aPdfOf(['First', 'Second'])),
    signers: [{ type: 'employee', technical_id: employee, positions: [position] }, anExternal()],
    ...over,
  })
  assert.equal((await sign(process, 0, DRAWN)).statusCode, 200)
  assert.equal((await sign(process, 1)).statusCode, 200)
  await seal(process.id)
  return { process: await read(process.id), bytes: await fileOf(process.id) }
}

describe('a sealed document', async () => {
  const { process, bytes } = await aSealed()

  test('is valid and wholly signed for pdfsig, by the client', async () => {
    const verdict = await verdictOf(bytes)

    assert.match(verdict, VALID)
    assert.match(verdict, TOTAL)
    assert.match(verdict, /ETSI\.CAdES\.detached/)
    assert.match(verdict, /Signer Certificate Common Name: Acme/)
  })

  test('is invalid with one byte changed, wherever that is', async () => {
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const changed = Buffer.from(bytes)
      const at = Math.floor(bytes.length * part)
      changed[at] = (changed[at] ?? 0) ^ 1

      const verdict = await verdictOf(changed)

      assert.ok(!(VALID.test(verdict) && TOTAL.test(verdict)), `at ${at} of ${bytes.length}`)
    }
  })

  test('has the signatures on its pages and the evidence behind them', async () => {
    const texts = reader.textOf(bytes)

    assert.equal(texts.length, process.signed_document?.page_count)
    const [first = '', second = '', ...report] = texts
    assert.ok(first.includes('First') && first.includes('Zoë Łuk') && /Signed \d{4}-\d\d-\d\d/.test(first))
    assert.ok(second.includes('Second') && second.includes('Eve Outside'))
    const evidence = report.join('\n').replaceAll(/\s+/g, ' ')
    for (const part of [
      'Contract of work',
      'New work',
      'Acme',
      process.id,
      'Zoë Łuk',
      'Eve Outside',
      'ada@acme.test',
      process.signers[1]?.email ?? '?',
      'one-time code sent to the e-mail address',
      'log-in to the portal',
      'drawn by hand',
      'typed',
      'Test browser',
      'Right code entered',
      '127.0.0.1',
    ]) {
      assert.ok(evidence.includes(part), part)
    }
    assert.ok(evidence.replaceAll(' ', '').includes(process.document.sha256))
  })

  test('has the evidence for programs within', async () => {
    const folder = await aFolder()
    const path = join(folder, 'sealed.pdf')
    const out = join(folder, 'evidence.json')
    await writeFile(path, bytes)
    await runProgram('pdfdetach', ['-save', '1', '-o', out, path])

    const { company, process: told, evidence } = JSON.parse(await readFile(out, 'utf8'))

    assert.deepEqual([company, told.id, told.callback_url], ['Acme', process.id, undefined])
    const actions = evidence.map((one: { action: string }) => one.action)
    assert.deepEqual(actions.slice(0, 2), ['created', 'started'])
    assert.equal(actions.filter((one: string) => one === 'signed').length, 2)
  })
})

describe('sealing', () => {
  test('is done once: again, and by two at once', async () => {
    const process = await started()
    await sign(process, 0)

    await Promise.all([seal(process.id), seal(process.id)])
    const before = await read(process.id)
    await seal(process.id)

    assert.deepEqual(await read(process.id), before)
    const events = (await eventsOf(process.id)).map(({ event }) => event)
    assert.deepEqual(events, ['created', 'updated', 'updated'])
  })

  test('does nothing before everybody has signed, for another client, and for what is gone', async () => {
    const process = await started()

    await seal(process.id)
    await seal(process.id, service, 'globex')
    await seal('01a1df9a-595c-7000-8000-0049b5b32185')

    assert.equal((await read(process.id)).status, 'signing')
  })

  test('has a timestamp where there is an authority; without an answer it is tried again', async () => {
    const authority = await aTimestampAuthority()
    const url = await aServer(async (question, response) => sendReply(response, await authority.reply(question)))
    const process = await started()
    await sign(process, 0)
    const at = (authorityUrl: string) => ({
      ...service,
      timestamp: (signature: Buffer) => requestTimestamp(service, { url: authorityUrl }, signature),
    })

    await assert.rejects(seal(process.id, at('http://127.0.0.1:1/')))
    assert.equal((await read(process.id)).status, 'signing')
    await seal(process.id, at(url))

    assert.equal((await read(process.id)).status, 'signed')
    const bytes = await fileOf(process.id)
    assert.match(await verdictOf(bytes), VALID)
    // id-aa-signatureTimeStampToken
    assert.ok(bytes.toString('latin1').toLowerCase().includes('060b2a864886f70d010910020e'))
  })

  test('tells of the sealed process as it is read, by nobody, and keeps it in the evidence', async () => {
    const { id, updated_at: before } = await started()
    await sign(await read(id), 0)
    service.clock.advance(3)

    await seal(id)

    const process = await read(id)
    const { signed_at, updated_at, status, signed_document, document } = process
    assert.ok(status === 'signed' && signed_at === updated_at && updated_at > before)
    assert.ok((signed_document?.page_count ?? 0) > document.page_count)
    assert.deepEqual((await eventsOf(id)).at(-1), { event: 'updated', data: process })
    const { rows } = await service.pool.query('SELECT actor_type FROM events WHERE resource_id = $1 ORDER BY id', [id])
    assert.deepEqual(rows.at(-1), { actor_type: 'system' })
    const { action, actor_name, created_at } = (await v2('GET', `/signature_processes/${id}/evidence`)).json().at(-1)
    assert.deepEqual([action, actor_name, created_at], ['sealed', null, signed_at])
  })

  test('leaves everything as it was when a later step fails, and seals with the next run', async () => {
    const { id } = await started({ auto_send: true, callback_url: 'https://hooks.example.com/in' })
    await sign(await read(id), 0)
    const stateOf = async () => {
      const { rows } = await service.pool.query(
        `SELECT (SELECT count(*)::integer FROM jobs.job) AS jobs, (SELECT count(*)::integer FROM callback_deliveries) AS calls,
          (SELECT count(*)::integer FROM signature_evidence) AS evidence, (SELECT count(*)::integer FROM signature_files) AS files`,
      )
      return [rows, await read(id), await eventsOf(id)]
    }
    const before = await stateOf()
    const failing: typeof doWork = (caller, operation) =>
      doWork(caller, async (work) => {
        const result = await operation(work)
        if (work.pendingEvents.length > 0) throw new Error('a later step')
        return result
      })

    await assert.rejects(seal(id, { ...service, doWork: failing }), /a later step/)
    assert.deepEqual(await stateOf(), before)
    await seal(id)

    assert.equal((await read(id)).status, 'sent')
  })

  test('fails without the bytes of the document, and changes nothing', async () => {
    const { id } = await started()
    await sign(await read(id), 0)
    const before = await read(id)
    await service.pool.query('UPDATE signature_files SET sha256 = $2 WHERE id = $1', [id, 'ab'.repeat(32)])

    await assert.rejects(seal(id), { message: `The bytes of a file are missing: ${'ab'.repeat(32)}` })

    const { document, ...rest } = await read(id)
    assert.deepEqual({ ...rest, document: before.document }, before)
  })

  for (const [what, text] of [
    ['pictures, and other scripts', '🙂 密码 عقد Łódź'],
    ['brackets and slashes', '(a) >> /Name <</b>> \\\\ %'],
    ['lines', 'one\ntwo\r\n\tthree'],
    ['one word of many letters', 'x'.repeat(255)],
  ] as const) {
    test(`holds for titles, reasons and names with ${what}`, async () => {
      const name = text.slice(0, 100)
      const { id } = await signed({
        title: text,
        reason: text,
        signers: [anExternal({ first_name: name, last_name: name })],
      })

      const verdict = await verdictOf(await fileOf(id))
      assert.match(verdict, VALID)
      assert.match(verdict, TOTAL)
    })
  }

  test('is in French for a client whose first language that is', async () => {
    const languages = async (list: string[]) =>
      service.pool.query(`UPDATE clients SET languages = $1 WHERE id = 'acme'`, [list])
    await languages(['fr-fr', 'en-us'])
    const { bytes } = await aSealed()
    await languages(['en-us', 'fr-fr', 'de-de'])

    const text = reader.textOf(bytes).join('\n')
    assert.ok(text.includes('Preuve de signature') && text.includes('Signé le'))
  })

  test('many signers without a place stand beside each other at the foot, none upon another', async () => {
    const signers = Array.from({ length: 7 }, (_, index) => anExternal({ last_name: `Number${index}` }))
    const process = await signed({ signers })

    const [page = ''] = reader.textOf(await fileOf(process.id))
    for (const index of signers.keys()) assert.ok(page.includes(`Eve Number${index}`), `${index}`)
  })
})

describe('the section sealing_certificate', () => {
  const apply = async (file: Buffer, passphrase: string) => {
    const path = join(await aFolder(), 'seal.p12')
    await writeFile(path, file)
    return doWork(acme, (work) => sealingCertificateSection.apply(work, { file: path, passphrase }, keyring))
  }

  test('has documents sealed with the certificate of the client', async () => {
    const file = await aPkcs12({ kind: 'rsa', passphrase: 'secret' })

    const outcomes = [await apply(file, 'secret'), await apply(file, 'secret')].flat()
    const { bytes } = await aSealed()

    assert.deepEqual(
      outcomes.map((one) => one.outcome),
      ['updated', 'unchanged'],
    )
    assert.match(outcomes[0]?.what ?? '', /^sealing certificate .*CN=Seal.*, until \d{4}-\d\d-\d\d$/)
    const verdict = await verdictOf(bytes)
    assert.match(verdict, VALID)
    assert.match(verdict, /Signer Certificate Common Name: Seal/)
    const { rows } = await service.pool.query(`SELECT sealed_key FROM signature_certificates WHERE client_id = 'acme'`)
    assert.ok(!rows[0].sealed_key.includes('PRIVATE KEY'))
  })
})
