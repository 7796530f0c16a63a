import { pipeline, Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { AHEAD_BYTES, type ReadAhead } from './read-ahead.ts'
import { LOCAL_HEADER_BYTES } from './read-directory.ts'
import { DamagedEntry } from './unreadable-zip.ts'

/** What the directory says of an entry. */
export type Content = {
  headerStart: number
  compressedBytes: number
  isDeflated: boolean
  sizeBytes: number
  crc: number
}

const LOCAL_HEADER_MARK = 0x04034b50
/** So much is read together with the header and what follows; more is streamed. */
const SMALL_BYTES = AHEAD_BYTES / 2

export async function openContent(file: ReadAhead, content: Content, directoryStart: number): Promise<Readable> {
  const { compressedBytes, isDeflated } = content
  const start = await findData(file, content)
  if (start + compressedBytes > directoryStart) throw new DamagedEntry('The entry reaches into the directory.')
  const checked = contentCheck(content)
  if (compressedBytes === 0) return Readable.from([]).pipe(checked)
  const stored = await streamData(file, start, compressedBytes)
  // What stands behind the end of deflated data is not waited for.
  checked.once('close', () => stored.destroy())
  // The reader of the stream gets its failure.
  const ignore = () => {}
  return isDeflated ? pipeline(stored, createInflateRaw(), checked, ignore) : pipeline(stored, checked, ignore)
}

async function findData(file: ReadAhead, { headerStart, compressedBytes }: Content): Promise<number> {
  const aheadBytes = compressedBytes > SMALL_BYTES ? LOCAL_HEADER_BYTES : AHEAD_BYTES
  const header = await file.read(headerStart, LOCAL_HEADER_BYTES, aheadBytes)
  if (header.readUInt32LE(0) !== LOCAL_HEADER_MARK) throw new DamagedEntry('The entry is not where the directory says.')
  const nameBytes = header.readUInt16LE(26)
  const extraBytes = header.readUInt16LE(28)
  return headerStart + LOCAL_HEADER_BYTES + nameBytes + extraBytes
}

async function streamData(file: ReadAhead, start: number, sizeBytes: number): Promise<Readable> {
  if (sizeBytes > SMALL_BYTES) return file.stream(start, sizeBytes)
  // A copy, for the reader of an entry that is not compressed may do with its bytes what it likes.
  return Readable.from(Buffer.from(await file.read(start, sizeBytes)), { objectMode: false })
}

function contentCheck({ sizeBytes, crc }: Content): Transform {
  let seenBytes = 0
  let seenCrc = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      seenBytes += part.length
      seenCrc = crc32(part, seenCrc)
      if (seenBytes > sizeBytes) done(new DamagedEntry('The entry is longer than the directory says.'))
      else done(null, part)
    },
    flush(done) {
      if (seenBytes < sizeBytes) done(new DamagedEntry('The entry is shorter than the directory says.'))
      else if (seenCrc !== crc) done(new DamagedEntry('The entry has another checksum than the directory says.'))
      else done()
    },
    destroy(error, done) {
      done(isInflateError(error) ? new DamagedEntry('The entry cannot be inflated.', { cause: error }) : error)
    },
  })
}

/** Others, such as the want of memory, are no fault of the entry. */
function isInflateError(error: Error | null): boolean {
  const code = error && 'code' in error ? error.code : undefined
  return code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || code === 'Z_NEED_DICT'
}
