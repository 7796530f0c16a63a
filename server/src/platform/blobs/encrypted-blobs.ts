import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { type Problem, unavailable } from '#platform/problem.ts'
import {
  BlobDecryptor,
  BlobEncryptor,
  CHUNK_BYTES,
  contentSize,
  DamagedBlob,
  ENCRYPTED_CHUNK_BYTES,
  TAIL_BYTES,
} from './blob-cipher.ts'
import { type Blobs, type ByteRange, checkRange, fileTooLarge, isBlobKey, type PutOptions } from './blobs.ts'
import { type ByteStore, ReplacedMeanwhile } from './byte-store.ts'

type Chunks = AsyncGenerator<Buffer, void, undefined>
type Content = AsyncIterableIterator<Buffer, void, undefined>

/** Blobs that lie encrypted in their store, and are checked whenever they are read. */
export function encryptedBlobs(store: ByteStore, keyring: Keyring): Blobs {
  return {
    async put(source, options = {}) {
      const hash = createHash('sha256')
      const counted = { sizeBytes: 0, sha256: '' }
      const watchers = options.watchers ?? []
      // A stream may fail before anything reads it; without a listener that would end the process.
      source.on('error', () => {})

      let isRefused = false

      async function* sealed() {
        const sealer = new BlobEncryptor(keyring)
        try {
          for await (const part of partsOf(source, options)) {
            counted.sizeBytes += part.byteLength
            hash.update(part)
            yield* sealer.encrypt(part)
          }
        } catch (error) {
          isRefused = true
          throw error
        }
        counted.sha256 = hash.digest('hex')
        yield* sealer.end(counted.sha256, counted.sizeBytes)
      }

      try {
        await store.write(sealed(), () => counted.sha256)
        return { key: counted.sha256, ...counted }
      } catch (error) {
        source.destroy()
        for (const watcher of watchers) watcher.abort?.()
        throw isRefused ? error : notStored(error)
      }
    },

    async get(key, range) {
      const content = await openAnew(store, keyring, key, range)
      return content && Readable.from(content, { objectMode: false })
    },

    async read(key, range) {
      const content = await openAnew(store, keyring, key, range)
      if (!content) return undefined
      const parts: Buffer[] = []
      for await (const part of content) parts.push(part)
      const [first, ...others] = parts
      return first && others.length === 0 ? first : Buffer.concat(parts)
    },

    async size(key) {
      const storedBytes = isBlobKey(key) ? await orUnavailable(store.size(key)) : undefined
      return storedBytes === undefined ? undefined : contentSize(storedBytes)
    },

    delete: (...keys) => store.delete(...keys),

    async renew(key) {
      const opened = await store.open(key, TAIL_BYTES)
      if (!opened) return false
      await opened.close()
      const { isCurrent } = new BlobDecryptor(keyring, key, opened.tail, opened.sizeBytes)
      if (!isCurrent) await store.write(encryptedAgain(store, keyring, key), () => key)
      return !isCurrent
    },

    check: () => store.check(),

    async *list() {
      for await (const { key, storedAt, sizeBytes } of store.list()) {
        yield { key, storedAt, sizeBytes: contentSize(sizeBytes) ?? 0 }
      }
    },
  }
}

/** The same content under the SECRET_KEY; what turns out to be other content takes the place of nothing. */
async function* encryptedAgain(store: ByteStore, keyring: Keyring, key: string): Chunks {
  const content = await openAnew(store, keyring, key)
  if (!content) throw new DamagedBlob(`The file ${key} is gone.`)
  const encryptor = new BlobEncryptor(keyring)
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const part of content) {
    hash.update(part)
    sizeBytes += part.byteLength
    yield* encryptor.encrypt(part)
  }
  if (hash.digest('hex') !== key) throw new DamagedBlob(`The file ${key} is not what was stored.`)
  yield* encryptor.end(key, sizeBytes)
}

const STORAGE_RETRY_SECONDS = 30

/** A full disk, a bucket that does not answer. */
function notStored(cause: unknown): Problem {
  return unavailable('storage_failed', 'The file could not be stored. Try again later.', STORAGE_RETRY_SECONDS, cause)
}

/** What the store cannot read now may be there: it is neither absent nor damaged. */
async function orUnavailable<T>(found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (cause) {
    throw unavailable('storage_failed', 'The file could not be read. Try again later.', STORAGE_RETRY_SECONDS, cause)
  }
}

