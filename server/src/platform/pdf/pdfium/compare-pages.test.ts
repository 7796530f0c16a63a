import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aPage } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { firstChangedPage } from './compare-pages.ts'
import { loadPdfium } from './load-pdfium.ts'
import { PdfiumDocuments } from './pdfium-documents.ts'

const pdfium = await loadPdfium({ maxMemoryBytes: 256 * 1024 * 1024 })
const documents = new PdfiumDocuments(pdfium)

function isChanged(before: Buffer, after: Buffer, isExact = false): boolean {
  const pairs = [{ seen: 1, made: 1, isExact }]
  const compare = (seen: number, made: number) => firstChangedPage(pdfium, { seen, made }, pairs) === 1
  return documents.withFile(before, (seen) => documents.withFile(after, (made) => compare(seen, made)))
}

const saying = (text: string, { left = 100, shade = 0, size = 10 } = {}) =>
  aPage({ content: `BT ${shade} g /F1 ${size} Tf ${left} 100 Td (${text}) Tj ET` })

describe('a page that was made of another', () => {
  test('is unchanged with the same content, pixel by pixel', () => {
    assert.equal(isChanged(saying('Salary 3000'), saying('Salary 3000'), true), false)
    assert.equal(isChanged(saying('Salary 3000'), saying('Salary 3000', { left: 100.1 }), true), true)
  })

  test('is unchanged when a text stands a fraction of a pixel further', () => {
    assert.equal(isChanged(saying('Salary 3000'), saying('Salary 3000', { left: 100.2 })), false)
    assert.equal(isChanged(saying('Salary 3000'), saying('Salary 3000', { left: 101 })), true)
  })

  test('is changed by one other digit, or a point', () => {
    const others = ['8000', '3006', '300', '3.000', '3001']
    for (const other of others) assert.equal(isChanged(saying('3000'), saying(other)), true, other)
  })

  test('is changed by a pale text that had not been there', () => {
    assert.equal(isChanged(saying(''), saying('Clauses', { shade: 0.85 })), true)
  })

  test('is changed when it has another size, or cannot be had', () => {
    assert.equal(isChanged(aPage(), aPage({ entries: '/Rotate 90' })), true)
    assert.equal(isChanged(aPage(), aPage({ entries: '/MediaBox[0 0 0 0]/CropBox[0 0 0 0]' })), true)
  })
})
