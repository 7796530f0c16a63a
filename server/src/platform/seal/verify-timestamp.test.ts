import assert from 'node:assert/strict'
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { Integer, Null, ObjectIdentifier, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs'
import { toDer, UnreadableAsn1 } from './asn1.ts'
import { changedAt, integer, sequence, tokenIn, valuesOf } from './asn1-samples.conformance.ts'
import { ID } from './object-ids.ts'
import { anIssued, aRoot, aTimestampAuthority, infoFor } from './openssl.conformance.ts'
import { readSignedContent } from './read-cms.ts'
import { readRoots } from './read-roots.ts'
import { TimestampRefused } from './timestamp-refused.ts'
import { type ExpectedTimestamp, verifyTimestamp } from './verify-timestamp.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const digest = createHash('sha256').update('a signature').digest()
const nonce = Buffer.concat([Buffer.from([0x40]), randomBytes(7)])
const question = questionAbout(digest)
const authority = await aTimestampAuthority()

function questionAbout(bytes: Buffer, algorithmId: string = ID.sha256): Buffer {
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage: new OctetString({ valueHex: bytes }) })
  return toDer(new TimeStampReq({ version: 1, messageImprint, nonce: new Integer({ valueHex: nonce }), certReq: true }))
}

const certificateAt = async (path: string) => new X509Certificate(await readFile(path))
const later = (ms: number) => new Date(Date.now() + ms)

function check(reply: Buffer, more: Partial<ExpectedTimestamp> = {}): void {
  verifyTimestamp(tokenIn(reply), { digest, nonce, now: new Date(), ...more })
}

function refuses(reply: Buffer, message: RegExp, more: Partial<ExpectedTimestamp> = {}): void {
  assert.throws(
    () => check(reply, more),
    (error) => error instanceof TimestampRefused && message.test(error.message),
  )
}

const isRefusal = (error: unknown) => error instanceof TimestampRefused || error instanceof UnreadableAsn1

describe('verifyTimestamp takes', () => {
  for (const kind of ['rsa', 'ec'] as const) {
    test(`the token of an authority whose key is ${kind}`, async () => {
      const { reply } = await aTimestampAuthority({ kind })

      check(await reply(question))
    })
  }

  for (const certificateDigest of ['sha1', 'sha384', 'sha512'] as const) {
    test(`a token that names its certificate by ${certificateDigest}`, async () => {
      const { reply } = await aTimestampAuthority({ certificateDigest })

      check(await reply(question))
    })
  }

  test('a token with other digests in it', async () => {
    for (const name of ['sha384', 'sha512']) {
      check(await authority.forge(infoFor(question), ['-cades', '-md', name]))
    }
  })

  test('a time that is five minutes from our clock, and not a moment more', async () => {
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000)
    const reply = await authority.forge(infoFor(question, { moment }))

    for (const way of [1, -1]) {
      check(reply, { now: new Date(moment.getTime() + way * 5 * MINUTE_MS) })
      refuses(reply, /far from the clock/, { now: new Date(moment.getTime() + way * (5 * MINUTE_MS + 1)) })
    }
  })

  test('a certificate that leads to a root, also by way of another one, or that is trusted itself', async () => {
    const root = await aRoot()
    const between = await anIssued(root, '/CN=Between', ['basicConstraints=critical,CA:true'])
    const direct = await aTimestampAuthority({ root })
    const indirect = await aTimestampAuthority({ root: between })
    const answer = await direct.reply(question)
    const roots = await readRoots('TIMESTAMP_CA_FILE', root.certificate)

    check(answer, { roots })
    check(answer, { roots: await readRoots('TIMESTAMP_CA_FILE', direct.certificate) })
    check(await indirect.forge(infoFor(question), ['-cades', '-certfile', between.certificate]), { roots })
  })
})

