import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Enumerated, Null } from 'asn1js'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { issue } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aServer } from '#platform/seal/openssl.conformance.ts'
import { anExtension, crlOf, ocspAnswer, REVOKED, revokedFor } from './answers.conformance.ts'
import { askOcsp, type Proof } from './ask-ocsp.ts'
import { fetchCrl } from './fetch-crl.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const REVOKED_AT = new Date('2031-01-10T12:00:00Z')
const inSeconds = (seconds: number) => new Date(REVOKED_AT.getTime() + seconds * 1000)
const REASONS = { unspecified: 0, keyCompromise: 1, cACompromise: 2, affiliationChanged: 3, superseded: 4 }
const MORE = { cessationOfOperation: 5, certificateHold: 6, privilegeWithdrawn: 9, aACompromise: 10, unknown: 77 }
const HARMLESS = ['affiliationChanged', 'superseded', 'cessationOfOperation']

const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const deps = { outbound, clock: { now: () => NOW }, timeoutMs: 5000 }
const root = issue('Root', { now: NOW })
const own = issue('Own', { now: NOW, by: root, isAuthority: false })
let answer: (question: Buffer) => Buffer
const url = await aServer((question, response) => response.end(answer(question)))

const reasonOf = (reason: number) => anExtension(ID.reasonCode, new Enumerated({ value: reason }))
const subjectAt = (timestampedAt: Date | undefined) => ({
  certificate: own.certificate,
  issuer: root.certificate,
  timestampedAt,
})

/** What a responder and a list say, for the same reason. */
const sources: Record<string, (timestampedAt: Date | undefined, reason?: number) => Promise<Proof>> = {
  'a responder': (timestampedAt, reason) => {
    const status = REVOKED({ at: REVOKED_AT, ...(reason !== undefined && { reason }) })
    answer = (question) => ocspAnswer(question, { by: root, now: NOW, status })
    return askOcsp(deps, url, subjectAt(timestampedAt))
  },
  'a list': (timestampedAt, reason) => {
    const entry = revokedFor(own, REVOKED_AT, reason === undefined ? [] : [reasonOf(reason)])
    answer = () => crlOf({ by: root, now: NOW, revoked: [entry] })
    return fetchCrl(deps, url, subjectAt(timestampedAt))
  },
}

for (const [source, ask] of Object.entries(sources)) {
  describe(`a certificate that was revoked, as ${source} says`, () => {
    for (const [name, reason] of Object.entries({ ...REASONS, ...MORE })) {
      const isHarmless = HARMLESS.includes(name)
      test(`for ${name} ${isHarmless ? 'keeps' : 'does not keep'} timestamps of before valid`, async () => {
        const asking = ask(inSeconds(-1), reason)

        if (isHarmless) assert.equal((await asking).isRevoked, true)
        else await assert.rejects(asking, { name: 'CertificateRevoked' })
      })
    }

    test('without a reason is of no use any more', async () => {
      await assert.rejects(ask(inSeconds(-1)), { name: 'CertificateRevoked' })
    })

    test('is of no use for timestamps of that moment or later, nor for other signatures', async () => {
      for (const moment of [inSeconds(0), inSeconds(1), new Date(Number.NaN), undefined]) {
        await assert.rejects(ask(moment, REASONS.superseded), { name: 'CertificateRevoked' })
      }
    })
  })
}

test('an entry with something critical that is not understood counts, whatever its reason', async () => {
  for (const [critical, counts] of [
    [true, true],
    [false, false],
  ] as const) {
    const extensions = [reasonOf(REASONS.superseded), anExtension('1.2.3.4', new Null(), critical)]
    answer = () => crlOf({ by: root, now: NOW, revoked: [revokedFor(own, REVOKED_AT, extensions)] })
    const fetching = fetchCrl(deps, url, subjectAt(inSeconds(-1)))

    if (counts) await assert.rejects(fetching, { name: 'CertificateRevoked' })
    else assert.equal((await fetching).isRevoked, true)
  }
})
