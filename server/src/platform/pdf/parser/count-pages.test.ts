import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import {
  aCompressedPdf,
  anUpdatedPdf,
  aPdf,
  objectsOf,
  SAMPLES,
  writeObjects,
} from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { countPages, type PdfSource } from './count-pages.ts'

/** A source that remembers how much was read of it. */
function aSource(bytes: Buffer): PdfSource & { readBytes: number } {
  return {
    sizeBytes: bytes.length,
    readBytes: 0,
    async read(start, end) {
      assert.ok(start >= 0 && start <= end && end < bytes.length, `${start} to ${end} of ${bytes.length}`)
      this.readBytes += end - start + 1
      return bytes.subarray(start, end + 1)
    },
  }
}
const count = (bytes: Buffer) => countPages(aSource(bytes))

/** A PDF with a table, and this among its objects. */
function aPdfWith(objects: [number, string][], trailer = '/Size 90/Root 1 0 R'): Buffer {
  const writer = writeObjects(new PdfWriter(), new Map([...objectsOf(3), ...objects]))
  return writer.start(writer.table(trailer)).bytes
}
const textOf = (bytes: Buffer) => bytes.toString('latin1')
const replaced = (bytes: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(textOf(bytes).replace(from, to), 'latin1')

describe('countPages', () => {
  for (const [what, { bytes, pages }] of SAMPLES) {
    test(`counts the pages of a PDF with ${what}`, async () => {
      assert.equal(await count(bytes), pages)
    })
  }

  const unusual: [string, Buffer, number][] = [
    ['no pages at all', aPdfWith([[2, '<</Kids[]/Count 0>>']]), 0],
    [
      'a count that stands elsewhere',
      aPdfWith([
        [2, '<</Kids[10 0 R]/Count 5 0 R>>'],
        [5, '7'],
      ]),
      7,
    ],
    ['names with letters as hexadecimals', aPdfWith([[2, '<</#4bids[10 0 R]/Coun#74 7>>']]), 7],
    ['a catalog that is longer than what is read first', aPdfWith([[1, `<</A(${'x'.repeat(9000)})/Pages 2 0 R>>`]]), 3],
    ['a root that only the version before names', replaced(anUpdatedPdf({ to: 5 }), /Root(?!.*Root)/s, 'Toor'), 5],
    ['a password, but none for its numbers', anEncryptedPdf('secret', { pages: 2 }), 2],
    ['an end that is far from its end', Buffer.concat([aPdf({ pages: 3 }), Buffer.alloc(40_000, 'junk ')]), 3],
  ]
  for (const [what, bytes, pages] of unusual) {
    test(`counts the pages of a PDF with ${what}`, async () => {
      assert.equal(await count(bytes), pages)
    })
  }

  const untold: [string, Buffer][] = [
    ['is empty', Buffer.alloc(0)],
    ['is a text', Buffer.from('%PD\nstartxref\n5\n%%EOF')],
    ['has no header', replaced(aPdf(), '%PDF-', '%DOC-')],
    ['has its header too late', Buffer.concat([Buffer.alloc(1100, ' '), aPdf()])],
    ['is only a header', Buffer.from('%PDF-1.7\n')],
    ['does not say where to begin', replaced(aPdf(), 'startxref', 'beginxref')],
    ['begins beyond its end', replaced(aPdf(), /startxref\n\d+/, 'startxref\n99999')],
    ['begins nowhere', replaced(aPdf(), /startxref\n\d+/, 'startxref\nhere')],
    ['was cut off', aPdf().subarray(0, -60)],
    ['has no root', aPdfWith([], '/Size 90')],
    ['has a root that is missing', aPdfWith([], '/Size 90/Root 77 0 R')],
    ['has a catalog without pages', aPdfWith([[1, '<</Type/Catalog>>']])],
    [
      'has pages that refer in a circle',
      aPdfWith([
        [2, '5 0 R'],
        [5, '2 0 R'],
      ]),
    ],
    [
      'has another object in its object stream',
      replaced(aCompressedPdf({ isPlain: true }), 'stream\r\n1 0', 'stream\r\n7 0'),
    ],
    ['has a deleted list of pages', replaced(aPdf(), /(\n\d{10} 00000) n( \n10 )/, '$1 f$2')],
    ['has another object where its pages should be', replaced(aPdf(), '\n2 0 obj', '\n3 0 obj')],
    ['has entries of a wrong length', replaced(aPdf(), / n \n/g, ' n\n')],
    ['has less than no pages', aPdfWith([[2, '<</Kids[10 0 R]/Count -1>>']])],
    ['has half a page', aPdfWith([[2, '<</Kids[10 0 R]/Count 1.5>>']])],
    ['has more pages than objects', aPdfWith([[2, '<</Kids[10 0 R]/Count 91>>']])],
    ['has more pages than can be', aPdfWith([[2, '<</Kids[10 0 R]/Count 2000000>>']], '/Size 3000000/Root 1 0 R')],
    ['has pages in its list but not in its count', aPdfWith([[2, '<</Kids[10 0 R]/Count 0>>']])],
    ['has no list of pages', aPdfWith([[2, '<</Count 3>>']])],
    [
      'has encrypted object streams',
      replaced(aCompressedPdf({ isPlain: true }), '/Type/XRef', '/Encrypt<<>>/Type/XRef'),
    ],
    ['is compressed in a way of images', replaced(aCompressedPdf(), '/FlateDecode', '/DCTDecode  ')],
    ['is predicted in a way of images', replaced(aCompressedPdf({ predictor: 12 }), '/Predictor 12', '/Predictor 2 ')],
    ['has a dictionary that is not closed', aPdfWith([[1, '<</Pages 2 0 R']])],
  ]
  for (const [what, bytes] of untold) {
    test(`cannot tell for a file that ${what}`, async () => {
      assert.equal(await count(bytes), undefined)
    })
  }

  test('reads little of a large file', async () => {
    const writer = new PdfWriter()
    writer.stream(30, '', Buffer.alloc(3_000_000, 'x'))
    writer.objectStream(4, objectsOf(3))
    writer.stream(31, '', Buffer.alloc(3_000_000, 'y'))
    const source = aSource(writer.start(writer.crossReferences(5, '/Size 90/Root 1 0 R')).bytes)

    assert.equal(await countPages(source), 3)
    assert.ok(source.readBytes < 32 * 1024, `${source.readBytes} bytes were read`)
  })

  test('passes on that the file cannot be read', async () => {
    const bytes = aPdf()
    let reads = 0
    const failing = { ...aSource(bytes), read: async (start: number, end: number) => failAfterFirst(start, end) }
    const failAfterFirst = (start: number, end: number) => {
      reads += 1
      if (reads > 1) throw new Error('the disk is gone')
      return bytes.subarray(start, end + 1)
    }

    await assert.rejects(countPages(failing), /disk is gone/)
  })
})

describe('countPages of a file that was damaged', () => {
  const pdfs = SAMPLES.map(([, { bytes }]) => bytes).filter((bytes) => bytes.length < 10_000)
  const aDamage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc
        .constantFrom('<<', '>>', '[', '(', '0 R', '/Prev 9', '99999999999', 'xref', 'obj', '%')
        .map((one) => Buffer.from(one)),
    ),
  })
  const damaged = (pdf: Buffer, damages: { at: number; bytes: Uint8Array }[], kept: number) => {
    const bytes = Buffer.from(pdf)
    for (const damage of damages)
      bytes.set(damage.bytes.subarray(0, bytes.length), Math.floor(damage.at * (bytes.length - 11)))
    return bytes.subarray(0, Math.ceil(kept * bytes.length))
  }

  test('never throws, and takes no time', async () => {
    const aCut = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true }))
    const damages = fc.array(aDamage, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pdfs), damages, aCut, async (pdf, some, kept) => {
        const began = performance.now()
        const pages = await count(damaged(pdf, some, kept))
        assert.ok(pages === undefined || (Number.isInteger(pages) && pages >= 0))
        assert.ok(performance.now() - began < 10_000)
      }),
      { numRuns: 3000 },
    )
  })
})
