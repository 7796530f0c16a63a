import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { decryptRc2 } from './decrypt-rc2.ts'
import { UnusableIdentity } from './identity.ts'
import { ID } from './object-ids.ts'
import { type Der, INTEGER, numberOf, OCTET_STRING, objectIdOf, partAt, partsOf, SEQUENCE } from './read-der.ts'

type Derived = {
  purpose: number
  passphrase: string
  salt: Buffer
  iterations: number
  digest: string
  sizeBytes: number
}

/** How a key is made of a passphrase, by what it is for: RFC 7292, appendix B.3. */
export const FOR_KEY = 1
export const FOR_IV = 2
export const FOR_MAC = 3
export const DIGESTS: Record<string, string> = {
  [ID.sha1]: 'sha1',
  [ID.sha256]: 'sha256',
  [ID.sha384]: 'sha384',
  [ID.sha512]: 'sha512',
}
const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'
const HMACS: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const CIPHERS: Record<string, { name: string; keyBytes: number }> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
}
const OLD_CIPHERS: Record<string, { name: string; keyBytes: number }> = {
  '1.2.840.113549.1.12.1.3': { name: 'des-ede3-cbc', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { name: 'des-ede-cbc', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { name: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { name: 'rc2', keyBytes: 5 },
}
const OLD_IV_BYTES = 8
/** More would keep the process busy for seconds. */
const MAX_ITERATIONS = 1_000_000

/** What was encrypted with a passphrase, by the algorithm that stands beside it. */
export function decrypt(algorithm: Der, encrypted: Buffer, passphrase: string): Buffer {
  const [id, parameters] = partsOf(algorithm)
  const name = id ? objectIdOf(id) : ''
  const old = OLD_CIPHERS[name]
  if (!parameters || (!old && name !== PBES2)) throw unknownWay(name)
  try {
    return old ? decryptOld(old, parameters, encrypted, passphrase) : decryptNew(parameters, encrypted, passphrase)
  } catch (error) {
    if (error instanceof UnusableIdentity) throw error
    throw new UnusableIdentity('The passphrase is wrong, or the file is damaged.', { cause: error })
  }
}

/** How often it is repeated, if that is within reason. */
export function iterationsOf(der: Der | undefined): number {
  const count = der ? numberOf(der) : 1
  if (count < 1 || count > MAX_ITERATIONS) throw new UnusableIdentity(`The file asks for ${count} iterations.`)
  return count
}

export function unknownWay(name: string): UnusableIdentity {
  return new UnusableIdentity(
    `The encryption of the file is not supported (${name}). Export it again with "openssl pkcs12 -export".`,
  )
}

/** Bytes that follow from a passphrase: RFC 7292, appendix B.2. */
export function derive({ purpose, passphrase, salt, iterations, digest, sizeBytes }: Derived): Buffer {
  const blockBytes = digest === 'sha1' || digest === 'sha256' ? 64 : 128
  const diversifier = Buffer.alloc(blockBytes, purpose)
  const secret = Buffer.from(`${passphrase}\0`, 'utf16le').swap16()
  const input = Buffer.concat([repeated(salt, blockBytes), repeated(secret, blockBytes)])
  let made = Buffer.alloc(0)
  while (made.length < sizeBytes) {
    let hash = createHash(digest).update(diversifier).update(input).digest()
    for (let round = 1; round < iterations; round += 1) hash = createHash(digest).update(hash).digest()
    made = Buffer.concat([made, hash])
    const addend = repeated(hash, blockBytes).subarray(0, blockBytes)
    for (let at = 0; at < input.length; at += blockBytes) addOneMore(input.subarray(at, at + blockBytes), addend)
  }
  return made.subarray(0, sizeBytes)
}

function decryptNew(parameters: Der, encrypted: Buffer, passphrase: string): Buffer {
  const [derivation, encryption] = partsOf(parameters).map(partsOf)
  const [cipherId, iv] = encryption ?? []
  const [derivationId, settings] = derivation ?? []
  const cipher = cipherId && CIPHERS[objectIdOf(cipherId)]
  if (!cipher) throw unknownWay(cipherId ? objectIdOf(cipherId) : '')
  if (!derivationId || !settings || objectIdOf(derivationId) !== PBKDF2) throw unknownWay('no PBKDF2')
  const parts = partsOf(settings)
  const hmac = parts.find(({ tag }) => tag === SEQUENCE)
  const digest = hmac ? HMACS[objectIdOf(partsOf(hmac)[0] ?? hmac)] : 'sha1'
  if (!digest) throw unknownWay('PBKDF2')
  const salt = partAt(parts, 0, OCTET_STRING).content
  const key = pbkdf2Sync(passphrase, salt, iterationsOf(partAt(parts, 1, INTEGER)), cipher.keyBytes, digest)
  return run(cipher.name, key, iv?.content ?? Buffer.alloc(0), encrypted)
}

function decryptOld(
  { name, keyBytes }: { name: string; keyBytes: number },
  parameters: Der,
  encrypted: Buffer,
  passphrase: string,
): Buffer {
  const parts = partsOf(parameters)
  const salt = partAt(parts, 0, OCTET_STRING).content
  const common = { passphrase, salt, iterations: iterationsOf(parts[1]), digest: 'sha1' }
  const key = derive({ ...common, purpose: FOR_KEY, sizeBytes: keyBytes })
  const iv = derive({ ...common, purpose: FOR_IV, sizeBytes: OLD_IV_BYTES })
  return name === 'rc2' ? decryptRc2(encrypted, key, iv) : run(name, key, iv, encrypted)
}

function run(name: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  // Two keys make three: the first is used again.
  const [cipher, whole] =
    name === 'des-ede-cbc' ? ['des-ede3-cbc', Buffer.concat([key, key.subarray(0, 8)])] : [name, key]
  const decipher = createDecipheriv(cipher, whole, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

/** As often as it takes to fill blocks. */
function repeated(bytes: Buffer, blockBytes: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes)
}

/** Adds a number and one more to a number of the same length; what does not fit is left out. */
function addOneMore(number: Buffer, addend: Buffer): void {
  let carry = 1
  for (let at = number.length - 1; at >= 0; at -= 1) {
    const sum = (number[at] ?? 0) + (addend[at] ?? 0) + carry
    number[at] = sum & 0xff
    carry = sum >> 8
  }
}
