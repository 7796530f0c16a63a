import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { aMark, aStamping } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { makeIdentity } from '#platform/seal/make-identity.ts'
import { aFolder, pkcs12Of, verdictOf } from '#platform/seal/openssl.conformance.ts'
import { readPkcs12 } from '#platform/seal/pkcs12/read-pkcs12.ts'
import { requestTimestamp } from '#platform/seal/request-timestamp.ts'
import { sealPdf } from '#platform/seal/seal-pdf.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { anAuthority } from './authority.conformance.ts'
import { extendSeal } from './extend-seal.ts'
import { signaturesIn } from './pdf-signatures.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { referenceIn, referencesIn, UpdatedPdf } from './updated-pdf.ts'

const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())

const authority = await anAuthority()
const roots = [new X509Certificate(await readFile(authority.root.certificate))]
const deps = { outbound, clock: systemClock, timeoutMs: 3000, roots }
const timestamp = (signature: Buffer) => requestTimestamp(deps, { url: `${authority.url}/tsa` }, signature)
const stamped = await stamp()
const identity = await authority.identity()
/** A seal with a timestamp: what the tests extend. */
const sealed = await sealPdf(stamped, { identity, moment: new Date(), name: 'HR', reason: 'Signed', timestamp })

async function stamp(): Promise<Uint8Array> {
  const attachment = { name: 'evidence.json', bytes: Buffer.from('{}') }
  const session = sharedPdfWorkers().openSession({ threads: 1 })
  const made = await session.stamp(aPdfOf(['Alpha']), aStamping({ marks: [aMark()], attachment, moment: new Date() }))
  await session.close()
  assert.ok(made)
  return made.bytes
}

/** How many things of each kind the store of a file holds. */
function storeIn(file: Uint8Array) {
  const pdf = new UpdatedPdf(file)
  const store = pdf.dictionary(referenceIn(pdf.dictionary(pdf.root), 'DSS'))
  const of = (name: string) => referencesIn(store, name).map((one) => Buffer.from(pdf.stream(one)))
  const keys = [...(store.get('VRI')?.value.entries?.keys() ?? [])]
  return { certificates: of('Certs'), ocsp: of('OCSPs'), crls: of('CRLs'), keys }
}

/** Has OpenSSL verify each document timestamp of a file; answers how many there are. pdfsig does not know their kind. */
async function verifiedTimestamps(file: Uint8Array): Promise<number> {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const bytes = Buffer.from(file)
  const found = [...bytes.toString('latin1').matchAll(/ETSI\.RFC3161\/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]/g)]
  for (const [, ...numbers] of found) {
    const [count = 0, next = 0, rest = 0] = numbers.map(Number)
    await writeFile(at('token'), Buffer.from(bytes.toString('latin1', count + 1, next - 1), 'hex'))
    await writeFile(at('content'), Buffer.concat([bytes.subarray(0, count), bytes.subarray(next, next + rest)]))
    const what = ['-data', at('content'), '-in', at('token'), '-token_in', '-CAfile', authority.root.certificate]
    assert.match(await runProgram('openssl', ['ts', '-verify', ...what]), /Verification: OK/)
  }
  return found.length
}

beforeEach(async () => {
  authority.answers.ocsp = undefined
  authority.answers.crl = undefined
  authority.answers.tsa = undefined
  authority.answers.issuer = undefined
  authority.calls.length = 0
  await authority.restore()
})

