import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { BasicOCSPResponse, CertID, OCSPResponse } from 'pkijs'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { readAs, toDer, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { bySha1, changedAt, issue, sequence } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aFolder, aServer } from '#platform/seal/openssl.conformance.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import {
  GOOD,
  numberOf,
  type OcspParts,
  ocspAnswer,
  ocspRefusal,
  purposes,
  REVOKED,
  UNKNOWN,
} from './answers.conformance.ts'
import { askOcsp } from './ask-ocsp.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const DAY_MINUTES = 24 * 60
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const deps = { outbound, clock: { now: () => NOW }, timeoutMs: 5000 }

const made = (name: string, wanted: Parameters<typeof issue>[1] = {}) => issue(name, { now: NOW, ...wanted })
const forOcsp = purposes(ID.ocspSigning)
const root = made('Root')
const own = made('Own', { by: root, isAuthority: false })
const responder = made('Responder', { by: root, isAuthority: false, extensions: [forOcsp] })
const stranger = made('Root')
const alone = made('Root', { isAuthority: false, extensions: [forOcsp] })
const subject = { certificate: own.certificate, issuer: root.certificate }

let answer: (question: Buffer, response: ServerResponse) => unknown
const url = await aServer((question, response) => answer(question, response))

const ask = (parts: Partial<OcspParts> = {}) => {
  answer = (question, response) => response.end(ocspAnswer(question, { by: root, now: NOW, ...parts }))
  return askOcsp(deps, url, subject)
}
const askFor = (bytes: Buffer, status = 200) => {
  answer = (_question, response) => response.writeHead(status).end(bytes)
  return askOcsp(deps, url, subject)
}

describe('the question', () => {
  test('is one for OpenSSL: about the certificate and its issuer, with a nonce', async () => {
    const path = join(await aFolder(), 'question')
    let type: string | undefined
    answer = async (question, response) => {
      type = response.req.headers['content-type']
      await writeFile(path, question)
      response.end(ocspAnswer(question, { by: root, now: NOW }))
    }

    await askOcsp(deps, url, subject)

    const told = await runProgram('openssl', ['ocsp', '-reqin', path, '-req_text'])
    const keyHash = createHash('sha1')
      .update(root.certificate.publicKey.export({ format: 'der', type: 'spki' }).subarray(-65))
      .digest('hex')
    assert.match(
      told,
      new RegExp(`Issuer Key Hash: ${keyHash.toUpperCase()}\\s+Serial Number: ${own.certificate.serialNumber}`),
    )
    assert.match(told, /Hash Algorithm: sha1[\s\S]*OCSP Nonce:\s+0410[0-9A-F]{32}\s/)
    assert.equal(type, 'application/ocsp-request')
  })

  test('has another nonce each time', async () => {
    const questions = new Set<string>()
    answer = (question, response) => {
      questions.add(question.toString('hex'))
      response.end(ocspAnswer(question, { by: root, now: NOW }))
    }

    for (let count = 0; count < 4; count += 1) await askOcsp(deps, url, subject)

    assert.equal(questions.size, 4)
  })
})

