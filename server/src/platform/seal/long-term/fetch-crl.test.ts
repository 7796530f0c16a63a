import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import { Integer, Null } from 'asn1js'
import { type Extension, IssuingDistributionPoint } from 'pkijs'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { changedAt, issue, sequence } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aServer } from '#platform/seal/openssl.conformance.ts'
import { anExtension, type CrlParts, crlOf, numberOf } from './answers.conformance.ts'
import { fetchCrl } from './fetch-crl.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const DAY_MINUTES = 24 * 60
const MAX_BYTES = 1024 * 1024
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const deps = { outbound, clock: { now: () => NOW }, timeoutMs: 5000 }

const made = (name: string, wanted: Parameters<typeof issue>[1] = {}) => issue(name, { now: NOW, ...wanted })
const root = made('Root')
const own = made('Own', { by: root, isAuthority: false })
const between = made('Between', { by: root })
const stranger = made('Root')
const subject = { certificate: own.certificate, issuer: root.certificate }

let answer: (response: ServerResponse) => unknown
const url = await aServer((_question, response) => answer(response))

const listOf = (parts: Partial<CrlParts> = {}) => crlOf({ by: root, now: NOW, ...parts })
const fetched = (list: Buffer, of = subject) => {
  answer = (response) => response.end(list)
  return fetchCrl(deps, url, of)
}
const unknown = (message: string) => (error: unknown) => {
  assert.ok(error instanceof RevocationUnknown, String(error))
  assert.deepEqual([error.message, error.isFinal], [message, false])
  return true
}

const point = (kind: Partial<IssuingDistributionPoint>) =>
  anExtension(ID.issuingDistributionPoint, new IssuingDistributionPoint(kind), true)
const empty = (id: string, critical: boolean) => anExtension(id, new Null(), critical)

describe('a list is believed', () => {
  const others = Array.from({ length: 300 }, (_, index) => new Integer({ value: 1_000_000 + index }))
  const believed: [what: string, parts: Partial<CrlParts>][] = [
    ['that is empty', {}],
    ['that has many others', { revoked: others }],
    ['that has the number of its issuer', { revoked: [numberOf(root)] }],
    ['without an end, for a day', { until: null, from: -DAY_MINUTES }],
    ['to the moment of its end', { until: 0 }],
    ['from a clock that is five minutes ahead', { from: 5 }],
    ['signed with SHA-512', { digest: 'sha512', algorithm: ID.ecdsaWithSha512 }],
    ['for certificates that are no authorities', { extensions: [point({ onlyContainsUserCerts: true })] }],
    ['with an extension that may be passed over', { extensions: [empty('1.2.3.4', false)] }],
  ]
  for (const [what, parts] of believed) {
    test(`${what}, and kept as it is`, async () => {
      const list = listOf(parts)

      assert.deepEqual(await fetched(list), { bytes: list, isRevoked: false })
    })
  }

  test('that the certificate was revoked, wherever it stands in it', async () => {
    const revoked = [...others]
    for (const at of [0, 150, others.length]) {
      const list = listOf({ revoked: revoked.toSpliced(at, 0, numberOf(own)) })
      await assert.rejects(fetched(list), (error) => {
        assert.ok(error instanceof CertificateRevoked, String(error))
        assert.equal(error.message, `The certificate ${own.certificate.serialNumber} was revoked.`)
        return true
      })
    }
  })
})