describe('extendSeal', () => {
  test('adds the chain, an OCSP response for each certificate, and a timestamp over all of it', async () => {
    const { bytes, expiresAt } = await extendSeal(deps, sealed, timestamp)

    assert.ok(Buffer.from(bytes.subarray(0, sealed.length)).equals(Buffer.from(sealed)))
    const verdict = await verdictOf(bytes)
    assert.match(verdict, /Seal[^#]*Signature is Valid/)
    assert.match(verdict, /Signature #2[^#]*Total document signed/)
    assert.equal(await verifiedTimestamps(bytes), 1)
    assert.equal(verdict.match(/- Total document signed/g)?.length, 1)
    const store = storeIn(bytes)
    assert.deepEqual([store.certificates.length, store.ocsp.length, store.crls.length, store.keys.length], [3, 2, 0, 1])
    const own = new X509Certificate(await readFile(authority.time.certificate))
    assert.deepEqual(expiresAt, own.validToDate)
  })

  test('has responses that OpenSSL believes, and says which signature they are for', async () => {
    const { bytes } = await extendSeal(deps, sealed, timestamp)

    const folder = await aFolder()
    const at = (name: string) => join(folder, name)
    const { ocsp, keys } = storeIn(bytes)
    for (const response of ocsp) {
      await writeFile(at('response'), response)
      const told = await runProgram('openssl', [
        'ocsp',
        '-respin',
        at('response'),
        '-CAfile',
        authority.root.certificate,
        '-resp_text',
      ])
      assert.match(told, /Cert Status: good/)
    }
    const [first] = signaturesIn(new UpdatedPdf(bytes))
    assert.deepEqual(keys, [first?.key])
  })

  test('without a timestamp adds the validation data alone', async () => {
    const { bytes, expiresAt } = await extendSeal(deps, sealed)

    assert.equal(expiresAt, null)
    assert.equal((await verdictOf(bytes)).match(/Signature is Valid/g)?.length, 1)
    assert.equal(storeIn(bytes).ocsp.length, 2)
  })

  test('needs no proof for a certificate that the service made itself', async () => {
    const own = await makeIdentity({ organization: 'HR', now: new Date() })
    const file = await sealPdf(stamped, { identity: own, moment: new Date(), name: 'HR', reason: '', timestamp })

    const { bytes } = await extendSeal(deps, file, timestamp)

    const store = storeIn(bytes)
    assert.deepEqual([store.certificates.length, store.ocsp.length], [3, 1])
    assert.match(await verdictOf(bytes), /Signature is Valid/)
  })

  test('renews: covers the last timestamp by the next, and keeps what the file had', async () => {
    const once = await extendSeal(deps, sealed, timestamp)
    // The certificate of the seal is not asked about again: it may have expired in the meantime.
    authority.calls.length = 0
    const twice = await extendSeal(deps, once.bytes, timestamp)
    const thrice = await extendSeal(deps, twice.bytes, timestamp)

    assert.deepEqual(authority.calls, ['ocsp', 'tsa', 'ocsp', 'tsa'])
    const verdict = await verdictOf(thrice.bytes)
    assert.match(verdict, /Signature #4[^#]*Total document signed/)
    assert.equal(await verifiedTimestamps(thrice.bytes), 3)
    assert.equal(verdict.match(/- Total document signed/g)?.length, 1)
    const store = storeIn(thrice.bytes)
    assert.deepEqual([store.certificates.length, store.ocsp.length, store.keys.length], [3, 4, 3])
    assert.ok(Buffer.from(thrice.bytes.subarray(0, once.bytes.length)).equals(Buffer.from(once.bytes)))
  })

  test('a byte that is changed in the validation data breaks the newest timestamp', async () => {
    const { bytes } = await extendSeal(deps, sealed, timestamp)
    const changed = Buffer.from(bytes)
    const at = sealed.length + 200
    changed[at] = (changed[at] ?? 0) ^ 1

    await assert.rejects(verifiedTimestamps(changed))
    assert.match(await verdictOf(changed), /Seal[^#]*Signature is Valid/)
  })
})

describe('the status of a certificate', () => {
  const extended = () => extendSeal(deps, sealed, timestamp)
  const unknown = (message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof RevocationUnknown, String(error))
    assert.match(error.message, message)
    return true
  }
  const fail = (_body: Buffer, response: ServerResponse) => response.writeHead(503).end()

  test('revoked, by the responder: nothing is added', async () => {
    await authority.revoke('seal')

    await assert.rejects(extended(), CertificateRevoked)
  })

  test('revoked, by the list while the responder is down', async () => {
    authority.answers.ocsp = fail
    await authority.revoke('time')

    await assert.rejects(extended(), CertificateRevoked)
  })

  test('good by the list while the responder is down, once for both certificates', async () => {
    authority.answers.ocsp = fail

    const { bytes } = await extended()

    const store = storeIn(bytes)
    assert.deepEqual([store.ocsp.length, store.crls.length], [0, 2])
    const path = join(await aFolder(), 'crl')
    await writeFile(path, store.crls[0] ?? '')
    const told = await runProgram('openssl', [
      'crl',
      '-inform',
      'DER',
      '-in',
      path,
      '-CAfile',
      authority.root.certificate,
      '-noout',
    ])
    assert.match(told, /verify OK/)
  })

  test('not known while both are down', async () => {
    authority.answers.ocsp = fail
    authority.answers.crl = fail

    await assert.rejects(extended(), unknown(/cannot be learned.*status 503.*status 503/s))
  })

  /** Answers of a responder that must not be believed; the list is gone, so that nothing else is. */
  const disbelieved: [name: string, message: RegExp, answer: (body: Buffer) => Promise<Buffer> | Buffer][] = [
    ['garbage', /could not be read/, () => Buffer.from('<html>')],
    ['nothing', /could not be read/, () => Buffer.alloc(0)],
    ['values without end', /could not be read/, () => Buffer.alloc(4000, Buffer.from([0x30, 0x80]))],
    ['more than fits', /more than \d+ bytes/, () => Buffer.alloc(200_000)],
    ['a refusal', /refused with the status 6/, () => Buffer.from('30030a0106', 'hex')],
    ['with the nonce of another question', /answers another question/, answerToAnother],
    ['about another certificate', /about another certificate/, answerAboutAnother],
    ['by a certificate that is not for this', /not signed by the issuer/, answerByTime],
    ['of which a byte was changed', /not signed by the issuer|could not be read/, changedAnswer],
  ]
  for (const [name, message, answer] of disbelieved) {
    test(`not known by a response that must not be believed: ${name}`, async () => {
      authority.answers.crl = fail
      authority.answers.ocsp = async (body, response) => response.end(await answer(body))

      await assert.rejects(extended(), unknown(message))
    })
  }

  test('not known by a response whose time is over, or of a responder whose certificate expired', async () => {
    authority.answers.crl = fail
    const after = (days: number) => extendSeal({ ...deps, clock: { now: () => authority.later(days) } }, sealed)

    await assert.rejects(after(2), unknown(/not current/))
    await assert.rejects(after(40), unknown(/not signed by the issuer, or by a valid delegate/))
  })

  async function answerToAnother(body: Buffer): Promise<Buffer> {
    const other = Buffer.from(body)
    other.fill(7, other.length - 8)
    return authority.ocspAnswer(other)
  }

  async function answerAboutAnother(body: Buffer): Promise<Buffer> {
    const { serialNumber } = new X509Certificate(identity.certificates[0] ?? '')
    const other = Buffer.from(body)
    const at = other.indexOf(Buffer.from(serialNumber, 'hex'))
    other.fill(7, at + 4, at + 8)
    return authority.ocspAnswer(other)
  }

  function answerByTime(body: Buffer): Promise<Buffer> {
    return authority.ocspAnswer(body, { by: authority.time })
  }

  async function changedAnswer(body: Buffer): Promise<Buffer> {
    const answer = await authority.ocspAnswer(body)
    // Within the certificate identifier of the signed part.
    answer[120] = (answer[120] ?? 0) ^ 1
    return answer
  }

  test('not known by a list of another issuer, one that has expired and one that was changed', async () => {
    authority.answers.ocsp = fail
    const other = await anAuthority()
    const list = await authority.crl()
    const changed = Buffer.from(list)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1

    for (const [crl, message, clock] of [
      [await other.crl(), /signature is wrong|another issuer/, systemClock],
      [changed, /signature is wrong|could not be read/, systemClock],
      [list, /not current/, { now: () => authority.later(20) }],
    ] as const) {
      authority.answers.crl = (_body, response) => response.end(crl)
      await assert.rejects(extendSeal({ ...deps, clock }, sealed), unknown(message))
    }
  })

  test('not known by a responder that never ends, within the limit of time', async () => {
    authority.answers.crl = fail
    authority.answers.ocsp = (_body, response) => response.writeHead(200).write('0')

    await assert.rejects(extendSeal({ ...deps, timeoutMs: 200 }, sealed), unknown(/no answer/))
  })

  test('not asked for at an address that a redirect names, nor at one that the guard refuses', async () => {
    authority.answers.crl = (_body, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    authority.answers.ocsp = (_body, response) => response.writeHead(307, { location: `${authority.url}/crl` }).end()
    const guarded = openOutbound({ allowPrivate: false })
    after(() => guarded.close())

    await assert.rejects(extended(), unknown(/status 307.*status 302/s))
    assert.deepEqual(authority.calls, ['ocsp', 'crl'])
    await assert.rejects(extendSeal({ ...deps, outbound: guarded }, sealed), unknown(/address is not allowed/))
    assert.equal(authority.calls.length, 2)
  })

  /** Lists that are for some certificates only: which of them count for one that is not an authority's. */
  const lists: [extension: string, counts: boolean][] = [
    ['issuingDistributionPoint=critical,@point\n[point]\nonlyuser=TRUE', true],
    ['1.2.3.4=ASN1:NULL', true],
    ['issuingDistributionPoint=critical,@point\n[point]\nonlyCA=TRUE', false],
    ['issuingDistributionPoint=critical,@point\n[point]\nonlyAA=TRUE', false],
    ['issuingDistributionPoint=critical,@point\n[point]\nindirectCRL=TRUE', false],
    ['issuingDistributionPoint=critical,@point\n[point]\nonlysomereasons=keyCompromise', false],
    ['1.2.3.4=critical,ASN1:NULL', false],
  ]
  for (const [extension, counts] of lists) {
    test(`${counts ? 'good' : 'not known'} by a list with ${extension.replaceAll(/\s+\[point\]\s+/g, ' ')}`, async () => {
      const list = await authority.crl([extension])
      authority.answers.ocsp = fail
      authority.answers.crl = (_body, response) => response.end(list)

      const extending = extendSeal(deps, sealed)
      if (counts) assert.ok(storeIn((await extending).bytes).crls.every((one) => one.equals(list)))
      else await assert.rejects(extending, unknown(/CRL does not cover the certificate/))
    })
  }

  test('not known for a certificate that names no source', async () => {
    const leaf = await authority.issue('/CN=Bare', ['keyUsage=critical,digitalSignature'])
    const bare = readPkcs12(await pkcs12Of(['-inkey', leaf.key, '-in', leaf.certificate]), 'secret')
    const file = await sealPdf(stamped, { identity: bare, moment: new Date(), name: 'HR', reason: '' })

    await assert.rejects(extendSeal(deps, file), unknown(/names neither a responder nor a list/))
    await assert.rejects(
      extendSeal({ ...deps, roots: [] }, file),
      unknown(/issuer of the certificate [0-9A-F]+ is not known/),
    )
  })
})

describe('the issuer of a certificate that is in no file', () => {
  const extended = async (file: Uint8Array) => storeIn((await extendSeal({ ...deps, roots: [] }, file)).bytes)

  /** A file that was sealed with a certificate whose issuer can be had at these addresses. */
  async function sealedBy(...addresses: string[]): Promise<Uint8Array> {
    const access = addresses.map((one) => `caIssuers;URI:${one}`).join(',')
    const leaf = await authority.issue('/CN=Alone', [
      'keyUsage=critical,digitalSignature',
      `crlDistributionPoints=URI:${authority.url}/crl`,
      `authorityInfoAccess=${access}`,
    ])
    const alone = readPkcs12(await pkcs12Of(['-inkey', leaf.key, '-in', leaf.certificate]), 'secret')
    return sealPdf(stamped, { identity: alone, moment: new Date(), name: 'HR', reason: '' })
  }

  test('is fetched where the certificate says, embedded, and its list is believed', async () => {
    const store = await extended(await sealedBy(`${authority.url}/issuer`))

    assert.deepEqual(authority.calls, ['issuer', 'crl'])
    assert.deepEqual(store.certificates[1], roots[0]?.raw)
    assert.deepEqual([store.certificates.length, store.crls.length], [2, 1])
  })

  test('is fetched at the next address if the first gives another certificate', async () => {
    const other = await anAuthority()

    const store = await extended(await sealedBy(`${other.url}/issuer`, `${authority.url}/issuer`))

    assert.deepEqual([other.calls, authority.calls], [['issuer'], ['issuer', 'crl']])
    assert.deepEqual(store.certificates[1], roots[0]?.raw)
  })

  test('is not known, and may be asked for again, if no address gives it: at most three are tried', async () => {
    const file = await sealedBy(...Array.from({ length: 5 }, (_, index) => `${authority.url}/issuer?${index}`))
    const leaf = Buffer.from(await readFile(authority.time.certificate))

    for (const [answer, status] of [
      ['<html>', 200],
      [leaf, 200],
      ['', 404],
      [Buffer.alloc(40_000), 200],
    ] as const) {
      authority.calls.length = 0
      authority.answers.issuer = (_body, response) => response.writeHead(status).end(answer)
      await assert.rejects(extended(file), (error) => {
        assert.ok(error instanceof RevocationUnknown, String(error))
        assert.match(error.message, /issuer of the certificate [0-9A-F]+ is not known/)
        assert.equal(error.isFinal, false)
        return true
      })
      assert.deepEqual(authority.calls, ['issuer', 'issuer', 'issuer'])
    }
  })
})
