import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aCompressedPdf, aHungryPdf, anUpdatedPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { aDrawing, aMark, aReport, aStamping } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { canBeStamped, stampDocument } from './stamp-document.ts'

const pdfWorkers = sharedPdfWorkers()
const reader = await openPdfReader()

describe('a document with its signatures', () => {
  test('has each mark on its page and the report behind the last one', async () => {
    const marks = [aMark({ page: 2, caption: ['Zoë Łuk'] }), aMark({ page: 1, drawing: aDrawing(), caption: ['Ada'] })]

    const made = await stampDocument(pdfWorkers, aPdfOf(['First', 'Second']), aStamping({ marks }))

    assert.ok(made)
    const texts = reader.textOf(made.bytes)
    const [first = '', second = '', report = ''] = texts
    assert.deepEqual([made.pageCount, texts.length], [3, 3])
    assert.ok(first.includes('First') && first.includes('Ada') && !first.includes('Zoë'))
    assert.ok(second.includes('Second') && second.includes('Jane Doe') && second.includes('Zoë Łuk'))
    assert.ok(report.includes('Certificate') && report.includes('All have signed.'))
  })

  test('is the same, byte for byte, when it is made again: a worker that was stopped leaves no other', async () => {
    const [one, other] = [
      await stampDocument(pdfWorkers, aPdf(), aStamping()),
      await stampDocument(pdfWorkers, aPdf(), aStamping()),
    ]

    assert.ok(one && other && Buffer.from(one.bytes).equals(Buffer.from(other.bytes)))
  })

  test('leaves the bytes that it was made of as they are', async () => {
    const document = aPdf('contract', { pages: 2 })
    const before = Buffer.from(document)

    await stampDocument(pdfWorkers, document, aStamping({ report: aReport({ title: 'Other' }) }))

    assert.ok(document.equals(before))
  })

  test('is nothing for bytes that are no PDF, and fails for a page that is not there', async () => {
    assert.equal(await stampDocument(pdfWorkers, Buffer.from('%PDF-1.7 and nothing more'), aStamping()), undefined)
    const beyond = stampDocument(pdfWorkers, aPdf(), aStamping({ marks: [aMark({ page: 2 })] }))
    await assert.rejects(beyond, { name: 'RangeError', message: 'A mark is for page 2; the PDF has 1.' })
  })
})

describe('whether a document can be stamped', () => {
  const cases: [what: string, document: Buffer, pages: number, expected: boolean][] = [
    ['one page', aPdf(), 1, true],
    ['many pages', aPdf('x', { pages: 12 }), 12, true],
    ['object streams', aCompressedPdf({ pages: 4 }), 4, true],
    ['a later update with fewer pages', anUpdatedPdf({ from: 5, to: 2 }), 2, true],
    ['bytes behind its end', Buffer.concat([aPdf(), Buffer.from('<html>')]), 1, true],
    ['a password', anEncryptedPdf('secret'), 2, false],
    ['drawings within drawings without end', aHungryPdf(), 1, false],
    ['nothing in it', Buffer.alloc(0), 1, false],
    ['half of it missing', aPdf('x', { pages: 3 }).subarray(0, 100), 3, false],
  ]
  for (const [what, document, pages, expected] of cases) {
    test(`${expected ? 'yes' : 'no'}, with ${what}`, async () => {
      assert.equal(await canBeStamped(pdfWorkers, document, pages), expected)
    })
  }

  test('the look at one that cannot be does not stand in the way of the next', async () => {
    const looks = await Promise.all([
      canBeStamped(pdfWorkers, anEncryptedPdf('secret'), 2),
      canBeStamped(pdfWorkers, aPdf(), 1),
    ])

    assert.deepEqual(looks, [false, true])
  })
})