describe('an answer is believed', () => {
  const believed: [what: string, parts: Partial<OcspParts>][] = [
    ['that the issuer signed', {}],
    ['that a responder signed whom the issuer named', { by: responder, certificates: [responder] }],
    ['without a nonce, from a cache', { nonce: null }],
    ['without an end, for a day', { until: null, from: -DAY_MINUTES }],
    ['to the moment of its end', { until: 0 }],
    ['from a clock that is five minutes ahead', { from: 5 }],
    ['signed with SHA-384', { digest: 'sha384', algorithm: ID.ecdsaWithSha384 }],
    ['about other certificates too', { about: (asked) => [aboutNumber(asked, stranger), asked] }],
  ]
  for (const [what, parts] of believed) {
    test(`${what}, and kept as it is`, async () => {
      let sent: Buffer | undefined
      answer = (question, response) => {
        sent = ocspAnswer(question, { by: root, now: NOW, ...parts })
        response.end(sent)
      }

      assert.deepEqual(await askOcsp(deps, url, subject), { bytes: sent, isRevoked: false })
    })
  }

  test('but for what its signature does not cover: other certificates are left out', async () => {
    const planted = made('/Contents<', { by: stranger, extensions: [forOcsp] })

    for (const [by, certificates, kept] of [
      [responder, [stranger, planted, own, responder], [responder]],
      [root, [planted, responder], []],
    ] as const) {
      const { bytes } = await ask({ by, certificates: [...certificates] })

      const { responseBytes } = readAs(OCSPResponse, bytes)
      const { certs = [] } = readAs(BasicOCSPResponse, octetsOf(responseBytes?.response))
      assert.deepEqual(
        certs.map((one) => toDer(one)),
        kept.map(({ certificate }) => certificate.raw),
      )
      assert.equal(bytes.includes('/Contents<'), false)
    }
  })

  test('that the certificate was revoked: nothing is left to ask', async () => {
    await assert.rejects(ask({ status: REVOKED() }), (error) => {
      assert.ok(error instanceof CertificateRevoked, String(error))
      assert.equal(error.message, `The certificate ${own.certificate.serialNumber} was revoked.`)
      return true
    })
  })
})

