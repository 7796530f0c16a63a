import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type ImageOptions = {
  width?: number
  height?: number
  orientation?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif'
}

/** How a format is written. Colors of noise are looked for at length unless a GIF is made with little effort. */
const WRITTEN = { jpeg: { quality: 95 }, png: {}, webp: {}, gif: { effort: 1 } }

/** A picture that compresses no better than a photo does. `orientation` is what a camera notes about how it was held. */
export async function anImage({ width = 400, height = 300, orientation, format = 'jpeg' }: ImageOptions = {}) {
  const picture = sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
  const described = orientation === undefined ? picture : picture.withMetadata({ orientation })
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  return (orientation === undefined ? described : described.withExifMerge(place))
    .toFormat(format, WRITTEN[format])
    .toBuffer()
}

/** Bytes that differ from the middle by 30 on average, as the noise of libvips does, which costs a hundred times as much. */
function noise(size: number): Buffer {
  const bytes = randomFillSync(Buffer.allocUnsafe(size))
  for (let at = 0; at < size; at += 1) bytes[at] = 76 + (((bytes[at] ?? 0) * 104) >> 8)
  return bytes
}

/** As little as possible, that says of itself that it is a picture of many pixels, and holds them all: a PNG of one bit each. */
export function aDecompressionBomb(edge: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(edge * (1 + Math.ceil(edge / 8)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, check])
}
