import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, test } from 'node:test'
import { Registry } from 'prom-client'
import type { JobDeps } from '#kernel/jobs.ts'
import { renewSeals } from '#modules/signatures/jobs.ts'
import { anAuthority } from '#platform/seal/long-term/authority.conformance.ts'
import { openLongTermSeals, RETRY_AFTER_MS } from '#platform/seal/long-term/long-term-seals.ts'
import { sendReply, verdictOf } from '#platform/seal/openssl.conformance.ts'
import { requestTimestamp } from '#platform/seal/request-timestamp.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { post, move, started, sign, seal, read, fileOf, eventsOf } = signatureCalls(service)
const authority = await anAuthority()
const roots = [new X509Certificate(await readFile(authority.root.certificate))]
const metrics = new Registry()
const warnings: object[] = []
const sealing = contextWith(roots)
const DAY_MS = 24 * 60 * 60 * 1000

/** The service as a worker that extends seals; without the root, nobody can be asked about the timestamp authority. */
function contextWith(trusted: X509Certificate[], registry = metrics) {
  const timestamp = (signature: Buffer) => requestTimestamp(service, { url: `${authority.url}/tsa` }, signature)
  const log = { warn: (what: object) => void warnings.push(what) }
  const longTermSeals = openLongTermSeals(
    { ...service, log, metrics: registry },
    { roots: trusted, timestamp, renewalDays: 90 },
  )
  return { ...service, timestamp, longTermSeals }
}

const fail = (_body: Buffer, response: ServerResponse) => response.writeHead(503).end()
const renew = (at = sealing) => runJob(at, renewSeals, {})
const timestampsIn = (file: Buffer) => file.toString('latin1').split('/SubFilter/ETSI.RFC3161').length - 1

async function allSigned() {
  const process = await started()
  assert.equal((await sign(process, 0)).statusCode, 200)
  return process
}

async function aSealed(at = sealing) {
  const process = await allSigned()
  await seal(process.id, at)
  return read(process.id)
}

async function manySealed(count: number, at: TestApp & Partial<JobDeps>): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { id } = await allSigned()
    await seal(id, at)
    ids.push(id)
  }
  return ids
}

/** A sealed document of another client, which comes after acme in a run. */
async function aSealedOfGlobex(): Promise<string> {
  const application = 'rival'
  const signature_type_id = await aSignatureType(service, { owner: globex })
  const upload_id = await importCalls(service).upload(aPdf(), { filename: 'theirs.pdf', application })
  const answer = await post({ signature_type_id, upload_id }, application)
  assert.equal(answer.statusCode, 201, answer.body)
  const process = answer.json()
  assert.equal((await move(process.id, 'start', { application })).statusCode, 200)
  assert.equal((await sign(process, 0)).statusCode, 200)
  await seal(process.id, service, 'globex')
  return process.id
}

async function dueOf(ids: string[]): Promise<string[]> {
  const { rows } = await service.pool.query(
    `SELECT id FROM signature_files WHERE id = ANY ($1) AND version = 'sealed' AND renew_at <= now()`,
    [ids],
  )
  return rows.map((one) => one.id)
}

async function renewAtOf(id: string): Promise<Date | null> {
  const { rows } = await service.pool.query(
    `SELECT renew_at FROM signature_files WHERE id = $1 AND version = 'sealed'`,
    [id],
  )
  return rows[0].renew_at
}

/** Lets the day come on which documents are renewed: the clock of the timestamp authority cannot be set. */
async function makeDue(...ids: string[]): Promise<void> {
  await service.pool.query(
    `UPDATE signature_files SET renew_at = now() - interval '1 day' WHERE id = ANY ($1) AND version = 'sealed'`,
    [ids],
  )
}

beforeEach(async () => {
  authority.answers.ocsp = undefined
  authority.answers.crl = undefined
  authority.answers.tsa = undefined
  warnings.length = 0
  await authority.restore()
  await service.pool.query('UPDATE signature_files SET renew_at = NULL')
})

