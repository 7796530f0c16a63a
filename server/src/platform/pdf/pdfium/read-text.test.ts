import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aPdf, SAMPLES } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { aPage } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import type { PageText } from '#platform/pdf/workers/pdf-workers.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'

const workers = sharedPdfWorkers()

async function read(bytes: Uint8Array, from = 1): Promise<{ pages: PageText[]; next: number | null }> {
  const reading = await workers.readText(bytes, from)
  assert.equal(reading.outcome, 'read')
  return reading
}

const textsOf = ({ lines }: PageText) => lines.map((line) => line.map(({ text }) => text))

/** Whether a box lies around a point, both as fractions of the page. */
function holds([left = 0, top = 0, width = 0, height = 0]: number[], x: number, y: number): boolean {
  return left <= x * 10_000 && x * 10_000 <= left + width && top <= y * 10_000 && y * 10_000 <= top + height
}

describe('the text of pages', () => {
  test('is read line by line, with where it stands', async () => {
    const { pages, next } = await read(aPdfOf(['Payslip\nof January', 'second']))

    assert.deepEqual(pages.map(textsOf), [[['Payslip'], ['of January']], [['second']]])
    assert.deepEqual(
      pages.map(({ page, ratio }) => [page, ratio]),
      [
        [1, 1.4151],
        [2, 1.4151],
      ],
    )
    // 24 points high, from 72 points on the left and 700 above the foot of a page of 595 × 842.
    const box = pages[0]?.lines[0]?.[0]?.box ?? []
    assert.ok(holds(box, 90 / 595, (842 - 708) / 842), String(box))
    assert.ok((box[3] ?? 0) > 220 && (box[3] ?? 0) < 420, String(box))
    assert.equal(next, null)
  })

  for (const [rotate, x, y, turn] of [
    [0, 45 / 300, (400 - 153) / 400, undefined],
    [90, 153 / 400, 45 / 300, 90],
    [180, (300 - 45) / 300, 153 / 400, 180],
    [270, (400 - 153) / 400, (300 - 45) / 300, 270],
  ] as const) {
    test(`is where a page shows it that is turned by ${rotate} degrees`, async () => {
      const { pages } = await read(aPage({ entries: `/Rotate ${rotate}` }))

      const [run] = pages[0]?.lines.flat() ?? []
      assert.equal(run?.text, 'word')
      assert.equal(run.turn, turn)
      assert.ok(holds(run.box, x, y), `${run.box} has not ${x}, ${y}`)
    })
  }

  test('follows the crop box, and leaves out what it cuts off', async () => {
    const content = 'BT /F1 12 Tf 200 380 Td (outside) Tj ET'
    const { pages } = await read(aPage({ entries: '/CropBox[0 100 150 200]', content }))

    const runs = pages[0]?.lines.flat() ?? []
    assert.deepEqual(
      runs.map(({ text }) => text),
      ['word'],
    )
    assert.ok(holds(runs[0]?.box ?? [], 45 / 150, (200 - 153) / 100))
  })

  test('holds what was filled into a form', async () => {
    const field = '/FT/Tx/T(name)/V(Emma Martin)/DA(/Helv 12 Tf 0 g)/Subtype/Widget/Rect[40 40 200 60]/P 3 0 R/F 4'
    const bytes = aPage({
      entries: '/Annots[60 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>/NeedAppearances true>>',
      more: (writer) => writer.object(60, `<</Type/Annot${field}>>`),
    })

    const { pages } = await read(bytes)

    assert.ok(pages.flatMap(textsOf).flat().includes('Emma Martin'), JSON.stringify(pages))
  })

  test('is none for pages without text', async () => {
    const { pages } = await read(aPdf({ pages: 2 }))

    assert.deepEqual(pages.flatMap(textsOf), [])
    assert.equal(pages.length, 2)
  })

  test('comes in several answers', async () => {
    const bytes = aPdfOf(Array.from({ length: 60 }, (_, index) => `page ${index + 1}`))

    const found: string[] = []
    for (let next: number | null = 1, answers = 0; next !== null; answers += 1) {
      assert.ok(answers < 4)
      const answer: Awaited<ReturnType<typeof read>> = await read(bytes, next)
      found.push(...answer.pages.flatMap(textsOf).flat())
      next = answer.next
    }

    assert.deepEqual(
      found,
      Array.from({ length: 60 }, (_, index) => `page ${index + 1}`),
    )
  })

  test('is bounded, however much a page says', async () => {
    const content = Array.from(
      { length: 390 },
      (_, row) => `BT /F1 1 Tf 1 ${row} Td (${String(row).padStart(200, 'x')}) Tj ET`,
    )

    const { pages } = await read(aPage({ content: content.join(' ') }))

    const letters = pages.flatMap(textsOf).flat().join('').length
    assert.ok(letters > 10_000 && letters <= 30_000, String(letters))
  })

  test('is refused past the last page, and of files that cannot be read', async () => {
    assert.deepEqual(await workers.readText(aPdf({ pages: 2 }), 3), { outcome: 'no_such_page', pageCount: 2 })
    assert.deepEqual(await workers.readText(Buffer.from('no PDF'), 1), { outcome: 'not_readable' })
    assert.deepEqual(await workers.readText(anEncryptedPdf('secret'), 1), { outcome: 'not_readable' })
  })

  test('is read of all kinds of files', async () => {
    for (const [name, { bytes, pages }] of SAMPLES) {
      const reading = await workers.readText(bytes, 1)
      assert.equal(reading.outcome === 'read' && reading.pages.length, Math.min(pages, 25), name)
    }
  })
})
