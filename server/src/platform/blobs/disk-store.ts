import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteRange, isBlobKey } from './blobs.ts'
import type { ByteStore, OpenedBytes } from './byte-store.ts'

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Parts are written and read together up to this size: calls of the system cost more than bytes. */
const GATHERED_BYTES = 512 * 1024
/** A file of up to this size is read as a whole when it is opened. */
const SMALL_BYTES = 256 * 1024

/** Files `ab/cd/abcd…` under the folder, and `incoming/` for those not yet complete. */
export function diskStore(folder: string): ByteStore {
  const incoming = join(folder, 'incoming')
  const moveDurably = durableMoves()

  return {
    async write(bytes, keyOf) {
      const temporary = join(incoming, randomUUID())
      try {
        await writeDurably(incoming, temporary, bytes)
        await moveDurably(temporary, pathOf(folder, keyOf()))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async open(key, tailBytes) {
      const file = isBlobKey(key) ? await unlessAbsent(open(pathOf(folder, key), 'r')) : undefined
      return file && (await openedBytes(file, tailBytes))
    },

    size: async (key) => (isBlobKey(key) ? (await statIfPresent(pathOf(folder, key)))?.size : undefined),

    async delete(key) {
      if (isBlobKey(key)) await rm(pathOf(folder, key), { force: true })
    },

    async *list() {
      // Crashed uploads are cleared here, not at the opening: the sweep comes by regularly however long the process
      // lives, and a start never waits for a walk through the folder.
      await removeAbandoned(incoming)
      yield* listFiles(folder)
    },
  }
}

function pathOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key.slice(2, 4), key)
}

async function writeDurably(incoming: string, path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await createIn(incoming, path)
  try {
    let [gathered, size]: [Buffer[], number] = [[], 0]
    for await (const part of bytes) {
      gathered.push(part)
      size += part.byteLength
      if (size < GATHERED_BYTES) continue
      await writeAll(file, gathered)
      ;[gathered, size] = [[], 0]
    }
    await writeAll(file, gathered)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder is made when it is missed, which is once. */
async function createIn(folder: string, path: string): Promise<FileHandle> {
  const file = await unlessAbsent(open(path, 'wx', 0o600))
  if (file) return file
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return open(path, 'wx', 0o600)
}

/** A full disk takes a part of what it is given; what is left then fails by itself. */
async function writeAll(file: FileHandle, parts: Buffer[]): Promise<void> {
  let rest = parts
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest)
    const unwritten = rest.findIndex((part) => {
      if (bytesWritten < part.byteLength) return true
      bytesWritten -= part.byteLength
      return false
    })
    rest =
      unwritten < 0 ? [] : [rest[unwritten]?.subarray(bytesWritten) ?? Buffer.alloc(0), ...rest.slice(unwritten + 1)]
  }
}

/**
 * Moves replace equal bytes too: that is atomic, and it renews the time by which the sweep judges them. A folder is on the
 * disk for certain once the one above it was synced, which this process needs to do once; whoever made it may not have.
 */
function durableMoves() {
  const durable = new Set<string>()
  return async (from: string, to: string) => {
    const leaf = dirname(to)
    if (!durable.has(leaf)) await mkdir(leaf, { recursive: true, mode: 0o700 })
    // A folder may have been removed by hand since.
    const isMoved = await unlessAbsent(rename(from, to).then(() => true))
    if (!isMoved) {
      await mkdir(leaf, { recursive: true, mode: 0o700 })
      await rename(from, to)
    }
    await syncFolder(leaf)
    if (isMoved && durable.has(leaf)) return
    for (const folder of [dirname(leaf), dirname(dirname(leaf))]) await syncFolder(folder)
    durable.add(leaf)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openedBytes(file: FileHandle, tailBytes: number): Promise<OpenedBytes> {
  try {
    const sizeBytes = (await file.stat()).size
    const start = sizeBytes <= SMALL_BYTES ? 0 : sizeBytes - tailBytes
    const end = await readAt(file, Buffer.allocUnsafe(sizeBytes - start), start)
    const tail = end.subarray(Math.max(0, end.byteLength - tailBytes))
    if (start > 0) return { sizeBytes, tail, read: (range) => readRange(file, range), close: () => file.close() }
    await file.close()
    return { sizeBytes, tail, read: (range) => rangeOf(end, range), close: async () => {} }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* rangeOf(bytes: Buffer, { start, end }: ByteRange) {
  if (start < bytes.byteLength) yield bytes.subarray(start, end + 1)
}

async function* readRange(file: FileHandle, { start, end }: ByteRange) {
  try {
    const buffer = Buffer.allocUnsafe(Math.min(GATHERED_BYTES, end - start + 1))
    for (let at = start; at <= end; ) {
      const part = await readAt(file, buffer.subarray(0, Math.min(buffer.byteLength, end - at + 1)), at)
      if (part.byteLength === 0) return
      at += part.byteLength
      yield part
    }
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position)
  return buffer.subarray(0, bytesRead)
}

async function statIfPresent(path: string) {
  return await unlessAbsent(stat(path))
}

async function removeAbandoned(incoming: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS
  for (const name of await namesIn(incoming)) {
    const path = join(incoming, name)
    const stats = await statIfPresent(path)
    if (stats && stats.mtimeMs < oldest) await rm(path, { force: true })
  }
}

async function* listFiles(folder: string) {
  for (const first of (await namesIn(folder)).filter(isFanOut)) {
    for (const second of (await namesIn(join(folder, first))).filter(isFanOut)) {
      for (const key of (await namesIn(join(folder, first, second))).filter(isBlobKey)) {
        const stats = await statIfPresent(pathOf(folder, key))
        if (stats) yield { key, storedAt: stats.mtime, sizeBytes: stats.size }
      }
    }
  }
}

function isFanOut(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name)
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessAbsent(readdir(folder))) ?? []
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