describe('sealing for the long term', () => {
  test('adds validation data and a document timestamp, and plans the next one halfway to its end', async () => {
    const { id } = await aSealed()

    const file = await fileOf(id)
    assert.match(await verdictOf(file), /Seal[^#]*Signature is Valid[^#]*Signature #2[^#]*Total document signed/)
    assert.equal(timestampsIn(file), 1)
    const { validToDate } = new X509Certificate(await readFile(authority.time.certificate))
    const inDays = ((await renewAtOf(id))?.getTime() ?? 0) - Date.now()
    assert.ok(Math.abs(inDays - (validToDate.getTime() - Date.now()) / 2) < DAY_MS, `${inDays / DAY_MS} days`)
    assert.deepEqual(warnings, [])
  })

  test('does not wait for a responder: seals with a timestamp, warns, counts, and completes the next day', async () => {
    authority.answers.ocsp = fail
    authority.answers.crl = fail
    const { id, status } = await aSealed()
    assert.equal(status, 'signed')
    assert.equal(timestampsIn(await fileOf(id)), 0)
    assert.match(JSON.stringify(warnings), /postponed.*status 503/)
    assert.match(await metrics.metrics(), /dossier_seal_extensions_total\{outcome="postponed"\} [1-9]/)
    const due = (await renewAtOf(id))?.getTime() ?? 0
    assert.ok(Math.abs(due - Date.now() - RETRY_AFTER_MS) < DAY_MS / 10)

    authority.answers.ocsp = undefined
    await renew()
    assert.equal(timestampsIn(await fileOf(id)), 0, 'not before its day')
    await makeDue(id)
    await renew()

    assert.equal(timestampsIn(await fileOf(id)), 1)
  })

  test('seals nothing with a certificate that was revoked; the job is run again', async () => {
    await authority.revoke('time')
    const { id } = await allSigned()

    await assert.rejects(seal(id, sealing), /was revoked/)

    assert.equal((await read(id)).status, 'signing')
    await authority.restore()
    await seal(id, sealing)
    assert.equal((await read(id)).status, 'signed')
  })

  test('does not try again what cannot be had: certificates that name no source', async () => {
    const { id, status } = await aSealed(contextWith([], new Registry()))

    assert.equal(status, 'signed')
    assert.equal(await renewAtOf(id), null)
    assert.match(JSON.stringify(warnings), /impossible/)
  })
})

describe('the renewal of sealed documents', () => {
  test('appends the next timestamp, keeps the earlier bytes, and tells nobody', async () => {
    const { id, signed_document: before } = await aSealed()
    const first = await fileOf(id)
    const events = await eventsOf(id)
    await makeDue(id)

    await renew()

    const second = await fileOf(id)
    assert.ok(second.subarray(0, first.length).equals(first))
    assert.equal(timestampsIn(second), 2)
    const { signed_document: after } = await read(id)
    assert.equal(after?.sha256, createHash('sha256').update(second).digest('hex'))
    assert.equal(after?.size, second.length)
    assert.deepEqual({ ...after, sha256: '', size: 0 }, { ...before, sha256: '', size: 0 })
    assert.deepEqual(await eventsOf(id), events)
    assert.ok(((await renewAtOf(id))?.getTime() ?? 0) > Date.now() + DAY_MS)
  })

  test('is done once by two workers at once, and not again by the next run', async () => {
    const { id } = await aSealed()
    await makeDue(id)

    await Promise.all([renew(), renew()])
    await renew()

    assert.equal(timestampsIn(await fileOf(id)), 2)
  })

  test('of many goes on behind one whose bytes are missing, and says so', async () => {
    const [broken, whole] = [await aSealed(), await aSealed()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    assert.ok(broken && whole)
    await makeDue(broken.id, whole.id)
    const missing = createHash('sha256').update('missing').digest('hex')
    await service.pool.query(`UPDATE signature_files SET sha256 = $2 WHERE id = $1 AND version = 'sealed'`, [
      broken.id,
      missing,
    ])

    await assert.rejects(renew(), /1 sealed documents were not renewed/)

    assert.equal(timestampsIn(await fileOf(whole.id)), 2)
    assert.ok(((await renewAtOf(broken.id))?.getTime() ?? 0) > Date.now(), 'tried again another day')
  })

  test('keeps the file while the timestamp authority is down, and tries again the next day', async () => {
    const { id } = await aSealed()
    const before = await fileOf(id)
    await makeDue(id)
    authority.answers.tsa = fail

    await renew()

    assert.ok((await fileOf(id)).equals(before))
    assert.ok(((await renewAtOf(id))?.getTime() ?? 0) > Date.now())
  })

  test('asks a timestamp authority that is down about five documents, and the next run goes on with the others', async () => {
    // The certificate that the service made needs no responder: of these, only the timestamp authority is asked.
    const ids = await manySealed(7, service)
    await makeDue(...ids)
    authority.answers.tsa = fail
    authority.calls.length = 0

    await renew()

    assert.deepEqual(authority.calls, Array(5).fill('tsa'))
    assert.equal((await dueOf(ids)).length, 2)
    authority.answers.tsa = undefined
    await renew()
    assert.deepEqual(await dueOf(ids), [])
    const counts = await Promise.all(ids.map(async (id) => timestampsIn(await fileOf(id))))
    assert.deepEqual(counts.toSorted(), [0, 0, 0, 0, 0, 1, 1])
  })

  test('asks a timestamp authority that answers now and then about every document', async () => {
    const ids = await manySealed(7, service)
    await makeDue(...ids)
    let count = 0
    authority.answers.tsa = async (body, response) => {
      count += 1
      if (count !== 4) return fail(body, response)
      return sendReply(response, await authority.time.reply(body))
    }

    await renew()

    assert.equal(count, 7)
    assert.deepEqual(await dueOf(ids), [])
  })

  test('of a client whose responder is down stops after five, and does not hold up other clients', async () => {
    authority.answers.ocsp = fail
    authority.answers.crl = fail
    const ids = await manySealed(6, { ...service, timestamp: sealing.timestamp })
    const theirs = await aSealedOfGlobex()
    await makeDue(...ids, theirs)
    authority.calls.length = 0

    await renew()

    assert.deepEqual(authority.calls, [...Array(5).fill(['ocsp', 'crl']).flat(), 'tsa'])
    assert.equal((await dueOf([...ids, theirs])).length, 1)
    const answer = await service.v2('GET', `/signature_processes/${theirs}/signed_file`, { application: 'rival' })
    assert.equal(timestampsIn(answer.rawPayload), 1)
  })

  test('does nothing where the operator wants a lower level', async () => {
    const { id } = await aSealed()
    await makeDue(id)

    await runJob(service, renewSeals, {})

    assert.equal(timestampsIn(await fileOf(id)), 1)
  })
})
