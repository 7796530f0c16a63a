/*
 * The colours of sRGB (IEC 61966-2-1) as an ICC profile of version 2, reckoned from the standard: so no file of others has to
 * come along. Numbers are in big-endian order; places count from the beginning of the file.
 */

const HEADER_BYTES = 128
const DESCRIPTION = 'sRGB IEC61966-2-1'
/** The white of the profile connection space, D50. */
const D50 = [0.9642, 1, 0.8249]
/** The primaries of sRGB, adapted from D65 to D50 by Bradford. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
}
const CURVE_POINTS = 1024

export function srgbProfile(): Buffer {
  const curve = curveData()
  const tags: [string, Buffer][] = [
    ['desc', descriptionData()],
    ['cprt', Buffer.from('text\0\0\0\0No copyright, use freely.\0', 'latin1')],
    ['wtpt', xyzData(D50)],
    ...Object.entries(PRIMARIES).map(([name, xyz]): [string, Buffer] => [name, xyzData(xyz)]),
    // All three share one curve.
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length, 0)
  const parts: Buffer[] = []
  const places = new Map<Buffer, number>()
  let at = HEADER_BYTES + table.length
  for (const [index, [name, data]] of tags.entries()) {
    if (!places.has(data)) {
      const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
      places.set(data, at)
      parts.push(padded)
      at += padded.length
    }
    table.write(name, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(places.get(data) ?? 0, 8 + 12 * index)
    table.writeUInt32BE(data.length, 12 + 12 * index)
  }
  return Buffer.concat([header(at), table, ...parts])
}

function header(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.writeUInt32BE(sizeBytes, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // When it was made: a day that does not change, so that equal reports are equal files.
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  xyzNumbers(D50).copy(bytes, 68)
  return bytes
}

function xyzNumbers(xyz: readonly number[]): Buffer {
  const bytes = Buffer.alloc(12)
  for (const [index, value] of xyz.entries()) bytes.writeInt32BE(Math.round(value * 65536), 4 * index)
  return bytes
}

const xyzData = (xyz: readonly number[]) => Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), xyzNumbers(xyz)])

/** A text in ASCII; in its other two forms it is empty. */
function descriptionData(): Buffer {
  const text = Buffer.from(`${DESCRIPTION}\0`, 'latin1')
  const head = Buffer.from('desc\0\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt32BE(text.length, 8)
  return Buffer.concat([head, text, Buffer.alloc(8 + 3 + 67)])
}

function curveData(): Buffer {
  const bytes = Buffer.alloc(12 + 2 * CURVE_POINTS)
  bytes.write('curv', 'latin1')
  bytes.writeUInt32BE(CURVE_POINTS, 8)
  for (let point = 0; point < CURVE_POINTS; point += 1) {
    bytes.writeUInt16BE(Math.round(65535 * linear(point / (CURVE_POINTS - 1))), 12 + 2 * point)
  }
  return bytes
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
