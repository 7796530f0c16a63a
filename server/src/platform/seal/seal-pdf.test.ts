import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { aDrawing, aMark, aStamping } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { integer, sequence } from './asn1-samples.conformance.ts'
import { identityFromStored, identityToStored, type SealIdentity } from './identity.ts'
import { makeIdentity } from './make-identity.ts'
import { aFolder, aPkcs12, aServer, aTimestampAuthority, sendReply, verdictOf } from './openssl.conformance.ts'
import { readPkcs12 } from './pkcs12/read-pkcs12.ts'
import { MAX_TOKEN_BYTES, requestTimestamp } from './request-timestamp.ts'
import { type SealOptions, sealPdf } from './seal-pdf.ts'

const MOMENT = new Date('2024-01-31T10:20:30Z')
const VALID = /Signature Validation: Signature is Valid\./
const TOTAL = /- Total document signed/
const session = sharedPdfWorkers().openSession({ threads: 1 })
const outbound = openOutbound({ allowPrivate: true })
after(() => Promise.all([session.close(), outbound.close()]))

const evidence = { name: 'evidence.json', bytes: Buffer.from('{"signers":1}') }
const pdf = await stamp(aPdfOf(['Alpha', 'Beta']))
const own = await makeIdentity({ organization: 'Łódź HR', now: new Date() })

async function stamp(file: Uint8Array): Promise<Uint8Array> {
  const marks = [aMark(), aMark({ page: 2, drawing: aDrawing() })]
  const made = await session.stamp(file, aStamping({ marks, attachment: evidence, moment: MOMENT }))
  assert.ok(made)
  return made.bytes
}

function seal(identity: SealIdentity = own, options: Partial<SealOptions> = {}): Promise<Uint8Array> {
  return sealPdf(pdf, { identity, moment: MOMENT, name: 'Łódź HR', reason: 'All have signed', ...options })
}

