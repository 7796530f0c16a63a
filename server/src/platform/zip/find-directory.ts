import { AHEAD_BYTES, type ReadAhead } from './read-ahead.ts'
import { UnreadableZip } from './unreadable-zip.ts'

/** Positions in the file. */
export type Directory = {
  /** What the positions within the archive are counted from: a program that unpacks itself stands before it. */
  archiveStart: number
  start: number
  end: number
  entryCount: number
}

const END_MARK = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const LOCATOR_MARK = Buffer.from('PK\x06\x07', 'latin1')
const LOCATOR_BYTES = 20
const RECORD_MARK = Buffer.from('PK\x06\x06', 'latin1')
const RECORD_BYTES = 56
/** How an archive begins: with an entry, or with the mark of one that was meant for several disks. */
const FIRST_MARKS = ['PK\x03\x04', 'PK\x07\x08', 'PK00']

/**
 * Finds the directory from the end of the file. yauzl does so too, but counts from the beginning of the file, and looks
 * at neither where the directory ends nor whether it ends there.
 */
export async function findDirectory(file: ReadAhead): Promise<Directory> {
  const tailBytes = Math.min(AHEAD_BYTES, file.sizeBytes)
  if (tailBytes < END_BYTES) throw await notFound(file)
  const tailStart = file.sizeBytes - tailBytes
  const tail = await file.read(tailStart, tailBytes)
  const endAt = tail.lastIndexOf(END_MARK, tailBytes - END_BYTES)
  if (endAt < Math.max(0, tailBytes - END_BYTES - MAX_COMMENT_BYTES)) throw await notFound(file)
  const commentBytes = tail.readUInt16LE(endAt + 20)
  if (endAt + END_BYTES + commentBytes !== tailBytes) throw new UnreadableZip('damaged')
  const directory = hasMark(tail, LOCATOR_MARK, endAt - LOCATOR_BYTES)
    ? fromRecord(tail, endAt - LOCATOR_BYTES, tailStart)
    : fromEnd(tail, endAt, tailStart)
  if (directory.archiveStart < 0) throw new UnreadableZip('damaged')
  return directory
}

/** What was cut off begins like a ZIP and has no end. */
async function notFound(file: ReadAhead): Promise<UnreadableZip> {
  const first = file.sizeBytes < 4 ? '' : (await file.read(0, 4, 4)).toString('latin1')
  return new UnreadableZip(FIRST_MARKS.includes(first) ? 'damaged' : 'not_a_zip')
}

function hasMark(tail: Buffer, mark: Buffer, at: number): boolean {
  return at >= 0 && tail.subarray(at, at + mark.length).equals(mark)
}

function fromEnd(tail: Buffer, at: number, tailStart: number): Directory {
  const entryCount = tail.readUInt16LE(at + 10)
  const sizeBytes = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  return directoryBefore(tailStart + at, sizeBytes, offset, entryCount)
}

/** ZIP64 has larger numbers in a record of its own, and behind it a locator that says where it is. */
function fromRecord(tail: Buffer, locatorAt: number, tailStart: number): Directory {
  const at = locatorAt - RECORD_BYTES
  if (!hasMark(tail, RECORD_MARK, at)) throw new UnreadableZip('damaged')
  const entryCount = numberAt(tail, at + 32)
  const sizeBytes = numberAt(tail, at + 40)
  const offset = numberAt(tail, at + 48)
  const directory = directoryBefore(tailStart + at, sizeBytes, offset, entryCount)
  const recordStart = directory.archiveStart + numberAt(tail, locatorAt + 8)
  if (recordStart !== tailStart + at) throw new UnreadableZip('damaged')
  return directory
}

function directoryBefore(end: number, sizeBytes: number, offset: number, entryCount: number): Directory {
  return { archiveStart: end - sizeBytes - offset, start: end - sizeBytes, end, entryCount }
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}
