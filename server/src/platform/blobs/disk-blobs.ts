import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Blobs, type ByteRange, checkRange, isBlobKey, type ListedBlob } from './blobs.ts'
import { metered } from './metered.ts'

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Blobs as files: `ab/cd/abcd…` under the folder, and `incoming/` for those not yet complete. */
export function diskBlobs(folder: string): Blobs {
  const incoming = join(folder, 'incoming')

  return {
    async put(source, { maxBytes } = {}) {
      const meter = metered(source, maxBytes)
      const temporary = join(incoming, randomUUID())
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        await writeDurably(temporary, meter.bytes())
        const stored = meter.total()
        await moveDurably(temporary, pathOf(folder, stored.key))
        return stored
      } catch (error) {
        source.destroy()
        await rm(temporary, { force: true })
        throw error
      }
    },

    async get(key, range) {
      if (range) checkRange(range)
      return isBlobKey(key) ? await readable(pathOf(folder, key), range) : undefined
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

async function writeDurably(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replaces equal bytes too: that is atomic, and it renews the time by which the sweep judges them. */
async function moveDurably(from: string, to: string): Promise<void> {
  const leaf = dirname(to)
  await mkdir(leaf, { recursive: true, mode: 0o700 })
  await rename(from, to)
  // The folders above as well, since whoever made them at this moment may not have synced them yet.
  for (const folder of [leaf, dirname(leaf), dirname(dirname(leaf))]) await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readable(path: string, range: ByteRange | undefined): Promise<Readable | undefined> {
  const file = await unlessAbsent<FileHandle>(open(path, 'r'))
  return file?.createReadStream({ start: 0, ...range })
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

async function* listFiles(folder: string): AsyncGenerator<ListedBlob> {
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