/** The signature within a sealed PDF, and the bytes that it covers. */
function signatureIn(sealed: Uint8Array): { signature: Buffer; content: Buffer } {
  const file = Buffer.from(sealed)
  const ranges = /\/ByteRange\[(\d+) (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1'))
  const [from = 0, count = 0, next = 0, rest = 0] = ranges?.slice(1).map(Number) ?? []
  const hex = file.toString('latin1', from + count + 1, next - 1)
  const content = Buffer.concat([file.subarray(from, from + count), file.subarray(next, next + rest)])
  return { signature: Buffer.from(hex, 'hex'), content }
}

/** As OpenSSL checks a signature, which it does by the rules of CAdES. */
async function verifyWithOpenssl(sealed: Uint8Array, identity: SealIdentity): Promise<string> {
  const folder = await aFolder()
  const { signature, content } = signatureIn(sealed)
  const cms = join(folder, 'seal.der')
  const signed = join(folder, 'content')
  const trusted = join(folder, 'trusted.pem')
  await Promise.all([writeFile(cms, signature), writeFile(signed, content)])
  await writeFile(trusted, identityToStored(identity).certificates)
  const what = ['-inform', 'DER', '-in', cms, '-content', signed, '-binary', '-out', join(folder, 'out')]
  return runProgram('openssl', ['cms', '-verify', '-cades', '-CAfile', trusted, '-purpose', 'any', ...what])
}

describe('sealPdf', () => {
  test('signs the whole file with a certificate of its own making', async () => {
    const sealed = await seal()

    const verdict = await verdictOf(sealed)
    assert.match(verdict, VALID)
    assert.match(verdict, TOTAL)
    assert.match(verdict, /Signature Type: ETSI\.CAdES\.detached/)
    assert.match(verdict, /Signer full Distinguished Name: CN=Łódź HR,O=Łódź HR/)
    assert.match(verdict, /Signing Hash Algorithm: SHA-256/)
    assert.match(await verifyWithOpenssl(sealed, own), /CAdES Verification successful/)
  })

  test('leaves the file as it was, and adds to it', async () => {
    const sealed = await seal()

    assert.ok(Buffer.from(sealed.subarray(0, pdf.length)).equals(Buffer.from(pdf)))
    assert.deepEqual(await session.inspect(sealed), { pageCount: 3 })
  })

  test('says the time in the PDF and forbids every change, and not the time in the signature', async () => {
    const sealed = Buffer.from(await seal()).toString('latin1')

    assert.ok(sealed.includes('/M(D:20240131102030Z)'))
    assert.match(sealed, /\/TransformMethod\/DocMDP\/TransformParams<<\/Type\/TransformParams\/P 1/)
    assert.match(sealed, /\/Perms<<\/DocMDP \d+ 0 R>>/)
    assert.ok(!signatureIn(await seal()).signature.includes(Buffer.from('2a864886f70d010905', 'hex')))
  })

  test('a byte that is changed, wherever it stands, breaks the seal', async () => {
    const sealed = await seal()
    const file = Buffer.from(sealed)
    const behind = (text: string, more: number) => file.indexOf(text, 0, 'latin1') + text.length + more
    const streams = Array.from(file.toString('latin1').matchAll(/[^d]stream/g), ({ index }) => index + 20)
    const words = [behind('/MediaBox', 3), behind('/EmbeddedFiles', 2), behind('/Reason', 6), behind('/M(D:', 3)]
    const places = [5, ...streams, ...words, sealed.length - 30, sealed.length - 3]

    for (const place of places) {
      const changed = Uint8Array.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      const verdict = await verdictOf(changed)
      assert.ok(!(VALID.test(verdict) && TOTAL.test(verdict)), `A change at ${place} went unseen: ${verdict}`)
    }
    assert.ok(streams.length > 10)
  })

  test('what was sealed can be stamped and sealed anew, and has one seal then', async () => {
    const again = await stamp(await seal())

    assert.doesNotMatch(await verdictOf(again), /Signature #1/)
    const verdict = await verdictOf(
      await sealPdf(again, { identity: own, moment: MOMENT, name: 'HR', reason: 'Again' }),
    )
    assert.match(verdict, VALID)
    assert.match(verdict, TOTAL)
    assert.doesNotMatch(verdict, /Signature #2/)
  })

  test('what is added behind it is seen not to be signed', async () => {
    const sealed = await seal()

    const verdict = await verdictOf(Buffer.concat([sealed, Buffer.from('\n% more\n')]))

    assert.doesNotMatch(verdict, TOTAL)
  })

  for (const kind of ['rsa', 'ec'] as const) {
    test(`signs with a key of an authority: ${kind}`, async () => {
      const identity = readPkcs12(await aPkcs12({ kind }), 'secret')

      const sealed = await seal(identity)

      const verdict = await verdictOf(sealed)
      assert.match(verdict, VALID)
      assert.match(verdict, TOTAL)
      assert.match(await verifyWithOpenssl(sealed, identity), /CAdES Verification successful/)
    })
  }

  test('signs with an identity that a database held', async () => {
    const sealed = await seal(identityFromStored(identityToStored(own)))

    assert.match(await verdictOf(sealed), VALID)
  })

  test('holds the timestamp of an authority', async () => {
    const authority = await aTimestampAuthority()
    const url = await aServer(async (question, response) => sendReply(response, await authority.reply(question)))
    let token = Buffer.alloc(0)
    let signed = Buffer.alloc(0)

    const sealed = await seal(own, {
      async timestamp(signature) {
        signed = Buffer.from(signature)
        token = Buffer.from(await requestTimestamp({ outbound, clock: systemClock }, { url }, signature))
        return token
      },
    })

    const verdict = await verdictOf(sealed)
    assert.match(verdict, VALID)
    assert.match(verdict, TOTAL)
    assert.ok(signatureIn(sealed).signature.includes(token))
    const folder = await aFolder()
    const tokenFile = join(folder, 'token')
    const signatureFile = join(folder, 'signature')
    await Promise.all([writeFile(tokenFile, token), writeFile(signatureFile, signed)])
    const what = ['-data', signatureFile, '-in', tokenFile, '-token_in', '-CAfile', authority.certificate]
    assert.match(await runProgram('openssl', ['ts', '-verify', ...what]), /Verification: OK/)
  })

  test('refuses what the PDF workers did not write, and what is sealed already', async () => {
    const sealed = await seal()
    const again = { identity: own, moment: MOMENT, name: '', reason: '' }

    await assert.rejects(sealPdf(Buffer.from('hello'), again), /Only a PDF that the PDF workers wrote/)
    await assert.rejects(sealPdf(sealed, again), /only once/)
  })

  for (const [what, text] of [
    ['brackets and slashes', 'a) >> /Name (b\\'],
    ['pictures', '🙂 and 密码'],
    ['half a character', 'HR\ud800'],
    ['lines and a NUL', 'one\r\ntwo\0three'],
    ['nothing', ''],
    ['much', 'x'.repeat(5000)],
  ] as const) {
    test(`signs with ${what} in name and reason`, async () => {
      const sealed = await seal(own, { name: text, reason: text })

      const verdict = await verdictOf(sealed)
      assert.match(verdict, VALID)
      assert.match(verdict, TOTAL)
      const inUtf16 = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16().toString('hex')
      const written = Buffer.from(sealed).toString('latin1').toLowerCase()
      assert.ok(written.includes(`/name<${inUtf16}>/reason<${inUtf16}>`))
    })
  }

  test('leaves the bytes that it was given alone', async () => {
    const before = Buffer.from(pdf)

    await seal()

    assert.ok(before.equals(Buffer.from(pdf)))
  })

  test('seals nothing with a timestamp that does not fit, nor without the one that was asked for', async () => {
    const large = seal(own, { timestamp: async () => sequence(integer(Buffer.alloc(2 * MAX_TOKEN_BYTES, 1))) })
    const absent = seal(own, { timestamp: () => Promise.reject(new Error('no answer')) })

    await assert.rejects(large, /^Error: The signature has \d+ bytes; \d+ fit\.$/)
    await assert.rejects(absent, { message: 'no answer' })
  })

  test('refuses a PDF with notes on its first page', async () => {
    const text = Buffer.from(pdf).toString('latin1')
    const page = text.replace('/Contents ', '/Annots   ')
    assert.equal(page.length, text.length)

    const sealing = sealPdf(Buffer.from(page, 'latin1'), { identity: own, moment: MOMENT, name: '', reason: '' })

    await assert.rejects(sealing, { message: 'A PDF with forms or notes cannot be sealed.' })
  })

  test('refuses a key that cannot be used', async () => {
    const { privateKey: key } = generateKeyPairSync('ed25519')

    await assert.rejects(seal({ ...own, key }), /ed25519 cannot seal/)
  })
})
