import { type KeyObject, verify } from 'node:crypto'
import { ID } from './object-ids.ts'

export type SignedBytes = {
  bytes: Buffer
  signature: Buffer
  /** The object identifier of the signature algorithm. */
  algorithm: string
  /** The digest beside it, for algorithms that name none. */
  digest?: string | undefined
}

const MIN_RSA_BITS = 2048
const DIGESTS = new Map<string, string>([
  [ID.sha256, 'sha256'],
  [ID.sha384, 'sha384'],
  [ID.sha512, 'sha512'],
])
/** The digest that a signature algorithm names; RSA alone leaves it to the digest algorithm beside it. */
const SIGNATURES = new Map<string, { key: 'rsa' | 'ec'; digest?: string }>([
  [ID.rsa, { key: 'rsa' }],
  [ID.rsaWithSha256, { key: 'rsa', digest: 'sha256' }],
  [ID.rsaWithSha384, { key: 'rsa', digest: 'sha384' }],
  [ID.rsaWithSha512, { key: 'rsa', digest: 'sha512' }],
  [ID.ecdsaWithSha256, { key: 'ec', digest: 'sha256' }],
  [ID.ecdsaWithSha384, { key: 'ec', digest: 'sha384' }],
  [ID.ecdsaWithSha512, { key: 'ec', digest: 'sha512' }],
])

/** The name of a digest that is still safe. */
export function safeDigest(id: string): string | undefined {
  return DIGESTS.get(id)
}

/** What is wrong with a signature, in words for the operator; undefined if it holds. */
export function signatureFault(signed: SignedBytes, publicKey: KeyObject): string | undefined {
  const known = SIGNATURES.get(signed.algorithm)
  const digest = known?.digest ?? signed.digest
  const isSupported = known?.key === publicKey.asymmetricKeyType && digest === (signed.digest ?? digest)
  if (!isSupported || !digest) return `Signatures of the kind ${signed.algorithm} are not taken here.`
  const { modulusLength = MIN_RSA_BITS } = publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < MIN_RSA_BITS) return `A key of ${modulusLength} bits is too short.`
  return verify(digest, signed.bytes, publicKey, signed.signature) ? undefined : 'The signature is wrong.'
}
