import type { Readable } from 'node:stream'
import type { Entry } from 'yauzl'
import { entryName } from './entry-name.ts'
import { findDirectory } from './find-directory.ts'
import { openContent } from './open-content.ts'
import { ReadAhead } from './read-ahead.ts'
import { readDirectory } from './read-directory.ts'
import { UnreadableZip } from './unreadable-zip.ts'
import type { ZipSource } from './zip-source.ts'

export { DamagedEntry, UnreadableZip } from './unreadable-zip.ts'
export type { ZipSource } from './zip-source.ts'

export type ZipLimits = { maxEntries: number; maxEntryBytes: number }

/** Why one entry cannot be had while the others can. */
export type EntryFault = 'encrypted' | 'unsupported' | 'unsafe_name' | 'too_large' | 'inflates_too_much'

export type ZipEntry = {
  /** From 0, in the order of the directory; folders count. */
  position: number
  /** A text for people; never a path. */
  name: string
  isDirectory: boolean
  /** As the archive says. */
  sizeBytes: number
  fault: EntryFault | undefined
  /**
   * The content. It, or its stream, fails with DamagedEntry when it is not what the archive says, and never yields more
   * than `sizeBytes`. The caller must read the stream or destroy it. May be called when the reading of the ZIP is over.
   */
  open(): Promise<Readable>
}

/** What is small may be empty paper that shrinks well; what is larger and shrinks more is made to do harm. */
const HARMLESS_BYTES = 10 * 1024 * 1024
const MAX_INFLATION = 100

/**
 * The entries of a stranger's ZIP, as its directory is read. That it is unreadable may show after some of them: who wants
 * all or nothing reads it once without opening any, which takes one read of the source for each 256 KiB of directory.
 */
export async function* readZip(source: ZipSource, limits: ZipLimits): AsyncGenerator<ZipEntry, void, undefined> {
  const file = new ReadAhead(source)
  const directory = await findDirectory(file)
  if (directory.entryCount > limits.maxEntries) throw new UnreadableZip('too_many_entries')
  const contents = file.fork()
  let position = 0
  for await (const entry of readDirectory(file, directory)) {
    const { name, isSafe } = entryName(entry)
    const fault = faultOf(entry, isSafe, limits)
    const content = {
      headerStart: directory.archiveStart + entry.relativeOffsetOfLocalHeader,
      compressedBytes: entry.compressedSize,
      isDeflated: entry.isCompressed(),
      sizeBytes: entry.uncompressedSize,
      crc: entry.crc32,
    }
    yield {
      position,
      name,
      isDirectory: name.endsWith('/'),
      sizeBytes: content.sizeBytes,
      fault,
      open: async () => {
        if (fault) throw new Error(`An entry that is ${fault} cannot be opened.`)
        return openContent(contents, content, directory.start)
      },
    }
    position += 1
  }
}

function faultOf(entry: Entry, isSafe: boolean, { maxEntryBytes }: ZipLimits): EntryFault | undefined {
  const { uncompressedSize, compressedSize } = entry
  if (entry.isEncrypted()) return 'encrypted'
  if (!entry.canDecodeFileData()) return 'unsupported'
  if (!isSafe) return 'unsafe_name'
  if (uncompressedSize > maxEntryBytes) return 'too_large'
  if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > MAX_INFLATION * compressedSize) return 'inflates_too_much'
  return undefined
}
