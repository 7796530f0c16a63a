import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, beforeEach, describe, test } from 'node:test'
import { BasicOCSPResponse, Certificate, OCSPResponse } from 'pkijs'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { readAs, toDer } from '#platform/seal/asn1.ts'
import { issue } from '#platform/seal/asn1-samples.conformance.ts'
import { sendReply } from '#platform/seal/openssl.conformance.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { requestTimestamp } from '#platform/seal/request-timestamp.ts'
import { signatureSpace } from '#platform/seal/signature-space.ts'
import { addValidation } from './add-validation.ts'
import { answerWith } from './answers.conformance.ts'
import { anAuthority } from './authority.conformance.ts'
import { extendSeal } from './extend-seal.ts'
import { sealedBy } from './minimal-seal.conformance.ts'
import { signaturesIn } from './pdf-signatures.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { referenceIn, referencesIn, UpdatedPdf } from './updated-pdf.ts'

const HOUR_MS = 60 * 60 * 1000
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const authority = await anAuthority()
const roots = [new X509Certificate(await readFile(authority.root.certificate))]
const deps = { outbound, clock: systemClock, timeoutMs: 3000, roots }
const timestamp = (signature: Buffer) => requestTimestamp(deps, { url: `${authority.url}/tsa` }, signature)
const identity = await authority.identity()
const sealed = await sealedBy(identity)
const space = signatureSpace(3000)

beforeEach(async () => {
  for (const service of ['ocsp', 'crl', 'tsa', 'issuer'] as const) authority.answers[service] = undefined
  await authority.restore()
})

/** The document timestamp is where the file says, and covers all of it. */
function expectTimestamped(bytes: Uint8Array): void {
  const pdf = new UpdatedPdf(bytes)
  assert.deepEqual(
    signaturesIn(pdf).map((one) => one.isTimestamp),
    [false, true],
  )
  const form = pdf.dictionary(pdf.root).get('AcroForm')?.value.entries
  const field = referencesIn(form, 'Fields').at(-1) ?? 0
  const entries = pdf.dictionary(referenceIn(pdf.dictionary(field), 'V'))
  const [start, count, next, rest] = (entries.get('ByteRange')?.value.list ?? []).map((one) => one.number ?? -1)
  const contents = entries.get('Contents')?.value
  assert.deepEqual([start, count, next, (next ?? 0) + (rest ?? 0)], [0, contents?.start, contents?.end, bytes.length])
}

describe('what looks like the space of a signature', () => {
  test('in the validation data stays as it is, and the timestamp goes to its own space', async () => {
    const pdf = new UpdatedPdf(sealed)
    const planted = Buffer.from(`${space} /Contents<00> ********** ********** trailer startxref 5 xref`)
    const data = { certificates: [planted], ocspResponses: [planted], crls: [planted], retired: [] }

    const bytes = await addValidation(pdf, { keys: [], data, moment: new Date(), timestamp })

    expectTimestamped(bytes)
    const updated = new UpdatedPdf(bytes)
    const store = updated.dictionary(referenceIn(updated.dictionary(updated.root), 'DSS'))
    for (const name of ['Certs', 'OCSPs', 'CRLs']) {
      const [number = 0] = referencesIn(store, name)
      assert.ok(updated.stream(number).equals(planted), name)
    }
  })

  test('in a certificate that somebody added to an OCSP response is not embedded', async () => {
    const planted = issue(`/Contents<00> ********** ${space}`.slice(0, 300))
    authority.answers.ocsp = async (body, response) =>
      response.end(withCertificate(await authority.ocspAnswer(body), planted.certificate))

    const { bytes } = await extendSeal(deps, sealed, timestamp)

    expectTimestamped(bytes)
    assert.equal(Buffer.from(bytes.subarray(sealed.length)).includes('/Contents<00>'), false)
  })

  for (const service of ['ocsp', 'crl'] as const) {
    test(`behind an answer of the service ${service} makes it one that cannot be read`, async () => {
      authority.answers.ocsp = async (body, response) =>
        service === 'ocsp'
          ? response.end(Buffer.concat([await authority.ocspAnswer(body), Buffer.from(space)]))
          : response.writeHead(503).end()
      authority.answers.crl = async (_body, response) =>
        service === 'crl'
          ? response.end(Buffer.concat([await authority.crl(), Buffer.from(space)]))
          : response.writeHead(503).end()

      await assert.rejects(extendSeal(deps, sealed, timestamp), (error) => {
        assert.ok(error instanceof RevocationUnknown, String(error))
        assert.match(error.message, /The answer could not be read/)
        return true
      })
    })
  }

  test('behind the answer of the timestamp authority makes it one that cannot be read', async () => {
    authority.answers.tsa = async (body, response) =>
      sendReply(response, Buffer.concat([await authority.time.reply(body), Buffer.from(space)]))

    await assert.rejects(extendSeal(deps, sealed, timestamp), { message: 'The answer could not be read.' })
  })
})

/** A response to which somebody on its way added a certificate. */
function withCertificate(answer: Buffer, added: X509Certificate): Buffer {
  const { responseBytes } = readAs(OCSPResponse, answer)
  const basic = readAs(BasicOCSPResponse, octetsOf(responseBytes?.response))
  basic.certs = [...(basic.certs ?? []), readAs(Certificate, added.raw)]
  return answerWith(toDer(basic))
}

describe('a timestamp authority whose certificate was revoked', () => {
  const later = new Date(Date.now() + HOUR_MS)

  for (const source of ['ocsp', 'crl'] as const) {
    test(`as superseded, after the timestamp was made: it keeps its proof, by ${source}`, async () => {
      const once = await extendSeal(deps, sealed, timestamp)
      await authority.revoke('time', { reason: 'superseded', moment: later })
      if (source === 'crl') authority.answers.ocsp = (_body, response) => response.writeHead(503).end()

      const { bytes } = await extendSeal(deps, once.bytes)

      const pdf = new UpdatedPdf(bytes)
      const store = pdf.dictionary(referenceIn(pdf.dictionary(pdf.root), 'DSS'))
      const counts = ['OCSPs', 'CRLs'].map((name) => referencesIn(store, name).length)
      assert.deepEqual(counts, source === 'ocsp' ? [2, 0] : [1, 1])
    })
  }

  test('as superseded, after the timestamp of a seal was made: the seal is extended', async () => {
    const file = await sealedBy(identity, timestamp)
    await authority.revoke('time', { reason: 'cessationOfOperation', moment: later })

    assert.ok((await extendSeal(deps, file)).bytes.length > file.length)
  })

  test('as superseded, but still in use: nothing is added', async () => {
    const once = await extendSeal(deps, sealed, timestamp)
    await authority.revoke('time', { reason: 'superseded', moment: later })

    await assert.rejects(extendSeal(deps, once.bytes, timestamp), (error) => {
      assert.ok(error instanceof CertificateRevoked, String(error))
      assert.match(
        error.message,
        /^The certificate [0-9A-F]+ was revoked, and the timestamp authority still uses it\.$/,
      )
      return true
    })
  })

  for (const [what, revocation] of [
    ['since its key was compromised', { reason: 'keyCompromise', moment: later }],
    ['without a reason', { moment: later }],
    ['as superseded, before the timestamp was made', { reason: 'superseded' }],
  ] as const) {
    test(`${what}: nothing is added`, async () => {
      const once = await extendSeal(deps, sealed, timestamp)
      await authority.revoke('time', revocation)

      await assert.rejects(extendSeal(deps, once.bytes), CertificateRevoked)
    })
  }
})
