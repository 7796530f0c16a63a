import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { eachOf } from '#platform/each-of.ts'
import { type ByteRange, isBlobKey } from './blobs.ts'
import type { ByteStore, OpenedBytes } from './byte-store.ts'

// By their numbers: the handles of `node:fs/promises` cost a fifth of what it takes to store a small file.
const open = promisify(fs.open)
const close = promisify(fs.close)
const fsync = promisify(fs.fsync)
const fstat = promisify(fs.fstat)
const unlink = promisify(fs.unlink)
const writev = (file: number, parts: Buffer[]) =>
  new Promise<number>((resolve, reject) => {
    fs.writev(file, parts, (error, bytesWritten) => (error ? reject(error) : resolve(bytesWritten)))
  })
const read = (file: number, buffer: Buffer, position: number) =>
  new Promise<Buffer>((resolve, reject) => {
    fs.read(file, buffer, 0, buffer.byteLength, position, (error, bytesRead) =>
      error ? reject(error) : resolve(buffer.subarray(0, bytesRead)),
    )
  })

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Parts are written and read together up to this size: calls of the system cost more than bytes. */
const GATHERED_BYTES = 512 * 1024

/** Files `ab/abcd…` under the folder, and `incoming/` for those not yet complete. */
export function diskStore(folder: string): ByteStore {
  const incoming = join(folder, 'incoming')
  const folders = openFolders()
  const moveDurably = durableMoves(folders)

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
      return file === undefined ? undefined : openedBytes(file, tailBytes)
    },

    size: async (key) => (isBlobKey(key) ? (await statIfPresent(pathOf(folder, key)))?.size : undefined),

    async delete(...keys) {
      const leaves = Map.groupBy(keys.filter(isBlobKey), (key) => dirname(pathOf(folder, key)))
      const opened: number[] = []
      await eachOf([...leaves], AT_ONCE, async ([leaf, own]) => {
        const file = await folders.openIfPresent(leaf)
        if (file === undefined) return
        opened.push(file)
        for (const key of own) await unlessAbsent(unlink(pathOf(folder, key)))
      })
      // That they are gone is on the disk once their folders are: also what a process removed that was killed before this.
      // Afterwards, for the first to be synced takes most of the others with it.
      await eachOf(opened, AT_ONCE, fsync)
      return []
    },

    async check() {
      const canUse = (path: string) => access(path, fs.constants.R_OK | fs.constants.W_OK).then(() => true)
      // The first file makes the folder: until then, the one above it has to take it.
      if (!(await unlessAbsent(canUse(folder)))) await canUse(dirname(folder))
    },

    async *list() {
      // Crashed uploads are cleared here, not at the opening: the sweep comes by regularly however long the process
      // lives, and a start never waits for a walk through the folder.
      await removeAbandoned(incoming)
      yield* listFiles(folder)
    },
  }
}

/** As many as Node does at a time, so that others have their turn in between. */
const AT_ONCE = 4

function pathOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key)
}

async function writeDurably(incoming: string, path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const parts = gathered(bytes)
  const { value: first, done: isAll } = await parts.next()
  // What is written once is synced by the writing.
  const file = await createIn(incoming, path, isAll ? NEW | O_DSYNC : NEW)
  let writing = writeAll(file, first)
  try {
    // The next parts are made ready meanwhile.
    for (let isLast = isAll; !isLast; ) {
      const next = parts.next()
      const [{ value, done }] = await Promise.all([next, writing])
      writing = writeAll(file, value)
      isLast = done
    }
    await writing
    if (!isAll) await fsync(file)
  } finally {
    // Its number may be that of another file as soon as it is closed.
    await Promise.allSettled([writing])
    await close(file)
  }
}

const { O_CREAT, O_EXCL, O_WRONLY, O_DSYNC } = fs.constants
const NEW = O_CREAT | O_EXCL | O_WRONLY

/** As much at a time as is written at a time; the last of it is answered as the end. */
async function* gathered(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer[], Buffer[], undefined> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of bytes) {
    if (size >= GATHERED_BYTES) {
      yield parts
      ;[parts, size] = [[], 0]
    }
    parts.push(part)
    size += part.byteLength
  }
  return parts
}

/** The folder is made when it is missed, which is once. */
async function createIn(folder: string, path: string, flags: number): Promise<number> {
  const file = await unlessAbsent(open(path, flags, 0o600))
  if (file !== undefined) return file
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return open(path, flags, 0o600)
}

