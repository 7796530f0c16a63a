import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { Directory } from './find-directory.ts'
import type { ReadAhead } from './read-ahead.ts'
import { SpanWatch } from './span-watch.ts'
import { UnreadableZip } from './unreadable-zip.ts'

/** Without its name and extra fields, which may be of another length than the directory says. */
export const LOCAL_HEADER_BYTES = 30
const RECORD_MARK = 0x02014b50
const RECORD_BYTES = 46
/** Names are read and sizes compared for each entry alone: one that is wrong does not affect the others. */
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
const ENCRYPTED = 0x1
const STRONGLY_ENCRYPTED = 0x40

/** The entries as the directory has them, one after the other; where one cannot be, the file ends with an UnreadableZip. */
export async function* readDirectory(file: ReadAhead, directory: Directory): AsyncGenerator<Entry, void, undefined> {
  const archive = new Archive(file, directory.archiveStart)
  const spans = new SpanWatch(directory.archiveStart, directory.start)
  let at = directory.start
  try {
    const zip = await fromRandomAccessReaderPromise(archive, file.sizeBytes - directory.archiveStart, OPTIONS)
    for await (const entry of zip.eachEntry()) {
      at += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      const start = directory.archiveStart + entry.relativeOffsetOfLocalHeader
      const sizeBytes = LOCAL_HEADER_BYTES + entry.compressedSize
      if (at > directory.end || !file.has(start, sizeBytes)) throw new UnreadableZip('damaged')
      spans.see(start, sizeBytes)
      yield entry
    }
  } catch (error) {
    if (error === archive.failure || error instanceof UnreadableZip) throw error
    throw new UnreadableZip('damaged', { cause: error })
  }
  // Old tools wrap the count around at 65,535; entries beyond it would be dropped silently.
  if (at !== directory.end) throw new UnreadableZip('damaged')
}

/** The archive as yauzl reads it. */
class Archive extends RandomAccessReader {
  /** What the source failed with: no fault of the archive. */
  failure: unknown
  readonly #file: ReadAhead
  readonly #start: number

  constructor(file: ReadAhead, start: number) {
    super()
    this.#file = file
    this.#start = start
  }

  // biome-ignore lint/complexity/useMaxParams: the library calls it so.
  override read(
    target: Buffer,
    offset: number,
    sizeBytes: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const start = this.#start + position
    const give = (bytes: Buffer) => {
      bytes.copy(target, offset)
      if (sizeBytes === RECORD_BYTES) weakenEncryption(target.subarray(offset))
      done(null)
    }
    const fail = (error: Error) => {
      this.failure = error
      done(error)
    }
    // Most of a directory is known already, and tens of thousands of entries are many promises.
    const known = this.#file.known(start, sizeBytes)
    if (known) give(known)
    else if (!this.#file.has(start, sizeBytes)) done(new UnreadableZip('damaged'))
    else this.#file.read(start, sizeBytes).then(give, fail)
  }
}

/** yauzl gives the whole file up for one entry with strong encryption, and none for one with the old. */
function weakenEncryption(record: Buffer): void {
  const flags = record.readUInt16LE(8)
  if (record.readUInt32LE(0) !== RECORD_MARK || (flags & STRONGLY_ENCRYPTED) === 0) return
  record.writeUInt16LE((flags & ~STRONGLY_ENCRYPTED) | ENCRYPTED, 8)
}
