import { createHmac, createPrivateKey, type KeyObject, timingSafeEqual, X509Certificate } from 'node:crypto'
import { type SealIdentity, UnusableIdentity } from './identity.ts'
import { ID } from './object-ids.ts'
import { DIGESTS, decrypt, derive, FOR_MAC, iterationsOf, unknownWay } from './pkcs12-cipher.ts'
import { type Der, objectIdOf, octetsOf, partAt, partsOf, readDer, SEQUENCE, UnreadableDer } from './read-der.ts'

type Bags = { keys: Buffer[]; certificates: Buffer[] }

const KEY_BAG = '1.2.840.113549.1.12.10.1.1'
const ENCRYPTED_KEY_BAG = '1.2.840.113549.1.12.10.1.2'
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3'
const MIN_RSA_BITS = 2048

/** A key and its certificates from a file as certificate authorities give it out (.p12, .pfx). */
export function readPkcs12(bytes: Uint8Array, passphrase: string): SealIdentity {
  try {
    return identityOf(bagsIn(Buffer.from(bytes), passphrase))
  } catch (error) {
    if (error instanceof UnusableIdentity) throw error
    const isNoSuchFile = error instanceof UnreadableDer
    const why = isNoSuchFile
      ? 'is not a PKCS #12 file, or it is damaged'
      : 'holds a key or certificate that cannot be read'
    throw new UnusableIdentity(`The file ${why}.`, { cause: error })
  }
}

function bagsIn(file: Buffer, passphrase: string): Bags {
  const [, content, mac] = partsOf(readDer(file))
  if (!content) throw new UnreadableDer('The content is missing.')
  const safe = dataIn(content)
  if (mac) checkMac(mac, safe, passphrase)
  const bags: Bags = { keys: [], certificates: [] }
  for (const part of partsOf(readDer(safe))) {
    const [type] = partsOf(part)
    const contents = type && objectIdOf(type) === ID.encryptedData ? decryptedIn(part, passphrase) : dataIn(part)
    for (const bag of partsOf(readDer(contents))) addBag(bags, bag, passphrase)
  }
  return bags
}

/** The bytes that a piece of content says are data. */
function dataIn(content: Der): Buffer {
  const [type, brackets] = partsOf(content)
  if (!type || !brackets || objectIdOf(type) !== ID.data) throw unknownWay(type ? objectIdOf(type) : '')
  const [data] = partsOf(brackets)
  if (!data) throw new UnreadableDer('The data is missing.')
  return octetsOf(data)
}

function decryptedIn(content: Der, passphrase: string): Buffer {
  const [, brackets] = partsOf(content)
  const [, info] = brackets ? partsOf(partAt(partsOf(brackets), 0, SEQUENCE)) : []
  const [, algorithm, encrypted] = info ? partsOf(info) : []
  if (!algorithm || !encrypted) throw new UnreadableDer('The encrypted content is missing.')
  return decrypt(algorithm, octetsOf(encrypted), passphrase)
}

function checkMac(mac: Der, safe: Buffer, passphrase: string): void {
  const [info, salt, iterations] = partsOf(mac)
  const [algorithm, expected] = info ? partsOf(info) : []
  const id = algorithm && partsOf(algorithm)[0]
  const digest = id && DIGESTS[objectIdOf(id)]
  if (!digest || !salt || !expected) throw unknownWay(id ? objectIdOf(id) : '')
  const key = derive({
    purpose: FOR_MAC,
    passphrase,
    salt: salt.content,
    iterations: iterationsOf(iterations),
    digest,
    sizeBytes: expected.content.length,
  })
  const actual = createHmac(digest, key).update(safe).digest()
  const isRight = actual.length === expected.content.length && timingSafeEqual(actual, expected.content)
  if (!isRight) throw new UnusableIdentity('The passphrase is wrong.')
}

function addBag(bags: Bags, bag: Der, passphrase: string): void {
  const [type, brackets] = partsOf(bag)
  const [value] = brackets ? partsOf(brackets) : []
  if (!type || !value) throw new UnreadableDer('A bag is empty.')
  const name = objectIdOf(type)
  if (name === KEY_BAG) bags.keys.push(value.whole)
  if (name === ENCRYPTED_KEY_BAG) {
    const [algorithm, encrypted] = partsOf(value)
    if (!algorithm || !encrypted) throw new UnreadableDer('The key is missing.')
    bags.keys.push(decrypt(algorithm, octetsOf(encrypted), passphrase))
  }
  if (name === CERTIFICATE_BAG) {
    const [certificate] = partsOf(partsOf(value)[1] ?? value)
    if (certificate) bags.certificates.push(octetsOf(certificate))
  }
}

function identityOf({ keys, certificates }: Bags): SealIdentity {
  const [der] = keys
  if (!der) throw new UnusableIdentity('The file holds no private key. Export the certificate together with its key.')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  checkKind(key)
  const all = certificates.map((one) => new X509Certificate(one))
  const own = all.find((one) => one.checkPrivateKey(key))
  if (!own) throw new UnusableIdentity('The file holds no certificate that belongs to its private key.')
  return { key, certificates: chainOf(own, all).map(({ raw }) => raw) }
}

function checkKind(key: KeyObject): void {
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key
  if (kind === 'ec') return
  if (kind !== 'rsa') throw new UnusableIdentity(`The key is of the kind ${kind}: it must be RSA or EC.`)
  if ((details?.modulusLength ?? 0) >= MIN_RSA_BITS) return
  throw new UnusableIdentity(`The RSA key is too short: it must have at least ${MIN_RSA_BITS} bits.`)
}

/** Each is vouched for by the next. */
function chainOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own]
  for (let last: X509Certificate | undefined = own; last; ) {
    const subject: X509Certificate = last
    last = all.find((one) => !chain.includes(one) && subject.checkIssued(one))
    if (last) chain.push(last)
  }
  return chain
}
