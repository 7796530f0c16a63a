import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import { readZip, type ZipEntry, type ZipLimits, type ZipSource } from './read-zip.ts'

const STORED = 0
const DEFLATED = 8
const NOTHING = Buffer.alloc(0)
export const FLAGS = { encrypted: 0x1, descriptor: 0x8, strong: 0x40, utf8: 0x800 } as const

/** An entry as it should be written; what `says` has is a lie of the directory. */
export type EntrySample = {
  name?: string | Buffer
  content?: string | Buffer
  method?: number
  flags?: number
  /** What is written instead of the compressed content. */
  data?: Buffer
  extra?: Buffer
  localExtra?: Buffer
  comment?: string
  isZip64?: boolean
  /** In the directory and nowhere else. */
  isListedOnly?: boolean
  says?: { sizeBytes?: number; compressedBytes?: number; crc?: number; offset?: number }
}

export type ArchiveSample = {
  before?: Buffer
  comment?: string
  isZip64?: boolean
  says?: {
    entryCount?: number
    directoryBytes?: number
    directoryOffset?: number
    recordOffset?: number
    disk?: number
  }
}

/** Writes a ZIP byte by byte, as the tests want it. */
export function aZip(entries: readonly EntrySample[], archive: ArchiveSample = {}): Buffer {
  const files: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { file, record } = written(entry, offset)
    records.push(record)
    if (entry.isListedOnly) continue
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(records)
  return Buffer.concat([
    archive.before ?? NOTHING,
    ...files,
    directory,
    endOf({ entryCount: entries.length, directoryBytes: directory.length, directoryOffset: offset }, archive),
  ])
}

/** Reads from memory, and counts how often and how much it is asked. */
export function aSource(bytes: Buffer) {
  const asked = { calls: 0, bytes: 0 }
  const source: ZipSource = {
    sizeBytes: bytes.length,
    stream: async (start, end) => {
      asked.calls += 1
      asked.bytes += end - start + 1
      return Readable.from(piecesOf(bytes.subarray(start, end + 1)), { objectMode: false })
    },
  }
  return { source, asked }
}

export async function listed(source: ZipSource, limits: ZipLimits): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const entry of readZip(source, limits)) entries.push(entry)
  return entries
}

export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([numbers([2, id], [2, data.length]), data])
}

/** The Info-ZIP field with a name in UTF-8 beside the one in the header. */
export function unicodePath(name: string, headerName: Buffer): Buffer {
  return extraField(0x7075, Buffer.concat([numbers([1, 1], [4, crc32(headerName)]), Buffer.from(name)]))
}

/** Pairs of how many bytes a number takes, and the number. */
export function numbers(...pairs: [sizeBytes: number, value: number][]): Buffer {
  return Buffer.concat(
    pairs.map(([sizeBytes, value]) => {
      const bytes = Buffer.alloc(sizeBytes)
      if (sizeBytes === 8) bytes.writeBigUInt64LE(BigInt(value))
      else bytes.writeUIntLE(value, 0, sizeBytes)
      return bytes
    }),
  )
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

type LocalHeader = { method?: number; flags?: number; extra?: Buffer }

export function localHeader(name: Buffer, { method = DEFLATED, flags = 0, extra = NOTHING }: LocalHeader = {}): Buffer {
  return Buffer.concat([
    Buffer.from('PK\x03\x04'),
    numbers([2, 20], [2, flags], [2, method], [4, 0], [4, 0], [4, 0], [4, 0], [2, name.length], [2, extra.length]),
    name,
    extra,
  ])
}

function written(entry: EntrySample, offset: number): { file: Buffer; record: Buffer } {
  const { method = DEFLATED, flags = FLAGS.utf8, says = {}, comment = '', localExtra } = entry
  const name = Buffer.from(entry.name ?? 'entry.txt')
  const content = Buffer.from(entry.content ?? '')
  const data = entry.data ?? (method === STORED ? content : deflateRawSync(content))
  const { sizeBytes = content.length, compressedBytes = data.length, crc = crc32(content) } = says
  const said = [sizeBytes, compressedBytes, says.offset ?? offset]
  const zip64 = entry.isZip64 ? extraField(1, Buffer.concat(said.map((value) => numbers([8, value])))) : NOTHING
  const extra = Buffer.concat([zip64, entry.extra ?? NOTHING])
  const [size, compressed, start] = entry.isZip64 ? [0xffffffff, 0xffffffff, 0xffffffff] : said
  const record = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    numbers([2, 20], [2, 20], [2, flags], [2, method], [4, 0], [4, crc], [4, compressed ?? 0], [4, size ?? 0]),
    numbers([2, name.length], [2, extra.length], [2, comment.length], [2, 0], [2, 0], [4, 0], [4, start ?? 0]),
    name,
    extra,
    Buffer.from(comment),
  ])
  return { file: Buffer.concat([localHeader(name, { method, flags, extra: localExtra ?? extra }), data]), record }
}

type Directory = { entryCount: number; directoryBytes: number; directoryOffset: number }

function endOf(directory: Directory, { comment = '', isZip64, says = {} }: ArchiveSample): Buffer {
  const { entryCount, directoryBytes, directoryOffset } = { ...directory, ...says }
  const recordOffset = says.recordOffset ?? directory.directoryOffset + directory.directoryBytes
  const record = Buffer.concat([
    Buffer.from('PK\x06\x06'),
    numbers([8, 44], [2, 45], [2, 45], [4, says.disk ?? 0], [4, 0], [8, entryCount], [8, entryCount]),
    numbers([8, directoryBytes], [8, directoryOffset]),
    Buffer.from('PK\x06\x07'),
    numbers([4, 0], [8, recordOffset], [4, 1]),
  ])
  const [count, size, offset] = isZip64
    ? [0xffff, 0xffffffff, 0xffffffff]
    : [entryCount, directoryBytes, directoryOffset]
  return Buffer.concat([
    isZip64 ? record : NOTHING,
    Buffer.from('PK\x05\x06'),
    numbers([2, says.disk ?? 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, comment.length]),
    Buffer.from(comment, 'latin1'),
  ])
}
