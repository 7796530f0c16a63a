/** A TrueType font of our own that draws one character as a square. */
export function aFont({ character = '李', licence = 0 }: { character?: string; licence?: number } = {}): Buffer {
  return fontFile([
    ['OS/2', words([4, 1000, 400, 5, licence, ...Array.from({ length: 34 }, () => 0)])],
    ['cmap', characterMap(character.codePointAt(0) ?? 0)],
    ['glyf', SQUARE],
    ['head', words([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 900, 900, 0, 8, 2, 1, 0])],
    ['hhea', words([1, 0, 900, -100, 0, 1000, 0, 0, 900, 1, 0, 0, 0, 0, 0, 0, 0, 2])],
    ['hmtx', words([1000, 0, 1000, 100])],
    ['loca', words([0, 0, 0, 0, 0, SQUARE.length])],
    ['maxp', words([1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['post', words([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])
}

/** One outline of four corners, each on the curve; then the ways between them. */
const SQUARE = Buffer.concat([
  words([1, 100, 0, 900, 800, 3, 0]),
  Buffer.from([1, 1, 1, 1]),
  words([100, 800, 0, -800, 0, 0, 800, 0]),
  Buffer.alloc(2),
])

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, 2 * index)
  return bytes
}

/** The form that has characters of all planes, with a single group. */
function characterMap(code: number): Buffer {
  const group = [code >>> 16, code, code >>> 16, code, 0, 1]
  return words([0, 1, 3, 10, 0, 12, 12, 0, 0, 28, 0, 0, 0, 1, ...group])
}

function fontFile(tables: readonly [tag: string, content: Buffer][]): Buffer {
  const list = Buffer.alloc(12 + 16 * tables.length)
  list.writeUInt32BE(0x00010000, 0)
  list.writeUInt16BE(tables.length, 4)
  const contents: Buffer[] = []
  let at = list.length
  for (const [index, [tag, content]] of tables.entries()) {
    const entry = 12 + 16 * index
    list.write(tag, entry, 'latin1')
    list.writeUInt32BE(at, entry + 8)
    list.writeUInt32BE(content.length, entry + 12)
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)])
    contents.push(padded)
    at += padded.length
  }
  return Buffer.concat([list, ...contents])
}
