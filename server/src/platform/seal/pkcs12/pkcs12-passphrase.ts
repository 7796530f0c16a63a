import { createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { type BaseBlock, Integer } from 'asn1js'
import forge from 'node-forge'
import { type AlgorithmIdentifier, type MacData, PBES2Params, PBKDF2Params } from 'pkijs'
import { readAs, UnreadableAsn1, valuesIn } from '#platform/seal/asn1.ts'
import { UnusableIdentity } from '#platform/seal/identity.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'

type Digest = 'sha1' | 'sha256' | 'sha384' | 'sha512'
type Cipher = { name: string; keyBytes: number }
type Derivation = { purpose: number; salt: Buffer; iterations: number; digest: Digest; sizeBytes: number }

/** What a derived key is for: RFC 7292, appendix B.3. */
const FOR_KEY = 1
const FOR_IV = 2
const FOR_MAC = 3
const DIGESTS: Record<string, Digest> = {
  [ID.sha1]: 'sha1',
  [ID.sha256]: 'sha256',
  [ID.sha384]: 'sha384',
  [ID.sha512]: 'sha512',
}
const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'
const HMACS: Record<string, Digest> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const CIPHERS: Record<string, Cipher> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
}
const OLD_CIPHERS: Record<string, Cipher> = {
  '1.2.840.113549.1.12.1.3': { name: 'des-ede3-cbc', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { name: 'des-ede-cbc', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { name: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { name: 'rc2', keyBytes: 5 },
}
const OLD_IV_BYTES = 8
const BITS_PER_BYTE = 8
/** More would keep the process busy for seconds. A file derives a few keys; a hostile one would derive hundreds. */
const MAX_ITERATIONS = 1_000_000
const MAX_ITERATIONS_IN_ALL = 2_000_000

/** Opens what a PKCS #12 file protects by a passphrase. Use one for each file: it counts the work that the file asks for. */
export class Pkcs12Passphrase {
  readonly #text: string
  #iterations = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Refuses a passphrase other than the one that the digest of the file was made with. */
  check({ mac, macSalt, iterations = 1 }: MacData, content: Buffer): void {
    const digest = DIGESTS[mac.digestAlgorithm.algorithmId]
    if (!digest) throw unsupported(mac.digestAlgorithm.algorithmId)
    const expected = octetsOf(mac.digest)
    const salt = octetsOf(macSalt)
    this.#count(iterations)
    const key = this.#derive({ purpose: FOR_MAC, salt, iterations, digest, sizeBytes: expected.length })
    const actual = createHmac(digest, key).update(content).digest()
    const isRight = actual.length === expected.length && timingSafeEqual(actual, expected)
    if (!isRight) throw new UnusableIdentity('The passphrase is wrong.')
  }

  decrypt({ algorithmId, algorithmParams }: AlgorithmIdentifier, encrypted: Buffer): Buffer {
    const old = OLD_CIPHERS[algorithmId]
    if (!algorithmParams || (!old && algorithmId !== PBES2)) throw unsupported(algorithmId)
    try {
      return old ? this.#decryptOld(old, algorithmParams, encrypted) : this.#decryptNew(algorithmParams, encrypted)
    } catch (error) {
      if (error instanceof UnusableIdentity) throw error
      throw new UnusableIdentity('The passphrase is wrong, or the file is damaged.', { cause: error })
    }
  }

  #decryptNew(parameters: BaseBlock, encrypted: Buffer): Buffer {
    const { keyDerivationFunc, encryptionScheme } = readAs(PBES2Params, parameters)
    const cipher = CIPHERS[encryptionScheme.algorithmId]
    if (!cipher) throw unsupported(encryptionScheme.algorithmId)
    if (keyDerivationFunc.algorithmId !== PBKDF2) throw unsupported('no PBKDF2')
    const { salt, iterationCount, prf } = readAs(PBKDF2Params, keyDerivationFunc.algorithmParams)
    const digest = prf ? HMACS[prf.algorithmId] : 'sha1'
    if (!digest) throw unsupported('PBKDF2')
    this.#count(iterationCount)
    const key = pbkdf2Sync(this.#text, octetsOf(salt), iterationCount, cipher.keyBytes, digest)
    return run(cipher.name, key, octetsOf(encryptionScheme.algorithmParams), encrypted)
  }

  #decryptOld({ name, keyBytes }: Cipher, parameters: BaseBlock, encrypted: Buffer): Buffer {
    const [first, count] = valuesIn(parameters)
    if (!(count instanceof Integer)) throw new UnreadableAsn1('The number of iterations is missing.')
    const iterations = count.valueBlock.valueDec
    this.#count(iterations)
    const common = { salt: octetsOf(first), iterations, digest: 'sha1' as const }
    const key = this.#derive({ ...common, purpose: FOR_KEY, sizeBytes: keyBytes })
    const iv = this.#derive({ ...common, purpose: FOR_IV, sizeBytes: OLD_IV_BYTES })
    return name === 'rc2' ? decryptRc2(encrypted, key, iv) : run(name, key, iv, encrypted)
  }

  /** Refuses more work than is within reason. */
  #count(iterations: number): void {
    this.#iterations += iterations
    const isWithinReason = iterations >= 1 && iterations <= MAX_ITERATIONS && this.#iterations <= MAX_ITERATIONS_IN_ALL
    if (!isWithinReason) throw new UnusableIdentity(`The file asks for ${iterations} iterations.`)
  }

  /** Bytes that follow from the passphrase: RFC 7292, appendix B.2. */
  #derive({ purpose, salt, iterations, digest, sizeBytes }: Derivation): Buffer {
    const from = toForge(salt)
    return fromForge(
      forge.pkcs12.generateKey(this.#text, from, purpose, iterations, sizeBytes, forge.md[digest].create()),
    )
  }
}

export function unsupported(name: string): UnusableIdentity {
  return new UnusableIdentity(
    `The encryption of the file is not supported (${name}). Export it again with "openssl pkcs12 -export".`,
  )
}

function run(name: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  // Two keys make three: the first is used again.
  const [cipher, whole] =
    name === 'des-ede-cbc' ? ['des-ede3-cbc', Buffer.concat([key, key.subarray(0, 8)])] : [name, key]
  const decipher = createDecipheriv(cipher, whole, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

/** OpenSSL has RC2 only in a provider that Node does not load. */
function decryptRc2(encrypted: Buffer, key: Buffer, iv: Buffer): Buffer {
  const cipher = forge.rc2.createDecryptionCipher(toForge(key), key.length * BITS_PER_BYTE)
  cipher.start(toForge(iv))
  cipher.update(toForge(encrypted))
  if (!cipher.finish()) throw new UnusableIdentity('The passphrase is wrong, or the file is damaged.')
  return fromForge(cipher.output)
}

/** forge keeps bytes as text. */
function toForge(bytes: Buffer): forge.util.ByteBuffer {
  return forge.util.createBuffer(bytes.toString('latin1'))
}

function fromForge(buffer: forge.util.ByteBuffer): Buffer {
  return Buffer.from(buffer.getBytes(), 'latin1')
}