function aboutNumber({ hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID, of: typeof own): CertID {
  return new CertID({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber: numberOf(of) })
}

function aboutIssuer({ hashAlgorithm, issuerNameHash, serialNumber }: CertID): CertID {
  return new CertID({ hashAlgorithm, issuerNameHash, issuerKeyHash: issuerNameHash, serialNumber })
}

describe('an answer is not believed', () => {
  const UNSIGNED = 'The OCSP response is not signed by the issuer, or by a valid delegate.'
  const NOT_CURRENT = 'The answer about revocation is not current.'
  const OTHER = 'The OCSP response is about another certificate.'
  const by = (name: string, wanted: Parameters<typeof issue>[1]): Partial<OcspParts> => {
    const delegate = made(name, { by: root, isAuthority: false, extensions: [forOcsp], ...wanted })
    return { by: delegate, certificates: [delegate] }
  }
  const disbelieved: [what: string, parts: Partial<OcspParts>, message: string][] = [
    [
      'that says that the certificate is unknown',
      { status: UNKNOWN() },
      'The OCSP responder does not know the certificate.',
    ],
    ['with another nonce', { nonce: Buffer.alloc(16, 1) }, 'The OCSP response answers another question.'],
    ['with a nonce that is cut off', { nonce: Buffer.alloc(0) }, 'The OCSP response answers another question.'],
    ['about another number', { about: (asked) => [aboutNumber(asked, responder)] }, OTHER],
    ['about the same number of another issuer', { about: (asked) => [aboutIssuer(asked)] }, OTHER],
    ['that has ended', { until: -1 }, NOT_CURRENT],
    ['that begins in six minutes', { from: 6 }, NOT_CURRENT],
    ['without an end, after a day', { until: null, from: -DAY_MINUTES - 1 }, NOT_CURRENT],
    ['that an issuer of the same name signed', { by: stranger }, UNSIGNED],
    ['whose responder is not there', { by: responder }, UNSIGNED],
    ['of a responder who is not one for this', by('Other', { extensions: [purposes(ID.timestamping)] }), UNSIGNED],
    ['of a responder without a purpose', by('None', { extensions: [] }), UNSIGNED],
    ['of a responder whose certificate has ended', by('Old', { until: -1 }), UNSIGNED],
    ['of a responder whose certificate is not valid yet', by('Early', { from: 1 }), UNSIGNED],
    ['of a responder whom another one named', by('Foreign', { by: stranger }), UNSIGNED],
    ['of a responder who vouches for itself', { by: alone, certificates: [alone] }, UNSIGNED],
    ['of a responder whose certificate is signed with SHA-1', by('Weak', { signing: bySha1() }), UNSIGNED],
    ['signed with SHA-1', { digest: 'sha1', algorithm: '1.2.840.10045.4.1' }, UNSIGNED],
    ['signed with another digest than it says', { digest: 'sha1' }, UNSIGNED],
    ['of another type', { type: ID.data }, 'The OCSP responder refused with the status 0.'],
    ['that is a refusal with an answer in it', { outcome: 1 }, 'The OCSP responder refused with the status 1.'],
  ]
  for (const [what, parts, message] of disbelieved) {
    test(what, async () => {
      await assert.rejects(ask(parts), (error) => {
        assert.ok(error instanceof RevocationUnknown, String(error))
        assert.deepEqual([error.message, error.isFinal], [message, false])
        return true
      })
    })
  }

  test('that a certificate was revoked, if somebody else says so', async () => {
    await assert.rejects(ask({ status: REVOKED(), by: stranger }), { name: 'RevocationUnknown', message: UNSIGNED })
    await assert.rejects(ask({ status: REVOKED(), until: -1 }), { name: 'RevocationUnknown', message: NOT_CURRENT })
  })

  for (const outcome of [1, 2, 3, 5, 6]) {
    test(`that is a refusal with the status ${outcome}`, async () => {
      const message = `The OCSP responder refused with the status ${outcome}.`
      await assert.rejects(askFor(ocspRefusal(outcome)), { name: 'RevocationUnknown', message })
    })
  }

  test('that grants nothing', async () => {
    const message = 'The OCSP responder refused with the status 0.'
    await assert.rejects(askFor(ocspRefusal(0)), { name: 'RevocationUnknown', message })
  })

  test('of another status of HTTP, however good it is', async () => {
    for (const status of [201, 206, 301, 404, 500]) {
      answer = (question, response) =>
        response.writeHead(status).end(ocspAnswer(question, { by: root, now: NOW, status: GOOD() }))
      const message = `The answer had the status ${status} instead of 200.`
      await assert.rejects(askOcsp(deps, url, subject), { name: 'RevocationUnknown', message })
    }
  })

  test('that is larger than thirty-two thousand bytes, or comes too late', async () => {
    const message = 'The answer had more than 32768 bytes.'
    await assert.rejects(askFor(Buffer.alloc(32 * 1024 + 1)), { name: 'RevocationUnknown', message })
    await assert.rejects(askFor(Buffer.alloc(32 * 1024)), UnreadableAsn1)

    answer = () => undefined
    await assert.rejects(askOcsp({ ...deps, timeoutMs: 50 }, url, subject), /^RevocationUnknown: There was no answer: /)
  })

  test('that other bytes follow', async () => {
    answer = (question, response) =>
      response.end(Buffer.concat([ocspAnswer(question, { by: root, now: NOW }), Buffer.from('/Contents<')]))

    await assert.rejects(askOcsp(deps, url, subject), UnreadableAsn1)
  })

  test('that cannot be read', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), sequence(), Buffer.alloc(99, 0x30)]) {
      await assert.rejects(askFor(bytes), UnreadableAsn1)
    }
    await assert.rejects(ask({ about: () => [] }), UnreadableAsn1)
  })

  test('with any byte changed in what is signed, or in the signature', async () => {
    const { length } = ocspAnswer(await aQuestion(), { by: root, now: NOW })
    // Signatures by elliptic curves differ in length by a few bytes.
    for (let at = 0; at < length - 4; at += 9) {
      answer = (question, response) => response.end(changedAt(ocspAnswer(question, { by: root, now: NOW }), at, 0x41))
      await assert.rejects(askOcsp(deps, url, subject), (error) => !(error instanceof CertificateRevoked), `byte ${at}`)
    }
  })

  async function aQuestion(): Promise<Buffer> {
    let asked: Buffer = Buffer.alloc(0)
    answer = (question, response) => {
      asked = question
      response.end(ocspAnswer(question, { by: root, now: NOW }))
    }
    await askOcsp(deps, url, subject)
    return asked
  }
})
