/** What is known of a file when all of it is written. */
export type WrittenFile = FileHead & { crc: number; compressedBytes: number; sizeBytes: number; offset: number }
export type FileHead = { name: Buffer; modifiedAt: Date; isDeflated: boolean }
export type WrittenDirectory = { entryCount: number; sizeBytes: number; offset: number }

/** The size and checksum stand behind the data; the name is UTF-8. */
const FLAGS = 0x0808
const PLAIN_VERSION = 20
const ZIP64_VERSION = 45
const MADE_ON_UNIX = 3 << 8
const REGULAR_FILE = 0o100644
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const ZIP64_FIELD = 0x0001
const TIME_FIELD = 0x5455
const FIRST_DOS_MOMENT = Date.UTC(1980, 0, 1)
const LAST_DOS_MOMENT = Date.UTC(2107, 11, 31, 23, 59, 58)

export function localHeader({ name, modifiedAt, isDeflated }: FileHead): Buffer {
  const time = timeField(modifiedAt)
  const sizes = packed([4, 0], [4, 0], [4, 0], [2, name.length], [2, time.length])
  return Buffer.concat([
    Buffer.from('PK\x03\x04'),
    packed([2, PLAIN_VERSION], [2, FLAGS], [2, methodOf(isDeflated)], [4, dosTime(modifiedAt)]),
    sizes,
    name,
    time,
  ])
}

export function dataDescriptor({ crc, compressedBytes, sizeBytes }: WrittenFile): Buffer {
  const width = compressedBytes > MAX_32 || sizeBytes > MAX_32 ? 8 : 4
  return Buffer.concat([Buffer.from('PK\x07\x08'), packed([4, crc], [width, compressedBytes], [width, sizeBytes])])
}

export function directoryRecord(file: WrittenFile): Buffer {
  const { name, modifiedAt, isDeflated, crc } = file
  const large = [file.sizeBytes, file.compressedBytes, file.offset]
  const isZip64 = large.some((value) => value >= MAX_32)
  const [sizeBytes = 0, compressedBytes = 0, offset = 0] = isZip64 ? large.map(() => MAX_32) : large
  const extra = isZip64 ? Buffer.concat([zip64Field(large), timeField(modifiedAt)]) : timeField(modifiedAt)
  const version = isZip64 ? ZIP64_VERSION : PLAIN_VERSION
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    packed([2, MADE_ON_UNIX | ZIP64_VERSION], [2, version], [2, FLAGS], [2, methodOf(isDeflated)]),
    packed([4, dosTime(modifiedAt)], [4, crc], [4, compressedBytes], [4, sizeBytes]),
    packed([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, REGULAR_FILE * 0x10000], [4, offset]),
    name,
    extra,
  ])
}

export function endOfDirectory({ entryCount, sizeBytes, offset }: WrittenDirectory): Buffer {
  const isZip64 = entryCount >= MAX_16 || sizeBytes >= MAX_32 || offset >= MAX_32
  const [count, size, start] = isZip64 ? [MAX_16, MAX_32, MAX_32] : [entryCount, sizeBytes, offset]
  const end = packed([2, 0], [2, 0], [2, count], [2, count], [4, size], [4, start], [2, 0])
  const parts = [Buffer.from('PK\x05\x06'), end]
  return Buffer.concat(isZip64 ? [zip64End({ entryCount, sizeBytes, offset }), ...parts] : parts)
}

function zip64End({ entryCount, sizeBytes, offset }: WrittenDirectory): Buffer {
  const restBytes = 44
  return Buffer.concat([
    Buffer.from('PK\x06\x06'),
    packed([8, restBytes], [2, MADE_ON_UNIX | ZIP64_VERSION], [2, ZIP64_VERSION], [4, 0], [4, 0]),
    packed([8, entryCount], [8, entryCount], [8, sizeBytes], [8, offset]),
    Buffer.from('PK\x06\x07'),
    packed([4, 0], [8, offset + sizeBytes], [4, 1]),
  ])
}

function zip64Field(values: number[]): Buffer {
  return Buffer.concat([packed([2, ZIP64_FIELD], [2, 8 * values.length]), ...values.map((value) => packed([8, value]))])
}

/** The moment in UTC, by which most tools go; the other one is a local time of an unknown zone. */
function timeField(moment: Date): Buffer {
  const seconds = Math.floor(moment.getTime() / 1000)
  const kept = Math.min(Math.max(seconds, -0x80000000), 0x7fffffff)
  return packed([2, TIME_FIELD], [2, 5], [1, 1], [4, kept >>> 0])
}

/** That of UTC, so that a server in another place makes the same bytes. */
function dosTime(moment: Date): number {
  const at = new Date(Math.min(Math.max(moment.getTime(), FIRST_DOS_MOMENT), LAST_DOS_MOMENT))
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}

function methodOf(isDeflated: boolean): number {
  return isDeflated ? 8 : 0
}

/** Numbers, each with how many bytes it takes. */
function packed(...numbers: [width: 1 | 2 | 4 | 8, value: number][]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of numbers) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
