import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, beforeEach, describe, test } from 'node:test'
import { Registry } from 'prom-client'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { requestTimestamp } from '#platform/seal/request-timestamp.ts'
import { anAuthority } from './authority.conformance.ts'
import { openLongTermSeals, RETRY_AFTER_MS, TIMESTAMP_AUTHORITY } from './long-term-seals.ts'
import { sealedBy } from './minimal-seal.conformance.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date()
const clock = { now: () => NOW }
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const authority = await anAuthority()
const roots = [new X509Certificate(await readFile(authority.root.certificate))]
const { validToDate: timeEnds } = new X509Certificate(await readFile(authority.time.certificate))
const identity = await authority.identity()
const file = await sealedBy(identity)
const ask = (signature: Buffer) => requestTimestamp({ outbound, clock }, { url: `${authority.url}/tsa` }, signature)
const fail = (_body: Buffer, response: ServerResponse) => response.writeHead(503).end()

type Options = Partial<Parameters<typeof openLongTermSeals>[1]>

/** Seals of the level that these options say, with what is logged and counted. */
function opened(options: Options = {}) {
  const metrics = new Registry()
  const warnings: unknown[] = []
  const log = { warn: (...parts: unknown[]) => void warnings.push(parts) }
  const seals = openLongTermSeals(
    { outbound, clock, log, metrics },
    { roots, timestamp: ask, renewalDays: 90, ...options },
  )
  const counted = async () => {
    const [counter] = await metrics.getMetricsAsJSON()
    return Object.fromEntries(counter?.values.map(({ labels, value }) => [labels.outcome, value]) ?? [])
  }
  return { seals, warnings, counted }
}

beforeEach(async () => {
  authority.answers.ocsp = undefined
  authority.answers.crl = undefined
  authority.answers.tsa = undefined
  await authority.restore()
})

describe('a seal that is extended', () => {
  for (const [renewalDays, what, days] of [
    [14, 'so many days before, while that is later than halfway', 14],
    [90, 'halfway to that end, if that is later', undefined],
  ] as const) {
    test(`is due ${what}, with ${renewalDays} days`, async () => {
      const { seals, warnings, counted } = opened({ renewalDays })

      const extension = await seals.extend(file)

      assert.ok(extension.outcome === 'extended')
      const halfMs = (timeEnds.getTime() - NOW.getTime()) / 2
      const before = days === undefined ? halfMs : days * DAY_MS
      assert.deepEqual(extension.renewAt, new Date(timeEnds.getTime() - before))
      assert.ok(Buffer.from(extension.bytes).subarray(0, file.length).equals(Buffer.from(file)))
      assert.deepEqual([warnings, await counted()], [[], { extended: 1 }])
    })
  }

  test('without a timestamp is never due again', async () => {
    const { seals } = opened({ timestamp: undefined })

    const extension = await seals.extend(file)

    assert.deepEqual([extension.outcome, extension.renewAt], ['extended', null])
  })
})

describe('a seal that is not extended', () => {
  const tomorrow = new Date(NOW.getTime() + RETRY_AFTER_MS)

  async function refused(options: Options = {}, of = file) {
    const { seals, warnings, counted } = opened(options)
    const extension = await seals.extend(of)
    assert.ok(extension.outcome !== 'extended')
    const { outcome, reason } = extension
    assert.deepEqual(warnings, [[{ outcome, reason }, 'seal.not_extended']])
    assert.deepEqual(await counted(), { [outcome]: 1 })
    return extension
  }

  test('is tried again tomorrow while nobody answers for its certificate, whose issuer is named', async () => {
    authority.answers.ocsp = fail
    authority.answers.crl = fail

    const { reason, ...extension } = await refused()

    assert.deepEqual(extension, { outcome: 'postponed', authority: 'CN=Root', renewAt: tomorrow })
    assert.match(reason, /cannot be learned.*status 503.*status 503/)
  })

  test('is tried again tomorrow while there is no timestamp', async () => {
    authority.answers.tsa = fail

    const { reason, ...extension } = await refused()

    assert.deepEqual(extension, { outcome: 'postponed', authority: TIMESTAMP_AUTHORITY, renewAt: tomorrow })
    assert.equal(reason, 'The answer had the status 503 instead of 200.')
  })

  test('is tried again tomorrow if its certificate was revoked: it may be taken back', async () => {
    await authority.revoke('seal')

    const { reason, ...extension } = await refused()

    assert.deepEqual(extension, { outcome: 'revoked', renewAt: tomorrow })
    assert.match(reason, /^The certificate [0-9A-F]+ was revoked\.$/)
  })

  test('is not tried again if nobody can be asked', async () => {
    const [own = Buffer.alloc(0)] = identity.certificates
    const alone = await sealedBy({ ...identity, certificates: [own] })

    const { reason, ...extension } = await refused({ roots: [] }, alone)

    assert.deepEqual(extension, { outcome: 'impossible', renewAt: null })
    assert.match(reason, /^The issuer of the certificate [0-9A-F]+ is not known\.$/)
  })

  test('for another reason fails, and is neither counted nor logged: the file is at fault', async () => {
    const { seals, warnings, counted } = opened()

    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), file.subarray(0, -20)]) {
      await assert.rejects(seals.extend(bytes), UnreadablePdf)
    }
    const failing = opened({ timestamp: () => Promise.reject(new TypeError('a mistake of ours')) })
    await assert.rejects(failing.seals.extend(file), { name: 'TypeError', message: 'a mistake of ours' })
    assert.deepEqual([warnings, await counted()], [[], {}])
  })
})
