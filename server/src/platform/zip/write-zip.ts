import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { isSafeName } from './entry-name.ts'
import { RecordBlocks } from './record-blocks.ts'
import { dataDescriptor, directoryRecord, endOfDirectory, localHeader } from './zip-records.ts'

export type ZipFile = { name: string; modifiedAt: Date; open(): Promise<Readable>; compress: boolean }

const MAX_NAME_BYTES = 0xffff

/**
 * The bytes of a ZIP, made as they are read; each file is opened when it is its turn, and at most one is open. A failure
 * of a file fails the stream. Destroying the stream destroys the open file and ends the iteration. Equal files give equal
 * bytes. A name that `readZip` calls unsafe, or that of a folder, is the mistake of the caller and fails the stream too.
 */
export function writeZip(files: AsyncIterable<ZipFile>): Readable {
  const stop = new AbortController()
  const parts = partsOf(files, stop.signal)
  const bytes = new Readable({
    read() {
      parts.next().then(
        ({ done, value }) => bytes.push(done ? null : value),
        (error) => bytes.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort()
      // What it waits for may take its time; who destroys the stream need not.
      parts.return().catch(() => {})
      done(error)
    },
  })
  return bytes
}

// Not with yazl: it holds 24 KiB for each file until the end, and goes through all the earlier ones for each.
async function* partsOf(files: AsyncIterable<ZipFile>, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const directory = new RecordBlocks()
  let offset = 0
  for await (const file of files) {
    if (signal.aborted) return
    const head = { name: nameOf(file), modifiedAt: file.modifiedAt, isDeflated: file.compress }
    const header = localHeader(head)
    yield header
    const written = { ...head, ...(yield* contentOf(file, signal)), offset }
    const descriptor = dataDescriptor(written)
    yield descriptor
    directory.add(directoryRecord(written))
    offset += header.length + written.compressedBytes + descriptor.length
  }
  yield* directory.all()
  yield endOfDirectory({ entryCount: directory.count, sizeBytes: directory.sizeBytes, offset })
}

function nameOf({ name }: ZipFile): Buffer {
  const bytes = Buffer.from(name)
  const isFile = isSafeName(name) && !name.includes('\\') && !name.endsWith('/') && bytes.length <= MAX_NAME_BYTES
  if (!isFile) throw new Error(`No file in a ZIP may be named ${JSON.stringify(name.slice(0, 100))}.`)
  return bytes
}

type Tally = { crc: number; sizeBytes: number }
type Written = Tally & { compressedBytes: number }

async function* contentOf(file: ZipFile, signal: AbortSignal): AsyncGenerator<Buffer, Written, undefined> {
  const content = addAbortSignal(signal, await file.open())
  const tally = { crc: 0, sizeBytes: 0 }
  let compressedBytes = 0
  for await (const part of storedParts(content, tally, file.compress)) {
    compressedBytes += part.length
    yield part
  }
  // Its end may come before it is closed.
  await finished(content, { writable: false })
  return { ...tally, compressedBytes }
}

function storedParts(content: Readable, tally: Tally, isDeflated: boolean): AsyncIterable<Buffer> {
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      tally.crc = crc32(part, tally.crc)
      tally.sizeBytes += part.length
      done(null, part)
    },
  })
  // The reader of the chunks gets the failure.
  const ignore = () => {}
  return isDeflated ? pipeline(content, counted, createDeflateRaw(), ignore) : pipeline(content, counted, ignore)
}
