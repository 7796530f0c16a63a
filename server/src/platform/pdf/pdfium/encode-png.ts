import { crc32, deflateSync } from 'node:zlib'
import type { PageSize } from './page-size.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS = 8
const RGB = 2
/** Pages are mostly white: more effort makes them hardly smaller. */
const LEVEL = 1

/** How many bytes a row of pixels takes: the number of its filter, and three for each pixel. */
export const rowBytesOf = (width: number) => 1 + 3 * width

/** Makes a PNG of rows that stand as PNG wants them. */
export function encodePng(rows: Uint8Array, { width, height }: PageSize): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([BITS, RGB], 8)
  const parts = [
    SIGNATURE,
    ...chunk('IHDR', head),
    ...chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    ...chunk('IEND'),
  ]
  const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    png.set(part, at)
    at += part.length
  }
  return png
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer[] {
  const size = Buffer.alloc(4)
  const type = Buffer.from(name, 'latin1')
  const check = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(data, crc32(type)))
  return [size, type, data, check]
}
