import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { Directory } from './find-directory.ts'
import type { ReadAhead } from './read-ahead.ts'
import { SpanWatch } from './span-watch.ts'
import { UnreadableZip } from './unreadable-zip.ts'

/** Without its name and extra fields, which may be of another length than the directory says. */
export const LOCAL_HEADER_BYTES = 30
const RECORD_MARK = 0x02014b50
const RECORD_BYTES = 46
const [ENCRYPTED, STRONGLY_ENCRYPTED] = [0x1, 0x40]

/** The entries as the directory has them, one after the other; where one cannot be, the file ends with an UnreadableZip. */
export async function* readDirectory(file: ReadAhead, directory: Directory): AsyncGenerator<Entry, void, undefined> {
  const spans = new SpanWatch(directory.archiveStart, directory.start)
  let at = directory.start
  for await (const entry of entriesOf(file, directory)) {
    at += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    const start = directory.archiveStart + entry.relativeOffsetOfLocalHeader
    const sizeBytes = LOCAL_HEADER_BYTES + entry.compressedSize
    if (at > directory.end || !file.has(start, sizeBytes)) throw new UnreadableZip('damaged')
    spans.see(start, sizeBytes)
    yield entry
  }
  // Old tools count no further than 65,535 and begin anew; what they have beyond would be lost without a word.
  if (at !== directory.end) throw new UnreadableZip('damaged')
}

async function* entriesOf(file: ReadAhead, { archiveStart }: Directory): AsyncGenerator<Entry, void, undefined> {
  const archive = new Archive(file, archiveStart)
  try {
    const zip = await fromRandomAccessReaderPromise(archive, file.sizeBytes - archiveStart, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    yield* zip.eachEntry()
  } catch (error) {
    throw error === archive.failure ? error : new UnreadableZip('damaged', { cause: error })
  }
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

  override read(
    target: Buffer,
    offset: number,
    sizeBytes: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#copy(this.#start + position, target.subarray(offset, offset + sizeBytes)).then(() => done(null), done)
  }

  async #copy(start: number, target: Buffer): Promise<void> {
    if (!this.#file.has(start, target.length)) throw new UnreadableZip('damaged')
    const bytes = await this.#file.read(start, target.length).catch((error) => {
      this.failure = error
      throw error
    })
    bytes.copy(target)
    if (target.length === RECORD_BYTES) weakenEncryption(target)
  }
}

/** yauzl gives the whole file up for one entry with strong encryption, and none for one with the old. */
function weakenEncryption(record: Buffer): void {
  const flags = record.readUInt16LE(8)
  if (record.readUInt32LE(0) !== RECORD_MARK || (flags & STRONGLY_ENCRYPTED) === 0) return
  record.writeUInt16LE((flags & ~STRONGLY_ENCRYPTED) | ENCRYPTED, 8)
}