/** Each retry means that the same content was stored again meanwhile, which does not happen often in a row. */
const MAX_TRIES = 5

async function openAnew(store: ByteStore, keyring: Keyring, key: string, range = WHOLE): Promise<Content | undefined> {
  checkRange(range)
  if (!isBlobKey(key)) return undefined
  for (let tries = 1; ; tries += 1) {
    try {
      return await openContent(store, keyring, key, range)
    } catch (error) {
      if (!(error instanceof ReplacedMeanwhile) || tries === MAX_TRIES) throw error
    }
  }
}

const WHOLE: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER }

/** The parts of a stream, once they have been measured and seen by every watcher. */
async function* partsOf(source: Readable, { maxBytes = Number.POSITIVE_INFINITY, watchers = [] }: PutOptions): Chunks {
  let sizeBytes = 0
  for await (const part of source) {
    const bytes: Buffer = typeof part === 'string' ? Buffer.from(part) : part
    sizeBytes += bytes.byteLength
    if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes)
    for (const watcher of watchers) await watcher.see(bytes)
    yield bytes
  }
  for (const watcher of watchers) await watcher.end?.()
}

/** Resolves once the first bytes of the range were found to be whole: what is damaged there is never begun. */
async function openContent(
  store: ByteStore,
  keyring: Keyring,
  key: string,
  range: ByteRange,
): Promise<Content | undefined> {
  const opened = await orUnavailable(store.open(key, TAIL_BYTES))
  if (!opened) return undefined
  try {
    const opener = new BlobDecryptor(keyring, key, opened.tail, opened.sizeBytes)
    const { start, end } = { start: range.start, end: Math.min(range.end, opener.sizeBytes - 1) }
    if (start > end) {
      await opened.close()
      return nothing()
    }
    const first = Math.floor(start / CHUNK_BYTES)
    const last = Math.floor(end / CHUNK_BYTES)
    const sealed = opened.read({
      start: first * ENCRYPTED_CHUNK_BYTES,
      end: Math.min((last + 1) * ENCRYPTED_CHUNK_BYTES, opened.sizeBytes - TAIL_BYTES) - 1,
    })
    const content = clipped(contentOf(opener, sealed, first), start - first * CHUNK_BYTES, end - start + 1)
    const { value } = await content.next()
    return beginningWith(value ?? Buffer.alloc(0), content)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function* nothing(): Chunks {}

/** No generator: one that is given up before it was begun would not give up what it reads from. */
function beginningWith(first: Buffer, rest: Chunks): Content {
  let begin: Buffer | undefined = first
  return {
    async next() {
      if (!begin) return rest.next()
      const value = begin
      begin = undefined
      return { value, done: false }
    },
    return: () => rest.return(),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Cuts what is read, in parts of any size, into chunks, and opens them. */
async function* contentOf(opener: BlobDecryptor, sealed: Chunks, firstChunk: number): Chunks {
  let chunk = firstChunk
  let begun: Buffer = Buffer.alloc(0)
  for await (const part of sealed) {
    const missing = begun.byteLength === 0 ? 0 : ENCRYPTED_CHUNK_BYTES - begun.byteLength
    if (missing > part.byteLength) {
      begun = Buffer.concat([begun, part])
      continue
    }
    if (missing > 0) yield opener.decrypt(Buffer.concat([begun, part.subarray(0, missing)]), chunk++)
    let at = missing
    for (; part.byteLength - at >= ENCRYPTED_CHUNK_BYTES; at += ENCRYPTED_CHUNK_BYTES) {
      yield opener.decrypt(part.subarray(at, at + ENCRYPTED_CHUNK_BYTES), chunk++)
    }
    // A copy, for the part is only lent.
    begun = Buffer.from(part.subarray(at))
  }
  if (begun.byteLength > 0) yield opener.decrypt(begun, chunk)
}

async function* clipped(parts: Chunks, skip: number, length: number): Chunks {
  let toSkip = skip
  let toGive = length
  for await (const part of parts) {
    const wanted = part.subarray(toSkip, toSkip + toGive)
    toSkip = Math.max(0, toSkip - part.byteLength)
    toGive -= wanted.byteLength
    yield wanted
  }
  // What is missing at the end would be cut off unnoticed.
  if (toGive > 0) throw new DamagedBlob('A file ended before its end.')
}