/** A full disk accepts a part of a write; writing the rest then fails. */
async function writeAll(file: number, parts: Buffer[]): Promise<void> {
  let rest = parts
  while (rest.length > 0) {
    let written = await writev(file, rest)
    const next = rest.findIndex((part) => {
      if (written < part.byteLength) return true
      written -= part.byteLength
      return false
    })
    rest = next < 0 ? [] : rest.slice(next).map((part, index) => (index === 0 ? part.subarray(written) : part))
  }
  for (const part of parts) letGo(part)
}

/** Frees the written buffers at once; a large file would otherwise pile them up until the next garbage collection. */
function letGo({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}

/** The folders, 256 at most, are kept open to be synced. */
function openFolders() {
  const folders = new Map<string, Promise<number>>()
  const forget = (leaf: string, error: unknown): never => {
    folders.delete(leaf)
    throw error
  }
  const keep = (leaf: string, openIt: () => Promise<number>) => {
    const opened = folders.get(leaf) ?? openIt()
    folders.set(leaf, opened)
    return opened.catch((error: unknown) => forget(leaf, error))
  }
  return {
    /** That it exists is on the disk once the folder above it was synced. */
    openOrMake: (leaf: string) =>
      keep(leaf, async () => {
        await mkdir(leaf, { recursive: true, mode: 0o700 })
        const above = await open(dirname(leaf), 'r')
        await fsync(above).finally(() => close(above))
        return open(leaf, 'r')
      }),
    async openIfPresent(leaf: string): Promise<number | undefined> {
      const known = folders.get(leaf)
      if (known) return known
      const file = await unlessAbsent(open(leaf, 'r'))
      const meanwhile = folders.get(leaf)
      if (file === undefined || !meanwhile) {
        if (file !== undefined) folders.set(leaf, Promise.resolve(file))
        return file
      }
      await close(file)
      return meanwhile
    },
    forget,
  }
}

/** Moves replace equal bytes too: that is atomic, and it renews the time by which the sweep judges them. */
function durableMoves(folders: ReturnType<typeof openFolders>) {
  return async (from: string, to: string) => {
    const leaf = dirname(to)
    const folder = await folders.openOrMake(leaf)
    // It may have been removed by hand.
    if (!(await unlessAbsent(rename(from, to).then(() => true)))) {
      folders.forget(leaf, new Error(`The folder ${leaf} is gone.`))
    }
    await fsync(folder)
  }
}

async function openedBytes(file: number, tailBytes: number): Promise<OpenedBytes> {
  try {
    const sizeBytes = (await fstat(file)).size
    const isSmall = sizeBytes <= GATHERED_BYTES
    const start = isSmall ? 0 : sizeBytes - tailBytes
    const end = await read(file, Buffer.allocUnsafe(sizeBytes - start), start)
    const tail = end.subarray(Math.max(0, end.byteLength - tailBytes))
    if (!isSmall) return { sizeBytes, tail, ...closedOnce(file) }
    await close(file)
    return { sizeBytes, tail, read: (range) => rangeOf(end, range), close: async () => {} }
  } catch (error) {
    await close(file)
    throw error
  }
}

async function* rangeOf(bytes: Buffer, { start, end }: ByteRange) {
  if (start < bytes.byteLength) yield bytes.subarray(start, end + 1)
}

/** The number of a file that was closed may be that of another by now. */
function closedOnce(file: number): Pick<OpenedBytes, 'read' | 'close'> {
  let closed: Promise<void> | undefined
  const closeIt = () => {
    closed ??= close(file)
    return closed
  }
  return { read: (range) => readRange(file, range, closeIt), close: closeIt }
}

async function* readRange(file: number, { start, end }: ByteRange, closeIt: () => Promise<void>) {
  const sizeBytes = Math.min(GATHERED_BYTES, end - start + 1)
  const readInto = (buffer: Buffer, at: number) =>
    at > end ? undefined : read(file, buffer.subarray(0, Math.min(sizeBytes, end - at + 1)), at)
  // One is read ahead while the other is lent.
  let lent = Buffer.allocUnsafe(sizeBytes)
  let ahead = Buffer.allocUnsafe(sizeBytes)
  let reading = readInto(lent, start)
  try {
    for (let at = start; reading; ) {
      const part: Buffer = await reading
      if (part.byteLength === 0) return
      at += part.byteLength
      reading = readInto(ahead, at)
      yield part
      ;[lent, ahead] = [ahead, lent]
    }
  } finally {
    await Promise.allSettled([reading])
    await closeIt()
  }
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
  for (const leaf of (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const key of (await namesIn(join(folder, leaf))).filter(isBlobKey)) {
      const stats = await statIfPresent(pathOf(folder, key))
      if (stats) yield { key, storedAt: stats.mtime, sizeBytes: stats.size }
    }
  }
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
