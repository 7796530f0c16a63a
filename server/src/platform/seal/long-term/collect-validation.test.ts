import assert from 'node:assert/strict'
import type { X509Certificate } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { changedAt, type Issued, issue } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aServer } from '#platform/seal/openssl.conformance.ts'
import { access, crlOf, lists, numberOf, ocspAnswer, REVOKED } from './answers.conformance.ts'
import { collectValidation } from './collect-validation.ts'
import type { Signer } from './pdf-signatures.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const deps = { outbound, clock: { now: () => NOW }, timeoutMs: 5000 }

type Answer = (question: Buffer) => Buffer | undefined
/** What each address answers; 404 where it answers nothing. */
const answers = new Map<string, Answer>()
const asked: string[] = []
const base = new URL(
  await aServer((question, response) => {
    const path = response.req.url?.slice(1) ?? ''
    asked.push(path)
    const answer = answers.get(path)?.(question)
    response.writeHead(answer ? 200 : 404).end(answer)
  }),
).origin
beforeEach(() => {
  answers.clear()
  asked.length = 0
})

const at = (path: string) => `${base}/${path}`
const made = (name: string, wanted: Parameters<typeof issue>[1] = {}) => issue(name, { now: NOW, ...wanted })
const good =
  (by: Issued): Answer =>
  (question) =>
    ocspAnswer(question, { by, now: NOW })
const listBy =
  (by: Issued, ...revoked: Issued[]): Answer =>
  () =>
    crlOf({ by, now: NOW, revoked: revoked.map(numberOf) })

const root = made('Root')
const between = made('Between', { by: root, extensions: [access([ID.ocsp, at('between')]), lists([at('root.crl')])] })
const leaf = made('Leaf', { by: between, isAuthority: false, extensions: [access([ID.ocsp, at('leaf')])] })
const signerOf = (own: Issued, ...others: Issued[]): Signer => ({
  certificate: own.certificate,
  others: others.map(({ certificate }) => certificate),
})
const collect = (signers: Signer[], roots: X509Certificate[] = []) => collectValidation(deps, signers, roots)
const rawOf = (...issued: Issued[]) => issued.map(({ certificate }) => certificate.raw)

const unknown =
  (message: string, more: Partial<RevocationUnknown> = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof RevocationUnknown, String(error))
    const { isFinal, authority } = error
    assert.deepEqual({ message: error.message, isFinal, authority }, { message, isFinal: false, ...more })
    return true
  }
const cannotBeLearned = ({ certificate }: Issued, why: string) =>
  `The status of the certificate ${certificate.serialNumber} cannot be learned. ${why}`
const NOT_THERE = 'The answer had the status 404 instead of 200.'

const NOTHING = { certificates: [], ocspResponses: [], crls: [], retired: [] }

describe('collectValidation', () => {
  test('follows the chain, whatever order the certificates come in, with a proof for each but the root', async () => {
    answers.set('leaf', good(between)).set('between', good(root))

    const data = await collect([signerOf(leaf, root, made('Noise'), between)])

    assert.deepEqual(data.certificates, rawOf(leaf, between, root))
    assert.deepEqual([data.ocspResponses.length, data.crls.length], [2, 0])
    assert.deepEqual(asked, ['leaf', 'between'])
  })

  test('takes roots that the operator trusts for what no file has', async () => {
    answers.set('leaf', good(between)).set('between', good(root))

    const data = await collect([signerOf(leaf, between)], [root.certificate])

    assert.deepEqual(data.certificates, rawOf(leaf, between, root))
  })

  test('has what two signers share once', async () => {
    answers.set('leaf', good(between)).set('between', good(root)).set('other', good(between))
    const other = made('Other', { by: between, extensions: [access([ID.ocsp, at('other')])] })

    const data = await collect([
      signerOf(leaf, between, root),
      signerOf(other, root, between),
      signerOf(leaf, between, root),
    ])

    assert.deepEqual(data.certificates, rawOf(leaf, between, root, other))
    assert.deepEqual(asked, ['leaf', 'between', 'other'])
  })

  test('needs nobody for a certificate that vouches for itself, and nothing for no signer', async () => {
    assert.deepEqual(await collect([signerOf(root)]), { ...NOTHING, certificates: rawOf(root) })
    assert.deepEqual(await collect([]), NOTHING)
    assert.deepEqual(asked, [])
  })

  test('ends in a circle of authorities: the chain has eight certificates', async () => {
    const first = made('First', { extensions: [lists([at('second.crl')])] })
    const second = made('Second', { by: first, extensions: [lists([at('first.crl')])] })
    const again = made('First', { by: second, keyOf: first, extensions: [lists([at('second.crl')])] })
    answers.set('first.crl', listBy(first)).set('second.crl', listBy(second))

    const data = await collect([signerOf(second, again, second)])

    assert.deepEqual(data.certificates, rawOf(second, again))
    assert.deepEqual(asked, ['first.crl', 'second.crl'])
  })

  test('asks the next source if one does not answer, or not to be believed; the first that does is enough', async () => {
    const places = access([ID.ocsp, at('absent')], [ID.ocsp, at('wrong')])
    const own = made('Own', {
      by: root,
      extensions: [places, lists([at('wrong.crl'), at('root.crl'), at('more.crl')])],
    })
    const stranger = made('Root')
    answers.set('wrong', good(stranger)).set('wrong.crl', listBy(stranger)).set('root.crl', listBy(root))

    const data = await collect([signerOf(own, root)])

    assert.deepEqual([data.ocspResponses.length, data.crls.length], [0, 1])
    assert.deepEqual(asked, ['absent', 'wrong', 'wrong.crl', 'root.crl'])
  })

  test('fetches the issuer where the certificate says, from the first address that gives it', async () => {
    const places = ['absent.cer', 'noise.cer', 'right.cer'].map((one) => [ID.caIssuers, at(one)] as const)
    const own = made('Own', { by: root, extensions: [access(...places), lists([at('root.crl')])] })
    answers.set('noise.cer', () => Buffer.from('<html>')).set('right.cer', () => root.certificate.raw)
    answers.set('root.crl', listBy(root))

    const data = await collect([signerOf(own)])

    assert.deepEqual(data.certificates, rawOf(own, root))
    assert.deepEqual(asked, ['absent.cer', 'noise.cer', 'right.cer', 'root.crl'])
  })
})

