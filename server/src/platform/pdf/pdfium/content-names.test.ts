import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { namesIn, unpacked } from './content-names.ts'

const CONTENT = Buffer.from('q /Im1 Do Q')
const ascii85 = (text: string) => unpacked(Buffer.from(text), ['ASCII85Decode'])?.toString()

/** ASCII85 as other programs write it, with a line break. */
function asAscii85(bytes: Buffer): string {
  const groups = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, index) => {
    const part = bytes.subarray(index * 4, index * 4 + 4)
    let number = Buffer.concat([part, Buffer.alloc(4 - part.length)]).readUInt32BE()
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(33 + (number % 85))
      number = Math.floor(number / 85)
      return digit
    })
    return digits
      .reverse()
      .join('')
      .slice(0, part.length + 1)
  })
  return `${groups.join('\n')}~>`
}

describe('the content of a page', () => {
  test('is unpacked, in whichever order it was packed', () => {
    const deflated = deflateSync(CONTENT)

    assert.deepEqual(unpacked(CONTENT, []), CONTENT)
    assert.deepEqual(unpacked(deflated, ['FlateDecode']), CONTENT)
    assert.deepEqual(unpacked(Buffer.from(asAscii85(deflated)), ['ASCII85Decode', 'FlateDecode']), CONTENT)
    assert.deepEqual(unpacked(Buffer.from(`${deflated.toString('hex')}>`), ['AHx', 'Fl']), CONTENT)
  })

  test('may be ASCII85 with blanks, short groups and zeros', () => {
    assert.equal(ascii85('87cURD]i,"Ebo80~>'), 'Hello World!')
    assert.equal(ascii85('87cUR D]i,"\nEbo7~>'), 'Hello World')
    assert.equal(ascii85('z~>'), '\0\0\0\0')
    assert.equal(ascii85('~>'), '')
  })

  test('is unknown when it is broken, or packed in another way', () => {
    for (const broken of ['!~>', '{}~>', 'uuuuu~>']) assert.equal(ascii85(broken), undefined, broken)
    assert.equal(unpacked(Buffer.from('xy>'), ['ASCIIHexDecode']), undefined)
    assert.equal(unpacked(CONTENT, ['FlateDecode']), undefined)
    assert.equal(unpacked(CONTENT, ['LZWDecode']), undefined)
    assert.equal(unpacked(CONTENT, [undefined]), undefined)
  })
})

describe('the names in a content', () => {
  const contents: [content: string, names: string[]][] = [
    ['q /X1 Do Q', ['X1']],
    ['/#581 Do/X2', ['X1', 'X2']],
    ['(a/X1 \\) /X2 (b)) Tj /X3 Do', ['X3']],
    ['<2F58/X1> Tj %/X2\n/X3 Do', ['X3']],
    ['/Span<</MCID 0/Lang(/X1)>>BDC[(/X2)/X3]TJ', ['Span', 'MCID', 'Lang', 'X3']],
    ['/X1\0Do /X2\x0cDo', ['X1', 'X2']],
    ['/X\xa01 Do', ['X\xa01']],
    ['/X\v1 Do', ['X\v1']],
    ['/X1\x80Do', ['X1\x80Do', 'X1']],
  ]
  for (const [content, names] of contents) {
    test(`are those that it uses: ${JSON.stringify(content)}`, () => {
      assert.deepEqual([...namesIn(Buffer.from(content, 'latin1'))], names)
    })
  }

  test('are all of them when it is broken or has pictures, whose bytes may look like a text', () => {
    for (const content of ['(/X1', ') /X1 Do', '[ (/X1) Do', 'BI /W 1 ID ( EI /X1 Do ( EI', '>> /X1']) {
      assert.ok(namesIn(Buffer.from(content)).has('X1'), content)
    }
  })
})