describe('a list is not believed', () => {
  const NOT_CURRENT = 'The answer about revocation is not current.'
  const WRONG = 'The CRL cannot be used. The signature is wrong.'
  const disbelieved: [what: string, parts: Partial<CrlParts>, message: string][] = [
    ['of another issuer', { by: between }, 'The CRL is that of another issuer.'],
    ['of the name of the issuer that another one signed', { by: between, issuer: 'Root' }, WRONG],
    ['of an issuer of the same name', { by: stranger }, WRONG],
    ['signed with another digest than it says', { digest: 'sha384' }, WRONG],
    [
      'signed with SHA-1',
      { digest: 'sha1', algorithm: '1.2.840.10045.4.1' },
      'The CRL cannot be used. Signatures of the kind 1.2.840.10045.4.1 are not taken here.',
    ],
    ['that has ended', { until: -1 }, NOT_CURRENT],
    ['that begins in six minutes', { from: 6 }, NOT_CURRENT],
    ['without an end, after a day', { until: null, from: -DAY_MINUTES - 1 }, NOT_CURRENT],
  ]
  for (const [what, parts, message] of disbelieved) {
    test(`${what}, also if the certificate is on it`, async () => {
      await assert.rejects(fetched(listOf(parts)), unknown(message))
      await assert.rejects(fetched(listOf({ ...parts, revoked: [numberOf(own)] })), unknown(message))
    })
  }

  /** RFC 5280, 5.2: of which kinds of certificates a list tells. */
  const kinds: [what: string, extensions: Extension[], forOwn: boolean, forAuthority: boolean][] = [
    ['for all', [point({})], true, true],
    ['for those that are no authorities', [point({ onlyContainsUserCerts: true })], true, false],
    ['for authorities', [point({ onlyContainsCACerts: true })], false, true],
    ['for attributes', [point({ onlyContainsAttributeCerts: true })], false, false],
    ['for other issuers too', [point({ indirectCRL: true })], false, false],
    ['for some reasons', [point({ onlySomeReasons: 64 })], false, false],
    ['of changes only', [empty('2.5.29.27', true)], false, false],
    ['with a critical extension that nobody knows', [empty('1.2.3.4', true)], false, false],
    ['with two of which one is not understood', [point({}), empty('1.2.3.4', true)], false, false],
    ['whose kind cannot be read', [empty(ID.issuingDistributionPoint, true)], false, false],
    ['whose kind cannot be read, and may be passed over', [empty(ID.issuingDistributionPoint, false)], false, false],
  ]
  for (const [what, extensions, forOwn, forAuthority] of kinds) {
    test(`${what}: ${forOwn ? '' : 'not '}for a signer, ${forAuthority ? '' : 'not '}for an authority`, async () => {
      const list = listOf({ extensions })

      for (const [of, counts] of [
        [own, forOwn],
        [between, forAuthority],
      ] as const) {
        const fetching = fetched(list, { ...subject, certificate: of.certificate })
        if (counts) assert.deepEqual((await fetching).bytes, list)
        else await assert.rejects(fetching, unknown('The CRL does not cover the certificate.'))
      }
    })
  }

  test('with any byte changed, and never taken for a revocation', async () => {
    const list = listOf({ revoked: [numberOf(between)] })

    for (let at = 0; at < list.length; at += 3) {
      await assert.rejects(fetched(changedAt(list, at, 0x41)), (error) => {
        assert.ok(error instanceof RevocationUnknown || error instanceof UnreadableAsn1, `${at}: ${String(error)}`)
        return true
      })
    }
  })

  test('that is larger than a million bytes', async () => {
    const message = `The answer had more than ${MAX_BYTES} bytes.`
    await assert.rejects(fetched(Buffer.alloc(MAX_BYTES + 1)), unknown(message))
    await assert.rejects(fetched(Buffer.alloc(MAX_BYTES)), UnreadableAsn1)
  })

  test('that is none, is not there, or never ends', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), sequence(), own.certificate.raw]) {
      await assert.rejects(fetched(bytes), UnreadableAsn1)
    }
    answer = (response) => response.writeHead(404).end(listOf())
    await assert.rejects(fetchCrl(deps, url, subject), unknown('The answer had the status 404 instead of 200.'))
    answer = (response) => response.writeHead(200).write('0')
    await assert.rejects(
      fetchCrl({ ...deps, timeoutMs: 50 }, url, subject),
      /^RevocationUnknown: There was no answer: /,
    )
  })
})
