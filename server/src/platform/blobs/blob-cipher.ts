import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isSame, type Keyring } from '#platform/crypto/keyring.ts'

/**
 * How a blob lies in its store: chunks of AES-256-GCM, each with its tag, and a tail. Every blob has keys of its own, made
 * from the SECRET_KEY and the salt in its tail; the number of a chunk is its nonce, so chunks cannot change places; and the
 * tail vouches for the SHA-256 and the size of the whole, so that no blob can stand in for another or be cut off.
 */
export const CHUNK_BYTES = 256 * 1024
const TAG_BYTES = 16
export const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

const MARK = Buffer.from('dossier\u0001', 'latin1')
const SALT_BYTES = 32
const PROOF_BYTES = 32
export const TAIL_BYTES = MARK.length + SALT_BYTES + PROOF_BYTES

/** The bytes in the store are not those that were put there. */
export class DamagedBlob extends Error {
  override readonly name = 'DamagedBlob'
}

type BlobKeys = { cipherKey: Buffer; proofKey: Buffer }

/** Under the SECRET_KEY, then under each key that is accepted. */
function* keysOf(keyring: Keyring, salt: Buffer): Generator<BlobKeys, void, undefined> {
  for (const keys of keyring.fileKeys(salt)) yield { cipherKey: keys.subarray(0, 32), proofKey: keys.subarray(32) }
}

/** Seals bytes as they come. */
export class BlobEncryptor {
  readonly #salt = randomBytes(SALT_BYTES)
  readonly #keys: BlobKeys
  #cipher: ReturnType<typeof createCipheriv> | undefined
  #chunk = 0
  #remainingBytes = CHUNK_BYTES

  constructor(keyring: Keyring) {
    const { value: keys } = keysOf(keyring, this.#salt).next()
    if (!keys) throw new Error('A keyring has at least one key.')
    this.#keys = keys
  }

  *encrypt(part: Buffer): Generator<Buffer, void, undefined> {
    for (let rest = part; rest.byteLength > 0; ) {
      const fitting = rest.subarray(0, this.#remainingBytes)
      rest = rest.subarray(fitting.byteLength)
      this.#cipher ??= createCipheriv('aes-256-gcm', this.#keys.cipherKey, nonceOf(this.#chunk))
      yield this.#cipher.update(fitting)
      this.#remainingBytes -= fitting.byteLength
      if (this.#remainingBytes === 0) yield this.#endChunk(this.#cipher)
    }
  }

  *end(sha256: string, sizeBytes: number): Generator<Buffer, void, undefined> {
    if (this.#cipher) yield this.#endChunk(this.#cipher)
    yield Buffer.concat([MARK, this.#salt, proofOf(this.#keys, sha256, sizeBytes)])
  }

  #endChunk(cipher: ReturnType<typeof createCipheriv>): Buffer {
    cipher.final()
    this.#cipher = undefined
    this.#chunk += 1
    this.#remainingBytes = CHUNK_BYTES
    return (cipher as ReturnType<typeof createCipheriv> & { getAuthTag(): Buffer }).getAuthTag()
  }
}

/** Opens what a Sealer sealed: from this chunk on, in parts of any size. */
export class BlobDecryptor {
  readonly #keys: BlobKeys
  readonly sizeBytes: number
  /** Whether it lies under the SECRET_KEY, and not under another key that is accepted. */
  readonly isCurrent: boolean

  /** Throws DamagedBlob unless the tail vouches for this content. */
  constructor(keyring: Keyring, sha256: string, tail: Buffer, storedBytes: number) {
    const sizeBytes = contentSize(storedBytes)
    if (sizeBytes === undefined || tail.byteLength !== TAIL_BYTES)
      throw new DamagedBlob(`The file ${sha256} is cut off.`)
    this.sizeBytes = sizeBytes
    const found = isSame(tail.subarray(0, MARK.length), MARK) && findKeys(keyring, tail, { sha256, sizeBytes })
    if (!found) throw new DamagedBlob(`The file ${sha256} is not what was stored, or of another SECRET_KEY.`)
    this.#keys = found.keys
    this.isCurrent = found.isCurrent
  }

  /** What a chunk holds; nothing of a damaged one is ever answered. */
  decrypt(sealed: Buffer, chunk: number): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#keys.cipherKey, nonceOf(chunk), { authTagLength: TAG_BYTES })
    const end = sealed.byteLength - TAG_BYTES
    try {
      decipher.setAuthTag(sealed.subarray(end))
      const content = decipher.update(sealed.subarray(0, end))
      decipher.final()
      return content
    } catch {
      throw new DamagedBlob(`Chunk ${chunk} of a file is damaged.`)
    }
  }
}

type Content = { sha256: string; sizeBytes: number }

/** The keys whose proof the tail holds. */
function findKeys(keyring: Keyring, tail: Buffer, { sha256, sizeBytes }: Content) {
  const proof = tail.subarray(MARK.length + SALT_BYTES)
  let isCurrent = true
  for (const keys of keysOf(keyring, tail.subarray(MARK.length, MARK.length + SALT_BYTES))) {
    if (isSame(proof, proofOf(keys, sha256, sizeBytes))) return { keys, isCurrent }
    isCurrent = false
  }
  return undefined
}

/** The size of what was sealed to so many bytes; undefined when no content has such a size. */
export function contentSize(storedBytes: number): number | undefined {
  const sealed = storedBytes - TAIL_BYTES
  if (sealed < 0) return undefined
  const last = sealed % ENCRYPTED_CHUNK_BYTES
  if (last > 0 && last <= TAG_BYTES) return undefined
  return sealed - Math.ceil(sealed / ENCRYPTED_CHUNK_BYTES) * TAG_BYTES
}

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 6, 6)
  return nonce
}

function proofOf({ proofKey }: BlobKeys, sha256: string, sizeBytes: number): Buffer {
  return createHmac('sha256', proofKey).update(`${sha256} ${sizeBytes}`).digest()
}