test('an issuer that other bytes follow is not taken; one in PEM is', async () => {
  const own = made('Own', { by: root, extensions: [access([ID.caIssuers, at('own.cer')]), lists([at('root.crl')])] })
  answers.set('root.crl', listBy(root))
  answers.set('own.cer', () => Buffer.concat([root.certificate.raw, Buffer.from('/Contents<')]))
  await assert.rejects(collect([signerOf(own)]), /is not known/)

  answers.set('own.cer', () => Buffer.from(root.certificate.toString()))
  assert.deepEqual((await collect([signerOf(own)])).certificates, rawOf(own, root))
})

test('the last timestamp of a certificate must be of before it was revoked, and it may sign nothing else', async () => {
  const own = made('Own', { by: root, isAuthority: false, extensions: [access([ID.ocsp, at('own')])] })
  const day = (number: number) => ({ timestampedAt: new Date(`2031-01-0${number}`) })
  const status = REVOKED({ at: new Date('2031-01-05'), reason: 4 })
  answers.set('own', (question) => ocspAnswer(question, { by: root, now: NOW, status }))
  const signer = signerOf(own, root)

  const { retired } = await collect([
    { ...signer, ...day(3) },
    { ...signer, ...day(4) },
  ])
  assert.deepEqual(retired, [own.certificate])
  for (const other of [{ ...signer, ...day(6) }, signer]) {
    await assert.rejects(collect([{ ...signer, ...day(3) }, other]), CertificateRevoked)
  }
})

describe('collectValidation throws', () => {
  test('that a certificate was revoked, and asks no other source, though one would say otherwise', async () => {
    answers.set('between', (question) => ocspAnswer(question, { by: root, now: NOW, status: REVOKED() }))
    answers.set('root.crl', listBy(root))

    await assert.rejects(collect([signerOf(between, root)]), CertificateRevoked)
    assert.deepEqual(asked, ['between'])
  })

  test('that an authority between was revoked, though the signer was not', async () => {
    answers.set('leaf', good(between)).set('root.crl', listBy(root, between))

    await assert.rejects(collect([signerOf(leaf, between, root)]), CertificateRevoked)
    assert.deepEqual(asked, ['leaf', 'between', 'root.crl'])
  })

  test('what each source said, with the name of the issuer, if none can be believed', async () => {
    answers.set('between', () => Buffer.from('<html>'))

    const why = `The answer could not be read. ${NOT_THERE}`
    const failing = collect([signerOf(between, root)])
    await assert.rejects(failing, unknown(cannotBeLearned(between, why), { authority: 'CN=Root' }))
  })

  test('that asking again cannot help, if the certificate names no source', async () => {
    const bare = made('Bare', { by: root })

    const message = cannotBeLearned(bare, 'It names neither a responder nor a list.')
    await assert.rejects(collect([signerOf(bare, root)]), unknown(message, { isFinal: true, authority: 'CN=Root' }))
  })

  test('that the issuer is not known; for good, if the certificate does not say where it is', async () => {
    const own = made('Own', { by: root, extensions: [access([ID.caIssuers, at('absent.cer')])] })
    const bare = made('Bare', { by: root })
    const message = ({ certificate }: Issued) =>
      `The issuer of the certificate ${certificate.serialNumber} is not known.`

    await assert.rejects(collect([signerOf(own)]), unknown(message(own), { authority: 'CN=Root' }))
    await assert.rejects(collect([signerOf(bare)]), unknown(message(bare), { isFinal: true, authority: 'CN=Root' }))
  })

  test('that the issuer is not known, if a stranger of the same name is all that there is', async () => {
    const own = made('Own', { by: root, extensions: [access([ID.caIssuers, at('stranger.cer')])] })
    const stranger = made('Root')
    const noAuthority = made('Root', { keyOf: root, isAuthority: false })
    answers.set('stranger.cer', () => stranger.certificate.raw)

    await assert.rejects(collect([signerOf(own, stranger, noAuthority)], [stranger.certificate]), /is not known/)
    assert.deepEqual(asked, ['stranger.cer'])
  })

  test('that the status is not known for any byte that is changed in an answer, and nothing else', async () => {
    const own = made('Own', { by: root, isAuthority: false, extensions: [access([ID.ocsp, at('own')])] })
    const responder = made('Responder', { by: root, isAuthority: false })
    let length = Number.POSITIVE_INFINITY
    for (let place = 0; place < length; place += 31) {
      answers.set('own', (question) => {
        const answer = ocspAnswer(question, { by: root, now: NOW, certificates: [responder] })
        length = answer.length
        return changedAt(answer, place, 0x41)
      })
      await collect([signerOf(own, root)]).catch((error) => {
        assert.ok(error instanceof RevocationUnknown, `${place}: ${String(error)}`)
      })
    }
    assert.ok(asked.length > 10)
  })
})
