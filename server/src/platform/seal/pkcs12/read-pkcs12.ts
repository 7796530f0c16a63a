import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { BaseBlock } from 'asn1js'
import {
  AuthenticatedSafe,
  CertBag,
  type ContentInfo,
  EncryptedData,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeBag,
  SafeContents,
} from 'pkijs'
import { readAs, toDer, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { type SealIdentity, UnusableIdentity } from '#platform/seal/identity.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { Pkcs12Passphrase, unsupported } from './pkcs12-passphrase.ts'

type Bags = { keys: Buffer[]; certificates: Buffer[] }

const MIN_RSA_BITS = 2048
/** A key and a long chain take some ten thousand bytes. */
const MAX_FILE_BYTES = 1024 * 1024
/** Some programs append bytes, and OpenSSL passes over them. Only keys and certificates are taken from a file. */
const FOLLOWED = { mayBeFollowed: true }

/** A key and its certificates from a file as certificate authorities give it out (.p12, .pfx). */
export function readPkcs12(bytes: Uint8Array, passphrase: string): SealIdentity {
  try {
    if (bytes.length > MAX_FILE_BYTES) throw new UnreadableAsn1(`The file has ${bytes.length} bytes.`)
    return identityOf(bagsIn(bytes, new Pkcs12Passphrase(passphrase)))
  } catch (error) {
    if (error instanceof UnusableIdentity) throw error
    const isNoSuchFile = error instanceof UnreadableAsn1
    const why = isNoSuchFile
      ? 'is not a PKCS #12 file, or it is damaged'
      : 'holds a key or certificate that cannot be read'
    throw new UnusableIdentity(`The file ${why}.`, { cause: error })
  }
}

function bagsIn(file: Uint8Array, passphrase: Pkcs12Passphrase): Bags {
  const { authSafe, macData } = readAs(PFX, file, FOLLOWED)
  const safe = dataIn(authSafe)
  if (macData) passphrase.check(macData, safe)
  const bags: Bags = { keys: [], certificates: [] }
  for (const part of readAs(AuthenticatedSafe, safe, FOLLOWED).safeContents) {
    const contents = part.contentType === ID.encryptedData ? decryptedIn(part, passphrase) : dataIn(part)
    for (const bag of readAs(SafeContents, contents, FOLLOWED).safeBags) addBag(bags, bag, passphrase)
  }
  return bags
}

/** The bytes that a piece of content says are data. */
function dataIn({ contentType, content }: ContentInfo): Buffer {
  if (contentType !== ID.data) throw unsupported(contentType)
  return octetsOf(content)
}

function decryptedIn({ content }: ContentInfo, passphrase: Pkcs12Passphrase): Buffer {
  const { encryptedContentInfo: info } = readAs(EncryptedData, content)
  if (!info.encryptedContent) throw new UnreadableAsn1('The encrypted content is missing.')
  return passphrase.decrypt(info.contentEncryptionAlgorithm, Buffer.from(info.getEncryptedContent()))
}

function addBag(bags: Bags, { bagValue }: SafeBag, passphrase: Pkcs12Passphrase): void {
  if (bagValue instanceof PrivateKeyInfo) bags.keys.push(toDer(bagValue))
  if (bagValue instanceof PKCS8ShroudedKeyBag) {
    bags.keys.push(passphrase.decrypt(bagValue.encryptionAlgorithm, octetsOf(bagValue.encryptedData)))
  }
  if (bagValue instanceof CertBag && bagValue.certId === ID.x509Certificate) {
    bags.certificates.push(octetsOf(bagValue.certValue as BaseBlock))
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

/** Each is vouched for by the next. A file may hold the same certificate more than once. */
function chainOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own]
  const isKnown = (one: X509Certificate) => chain.some(({ raw }) => raw.equals(one.raw))
  for (let last: X509Certificate | undefined = own; last; ) {
    const subject: X509Certificate = last
    last = all.find((one) => !isKnown(one) && subject.checkIssued(one))
    if (last) chain.push(last)
  }
  return chain
}