describe('verifyTimestamp refuses', () => {
  test('a token about something else', async () => {
    const other = createHash('sha256').update('another signature').digest()

    refuses(await authority.reply(questionAbout(other)), /about something else/)
  })

  for (const [what, algorithmId, bytes] of [
    ['of another digest of the same bytes', ID.sha512, createHash('sha512').update('a signature').digest()],
    ['of another digest with the same value', ID.sha384, digest],
    ['of a digest that is cut off', ID.sha256, digest.subarray(0, 31)],
    ['of a digest with a byte more', ID.sha256, Buffer.concat([digest, Buffer.from([0])])],
    ['of no digest', ID.sha256, Buffer.alloc(0)],
  ] as const) {
    test(`a token ${what}`, async () => {
      const forged = infoFor(questionAbout(bytes, algorithmId))

      refuses(await authority.forge(forged), /about something else/)
    })
  }

  test('a token with another nonce, or none', async () => {
    const info = infoFor(question, { nonce: randomBytes(8).fill(0x41, 0, 1) })
    const withoutNonce = sequence(...valuesOf(infoFor(question)).slice(0, 5))

    refuses(await authority.forge(info), /another question/)
    refuses(await authority.forge(withoutNonce), /another question/)
  })

  test('a token of a certificate that is not for timestamps alone, and critically so', async () => {
    for (const usage of ['', 'timeStamping', 'critical,codeSigning', 'critical,timeStamping,codeSigning']) {
      const { forge } = await aTimestampAuthority({ usage })

      refuses(await forge(infoFor(question)), /not one for timestamps/)
    }
  })

  test('a token of a certificate that had expired', async () => {
    const moment = later(60 * DAY_MS)

    refuses(await authority.forge(infoFor(question, { moment })), /not valid at that time/, { now: moment })
  })

  test('a time that is far from our clock', async () => {
    for (const distance of [-365 * DAY_MS, -6 * MINUTE_MS, 6 * MINUTE_MS]) {
      refuses(await authority.forge(infoFor(question, { moment: later(distance) })), /far from the clock/)
    }
  })

  test('a token that does not say which certificate it was signed for', async () => {
    refuses(await authority.forge(infoFor(question), []), /which certificate/)
  })

  test('a token that was signed for another certificate of the same key, issuer and number', async () => {
    const reply = tokenIn(await authority.reply(question))
    const { certificates } = readSignedContent(reply)
    const [own] = certificates
    const twin = Buffer.from(own?.raw ?? '')
    twin[twin.length - 1] = (twin.at(-1) ?? 0) ^ 1
    const forged = Buffer.from(reply)
    twin.copy(forged, forged.indexOf(own?.raw ?? ''))

    refuses(sequence(sequence(integer(0)), forged), /not the one that the timestamp was signed for/)
  })

  test('a token without the certificate', async () => {
    refuses(await authority.forge(infoFor(question), ['-cades', '-nocerts']), /without the certificate/)
  })

  /** The identifier of what is signed stands in a token twice: beside the content, and in the signed attributes. */
  for (const [place, message] of [
    [1, /^What is signed is not a timestamp\.$/],
    [2, /^The signature is not about the timestamp\.$/],
  ] as const) {
    test(`a token that says at the ${place === 1 ? 'first' : 'second'} place that it is something else`, async () => {
      const token = tokenIn(await authority.reply(question))
      const id = toDer(new ObjectIdentifier({ value: ID.timestampInfo }))
      const at = [token.indexOf(id), token.indexOf(id, token.indexOf(id) + 1)][place - 1] ?? -1
      assert.ok(at > 0)

      refuses(sequence(sequence(integer(0)), changedAt(token, at + id.length - 1)), message)
    })
  }

  test('a time that is none', async () => {
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000)
    const info = infoFor(question, { moment })
    const time = info.indexOf(Buffer.from([0x18, 0x0f]))
    assert.ok(time > 0)

    for (const text of ['20AB0102030405Z', '99999999999999Z', 'ZZZZZZZZZZZZZZZ']) {
      const wrong = Buffer.from(info)
      wrong.write(text, time + 2, 'latin1')
      const reply = await authority.forge(wrong)
      assert.throws(() => check(reply), isRefusal, text)
    }
  })

  test('what is no token, with an error that the one who asked expects', async () => {
    const token = tokenIn(await authority.reply(question))
    const expected = { digest, nonce, now: new Date() }

    for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), sequence(integer(1)), infoFor(question)]) {
      assert.throws(() => verifyTimestamp(bytes, expected), isRefusal)
    }
    for (let length = 0; length < token.length; length += 7) {
      assert.throws(() => verifyTimestamp(token.subarray(0, length), expected), UnreadableAsn1, `${length} bytes`)
    }
  })

  test('a token of which one byte was changed, in what is signed, the attributes, the certificate or the signature', async () => {
    const token = tokenIn(await authority.reply(question))
    const { content, signer, certificates } = readSignedContent(token)
    const regions = [content, signer.signedAttributes.subarray(4), signer.signature, certificates[0]?.raw ?? content]

    for (const region of regions) {
      const start = token.indexOf(region)
      assert.ok(start > 0)
      for (let at = start; at < start + region.length; at += 7) {
        const changed = Buffer.from(token)
        changed[at] = (changed[at] ?? 0) ^ 1
        assert.throws(() => verifyTimestamp(changed, { digest, nonce, now: new Date() }), `byte ${at}`)
      }
    }
  })

  test('a token whose signature is that of another key', async () => {
    const token = tokenIn(await authority.reply(question))
    const other = tokenIn(await (await aTimestampAuthority()).reply(question))
    const [own, foreign] = [token, other].map((one) => readSignedContent(one).signer.signature)
    const forged = Buffer.from(token)
    foreign?.copy(forged, forged.indexOf(own ?? ''))

    refuses(sequence(sequence(integer(0)), forged), /signature of the timestamp is wrong/)
  })

  test('digests that are not safe any more', async () => {
    refuses(await authority.forge(infoFor(question), ['-cades', '-md', 'sha1']), /Digests of the kind/)
  })

  test('a certificate that leads to no root, whatever issuer it names', async () => {
    const root = await aRoot()
    const impostor = await aRoot()
    const { reply } = await aTimestampAuthority({ root: impostor })
    const roots = [await certificateAt(root.certificate)]

    refuses(await reply(question), /TIMESTAMP_CA_FILE/, { roots })
    refuses(await authority.reply(question), /TIMESTAMP_CA_FILE/, { roots })
  })

  test('a certificate that one without the right to vouch has issued', async () => {
    const root = await aRoot()
    const leaf = await anIssued(root, '/CN=Leaf', ['basicConstraints=critical,CA:false'])
    const { forge } = await aTimestampAuthority({ root: leaf })
    const reply = await forge(infoFor(question), ['-cades', '-certfile', leaf.certificate])

    refuses(reply, /TIMESTAMP_CA_FILE/, { roots: [await certificateAt(root.certificate)] })
  })
})
