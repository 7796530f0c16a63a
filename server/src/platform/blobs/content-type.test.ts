import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { detectContentType, HEAD_BYTES } from './content-type.ts'

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PNG_HEADER = [0, 0, 0, 13, ...Buffer.from('IHDR'), 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89]
const png = Buffer.from([...PNG_START, ...PNG_HEADER, 0, 0, 0, 0, ...Buffer.from('IDAT')])

/** The beginning of a ZIP archive that holds these files, uncompressed. */
function zip(...files: [name: string, content: string][]): Buffer {
  return Buffer.concat(
    files.map(([name, content]) => {
      const header = Buffer.alloc(30)
      header.write('PK\x03\x04', 'latin1')
      header.writeUInt16LE(20, 4)
      header.writeUInt32LE(content.length, 18)
      header.writeUInt32LE(content.length, 22)
      header.writeUInt16LE(name.length, 26)
      return Buffer.concat([header, Buffer.from(name + content)])
    }),
  )
}
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const contentTypes = `<Types><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.sheet.main+xml"/></Types>`
const spreadsheet = zip(['[Content_Types].xml', contentTypes], ['xl/workbook.xml', '<workbook/>'])

describe('the content type of a file', () => {
  const cases: [what: string, head: Buffer, filename: string, type: string][] = [
    ['a CSV file', Buffer.from('a,b\n1,2\n'), 'values.csv', 'text/csv'],
    ['a CSV file in capitals', Buffer.from('a,b\n'), 'VALUES.CSV', 'text/csv'],
    ['a CSV file with a byte order mark', Buffer.from('\uFEFFa,b\n'), 'values.csv', 'text/csv'],
    ['a file of tabs', Buffer.from('a\tb\n'), 'values.tsv', 'text/tab-separated-values'],
    ['a JSON file', Buffer.from('{}'), 'a.json', 'application/json'],
    ['a page', Buffer.from('<p>hello'), 'a.html', 'text/html'],
    ['a text', Buffer.from('hello été 🙂'), 'a.txt', 'text/plain'],
    ['a text without an ending', Buffer.from('hello'), 'readme', 'text/plain'],
    ['a text of an unknown ending', Buffer.from('hello'), 'a.exe', 'text/plain'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'a.pdf', 'application/pdf'],
    ['a PDF that is called CSV', Buffer.from('%PDF-1.7\n'), 'values.csv', 'application/pdf'],
    ['a PNG', png, 'a.png', 'image/png'],
    ['a PNG that is called PDF', png, 'a.pdf', 'image/png'],
    ['a ZIP archive', zip(['a.txt', 'hello']), 'a.zip', 'application/zip'],
    ['a ZIP archive that is called CSV', zip(['a.txt', 'hello']), 'values.csv', 'application/zip'],
    ['a spreadsheet', spreadsheet, 'a.xlsx', `${WORKBOOK}.sheet`],
    ['a spreadsheet that is called CSV', spreadsheet, 'values.csv', `${WORKBOOK}.sheet`],
    ['a gzip', gzipSync('a,b\n'), 'values.csv', 'application/gzip'],
    ['bytes of no kind', Buffer.from([1, 2, 0xff, 0xff, 0xff, 0xff, 3, 4]), 'a.bin', 'application/octet-stream'],
    ['text in Latin-1', Buffer.from('l\xe9gende;b\n', 'latin1'), 'values.csv', 'application/octet-stream'],
    ['text with a NUL', Buffer.from('a,b\0\n'), 'values.csv', 'application/octet-stream'],
    [
      'a text that breaks off within a character',
      Buffer.from('abc\xc3', 'latin1'),
      'values.csv',
      'application/octet-stream',
    ],
    ['CSV that begins like a bitmap', Buffer.from('BMI,BMI.en-us\n22,Normal\n'), 'values.csv', 'text/csv'],
    ['CSV that begins like a program', Buffer.from('MZ,a\n1,2\n'), 'values.csv', 'text/csv'],
    ['nothing', Buffer.alloc(0), 'a.bin', 'text/plain'],
    ['nothing that is called CSV', Buffer.alloc(0), 'values.csv', 'text/csv'],
  ]
  for (const [what, head, filename, type] of cases) {
    test(`is ${type} for ${what}`, async () => {
      assert.equal(await detectContentType(head, filename), type)
    })
  }

  for (const character of ['é', '€', '🙂']) {
    test(`is that of text wherever the head ends within ${character}`, async () => {
      for (let before = 1; before <= 4; before += 1) {
        const text = Buffer.from('a'.repeat(HEAD_BYTES - before) + character.repeat(4))

        assert.equal(await detectContentType(text.subarray(0, HEAD_BYTES), 'a.csv'), 'text/csv')
      }
    })
  }
})
