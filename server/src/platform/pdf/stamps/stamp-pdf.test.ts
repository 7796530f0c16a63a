import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import {
  aDrawing,
  aMark,
  aPage,
  aReport,
  aStamping,
  differences,
  type Pixels,
  pixelsOf,
} from '#platform/pdf/samples/stamp-samples.conformance.ts'
import type { Mark, Stamping } from '#platform/pdf/workers/pdf-workers.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { runProgram } from '#test/harness/processes/programs.ts'

const session = sharedPdfWorkers().openSession({ threads: 1 })
after(() => session.close())
const reader = await openPdfReader()

async function stamped(file: Uint8Array, changes: Partial<Stamping> = {}) {
  const made = await session.stamp(file, aStamping(changes))
  assert.ok(made)
  return made
}

function pictureOf(bytes: Uint8Array, page = 1): Pixels {
  return pixelsOf(Buffer.from(reader.pictureOf(bytes, page), 'base64'))
}

const edges = (points: { x: number; y: number }[]) => ({
  left: points.reduce((least, { x }) => Math.min(least, x), 1),
  right: points.reduce((most, { x }) => Math.max(most, x), 0),
  top: points.reduce((least, { y }) => Math.min(least, y), 1),
  bottom: points.reduce((most, { y }) => Math.max(most, y), 0),
})

/** The page shows what it showed, and the mark within its box and nowhere else: most of the box, at that. */
function assertMarked(before: Uint8Array, after: Uint8Array, mark: Mark): void {
  const old = pictureOf(before)
  const now = pictureOf(after)
  assert.deepEqual([now.width, now.height], [old.width, old.height])
  const changed = edges(differences(old, now))
  const slack = 0.004
  assert.ok(changed.left >= mark.x - slack && changed.left <= mark.x + mark.width * 0.15, `left: ${changed.left}`)
  assert.ok(changed.right <= mark.x + mark.width + slack && changed.right >= mark.x + mark.width * 0.85, 'right')
  assert.ok(changed.top >= mark.y - slack && changed.top <= mark.y + mark.height * 0.75, `top: ${changed.top}`)
  assert.ok(changed.bottom <= mark.y + mark.height + slack && changed.bottom >= mark.y + mark.height * 0.8, 'bottom')
}

describe('a mark', () => {
  const pages: [name: string, Buffer][] = [
    ['as it is', aPage()],
    ...[90, 180, 270, -90].map((turn): [string, Buffer] => [
      `turned by ${turn}`,
      aPage({ entries: `/Rotate ${turn}` }),
    ]),
    ['whose origin is elsewhere', aPage({ entries: '/MediaBox[-50 20 250 420]' })],
    ['that is cut', aPage({ entries: '/CropBox[30 60 270 380]' })],
    ['that is cut and turned', aPage({ entries: '/MediaBox[-50 -20 350 420]/CropBox[10 10 280 330]/Rotate 270' })],
    ['with corners the other way round', aPage({ entries: '/MediaBox[300 400 0 0]/Rotate 90' })],
    ['whose content leaves itself scaled', aPage({ content: 'q q 0.2 0 0 0.2 90 90 cm' })],
    ['whose content leaves itself cut', aPage({ content: 'q 0 0 5 5 re W n' })],
    ['whose content leaves text that does not show', aPage({ content: 'BT 3 Tr 90 Tz 5 Tc' })],
    ['whose content ends what it did not begin', aPage({ content: 'Q Q Q ET EMC' })],
    ['whose content is cut within an operator', aPage({ content: ['q 1 0 0', '1 40 40 cm 0 g 5 5', '20 20 re f'] })],
    ['without content', aPage({ entries: '/Contents[]' })],
  ]
  for (const [name, page] of pages) {
    test(`stands in its box on a page ${name}`, async () => {
      const mark = aMark()

      const { bytes } = await stamped(page, { marks: [mark] })

      assertMarked(page, bytes, mark)
      const typed = reader.charactersOf(bytes, 1).filter(({ character }) => 'Jae'.includes(character))
      const [first, second] = typed.slice(-6)
      assert.ok(first && second && first.left < second.left && Math.abs(first.top - second.top) < 1)
    })
  }

  test('stays in its box when drawn by hand, whatever the shape of box and pad', async () => {
    const page = aPage({ entries: '/Rotate 90' })
    const before = pictureOf(page)
    for (const [width, height] of [
      [0.5, 0.1],
      [0.1, 0.5],
      [0.02, 0.02],
      [1, 1],
    ] as const) {
      for (const aspect of [0.2, 1, 6]) {
        const mark = aMark({ x: 0, y: 0, width, height, drawing: aDrawing(undefined, aspect) })

        const { bytes } = await stamped(page, { marks: [mark] })

        const changed = edges(differences(before, pictureOf(bytes)))
        assert.ok(changed.right <= width + 0.004 && changed.bottom <= height + 0.004, `${width} × ${height}, ${aspect}`)
      }
    }
  })

  test('keeps the shape of what was drawn', async () => {
    const square = [0.25, 0.1, 0.25, 0.9, 0.75, 0.9, 0.75, 0.1, 0.25, 0.1].map((one, at) =>
      at % 2 === 0 ? 0.3 + (one - 0.25) * 0.8 : one,
    )
    const page = aPdfOf([''])

    const { bytes } = await stamped(page, { marks: [aMark({ caption: [], drawing: aDrawing([square], 2) })] })

    const blue = differences(pictureOf(page), pictureOf(bytes)).filter(({ y }) => y < 0.47)
    const { left, right, top, bottom } = edges(blue)
    const ratio = ((right - left) * 595) / ((bottom - top) * 842)
    assert.ok(ratio > 0.9 && ratio < 1.1, `It is ${ratio} times as wide as high.`)
  })

  test('shows dots, and nothing for a drawing without strokes', async () => {
    const page = aPdfOf([''])
    const inkOf = async (strokes: number[][]) => {
      const { bytes } = await stamped(page, { marks: [aMark({ caption: [], drawing: aDrawing(strokes) })] })
      return differences(pictureOf(page), pictureOf(bytes)).length
    }

    const none = await inkOf([])

    assert.equal(await inkOf([[]]), none)
    assert.ok((await inkOf([[0.5, 0.5]])) > none)
  })

  test('shows names of all scripts, which can be found', async () => {
    const names = ['Łucja Żółć', 'Иван Петров', 'Σωκράτης', 'Jürgen Groß', 'Nguyễn Thị', 'Ștefan']
    const place = { x: 0.1, width: 0.5, height: 0.1 }
    const marks = names.map((text, index) =>
      aMark({ ...place, y: index * 0.12, drawing: { kind: 'typed', text }, caption: [text] }),
    )

    const { bytes } = await stamped(aPdfOf(['']), { marks })

    const [text = ''] = reader.textOf(bytes)
    for (const name of names) assert.equal(text.split(name).length, 3, name)
  })

  test('shows names from the right', async () => {
    const page = aPdfOf([''])
    for (const text of ['محمد علي', 'שלום לוי']) {
      const { bytes } = await stamped(page, { marks: [aMark({ drawing: { kind: 'typed', text }, caption: [] })] })

      assert.ok(differences(pictureOf(page), pictureOf(bytes)).length > 200)
    }
  })

  test('holds a long name and an empty one', async () => {
    const page = aPdfOf([''])
    for (const text of ['x'.repeat(200), '', ' \n\t ', '\u{1f600}']) {
      const mark = aMark({ drawing: { kind: 'typed', text }, caption: [text, text] })

      const { bytes } = await stamped(page, { marks: [mark] })

      const changed = edges(differences(pictureOf(page), pictureOf(bytes)))
      assert.ok(changed.right <= 0.705 && changed.bottom <= 0.505)
    }
  })

  test('refuses a page that is not there, and a box that is not on the page', async () => {
    const file = aPdf({ pages: 2 })
    const refused = (changes: Partial<Mark>, message: RegExp) =>
      assert.rejects(session.stamp(file, aStamping({ marks: [aMark(changes)] })), { name: 'RangeError', message })

    await refused({ page: 3 }, /A mark is for page 3; the PDF has 2\./)
    await refused({ page: 0 }, /page 0/)
    await refused({ page: 1.5 }, /page 1\.5/)
    await refused({ x: 0.7 }, /within its page/)
    await refused({ y: -0.1 }, /within its page/)
    await refused({ width: 0 }, /within its page/)
    await refused({ height: Number.NaN }, /within its page/)
    await refused({ caption: Array.from({ length: 9 }, () => 'x') }, /too many lines/)
    await refused({ drawing: { kind: 'typed', text: 'x'.repeat(201) } }, /too long/)
    await refused({ drawing: aDrawing([[0.1, 2]]) }, /from 0 to 1/)
    await refused({ drawing: aDrawing([[0.1]]) }, /pairs/)
    await refused({ drawing: aDrawing([], 0) }, /usable shape/)
    await refused({ drawing: aDrawing([Array.from({ length: 40_002 }, () => 0.5)]) }, /too many points/)
  })
})

describe('stamp', () => {
  test('keeps the text of all pages, and pages without marks as they are', async () => {
    const file = aPdfOf(['Alpha', 'Beta', 'Gamma'])

    const { bytes, pageCount } = await stamped(file, { marks: [aMark({ page: 2 })] })

    const texts = reader.textOf(bytes)
    assert.equal(pageCount, 4)
    assert.deepEqual([texts[0], texts[2]], ['Alpha', 'Gamma'])
    assert.match(texts[1] ?? '', /Beta/)
    assert.match(texts[1] ?? '', /Jane Doe/)
    assert.match(texts[3] ?? '', /^Certificate/)
    assert.equal(reader.pictureOf(bytes, 1), reader.pictureOf(file, 1))
  })

  test('keeps what pages share once', async () => {
    const writer = new PdfWriter()
    const numbers = Array.from({ length: 20 }, (_, index) => 10 + index)
    writer.object(1, '<</Type/Catalog/Pages 2 0 R>>')
    writer.object(2, `<</Type/Pages/Count 20/Kids[${numbers.map((one) => `${one} 0 R`).join(' ')}]>>`)
    writer.stream(3, '', Buffer.from('200 0 0 200 0 0 cm /I Do'))
    const picture = '/Type/XObject/Subtype/Image/Width 200/Height 200/BitsPerComponent 8/ColorSpace/DeviceRGB'
    writer.stream(4, picture, randomBytes(120_000))
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 3 0 R/Resources<</XObject<</I 4 0 R>>>>>>'
    for (const number of numbers) writer.object(number, page)
    const file = writer.start(writer.table('/Size 90/Root 1 0 R')).bytes

    const { bytes } = await stamped(file, { marks: numbers.map((_, index) => aMark({ page: index + 1 })) })

    assert.ok(bytes.length < 2 * file.length, `${bytes.length} of ${file.length} bytes`)
  })

  test('draws forms and notes as they were shown, and lets nothing act', async () => {
    const look = '/Type/XObject/Subtype/Form/BBox[0 0 80 20]'
    const field = '/Type/Annot/Subtype/Widget/FT/Tx/F 4/P 3 0 R'
    const file = aPage({
      entries: '/Annots[60 0 R 61 0 R 62 0 R]/AA<</O 65 0 R>>',
      catalog:
        '/AcroForm<</Fields[60 0 R 61 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>/NeedAppearances true>>' +
        '/OpenAction 65 0 R/Names<</JavaScript<</Names[(a)65 0 R]>>>>',
      more: (writer) =>
        writer
          .object(60, `<<${field}/T(one)/V(filled)/DA(/Helv 12 Tf 0 g)/Rect[100 200 180 220]>>`)
          .object(61, `<<${field}/T(two)/V(seen)/DA(/Helv 12 Tf 0 g)/Rect[100 240 180 260]/AP<</N 63 0 R>>>>`)
          .object(62, '<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A 65 0 R>>')
          .stream(63, `${look}/Resources<</Font<</Helv 4 0 R>>>>`, Buffer.from('BT /Helv 12 Tf 2 5 Td (seen) Tj ET'))
          .object(65, '<</S/JavaScript/JS(app.alert\\(1\\))>>'),
    })

    const { bytes } = await stamped(file, { marks: [aMark({ y: 0.6 })] })

    const [text = ''] = reader.textOf(bytes)
    assert.match(text, /seen/)
    assert.match(text, /filled/)
    const written = Buffer.from(bytes).toString('latin1')
    for (const name of ['/AcroForm', '/Annots', '/AA', '/JavaScript', '/JS', '/OpenAction']) {
      assert.ok(!written.includes(name), name)
    }
  })

  test('carries a file along', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stamp-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const attachment = { name: 'evidence-ł.json', bytes: Buffer.from('{"signers":["Łucja"]}') }
    const path = join(folder, 'stamped.pdf')
    const saved = join(folder, 'saved.json')

    await writeFile(path, (await stamped(aPdf(), { attachment })).bytes)

    assert.match(await runProgram('pdfdetach', ['-list', path]), /1 embedded files\n1: evidence-ł\.json/)
    await runProgram('pdfdetach', ['-save', '1', '-o', saved, path])
    assert.deepEqual(await readFile(saved), attachment.bytes)
  })

  test('makes equal files of equal things, with the date that it is given', async () => {
    const attachment = { name: 'a.json', bytes: Buffer.from('{}') }
    const one = await stamped(aPdf(), { attachment })
    const other = await stamped(aPdf(), { attachment })
    const later = await stamped(aPdf(), { attachment, moment: new Date('2025-01-31T10:20:30Z') })

    assert.ok(Buffer.from(one.bytes).equals(Buffer.from(other.bytes)))
    assert.ok(Buffer.from(one.bytes).includes('D:20240131102030'))
    assert.ok(Buffer.from(later.bytes).includes('D:20250131102030'))
    assert.ok(!Buffer.from(later.bytes).includes('D:2024'))
  })

  test('without marks adds the report alone', async () => {
    const { pageCount } = await stamped(aPdf({ pages: 3 }), { marks: [] })

    assert.equal(pageCount, 4)
  })

  test('reads files that are only locked against changes', async () => {
    const { pageCount } = await stamped(anEncryptedPdf('', { pages: 2 }))

    assert.equal(pageCount, 3)
  })

  test('answers nothing for files that cannot be read, and goes on', async () => {
    const files = [anEncryptedPdf('secret'), Buffer.from('hello'), Buffer.alloc(0), aPdf({ pages: 0 })]
    for (const file of files) assert.equal(await session.stamp(file, aStamping()), undefined)
    for (let cut = 20; cut < 400; cut += 60) await session.stamp(aPage().subarray(0, cut), aStamping({ marks: [] }))

    assert.equal((await stamped(aPdf({ pages: 1 }))).pageCount, 2)
  })
})

describe('the report', () => {
  test('has a title, paragraphs, sections and numbered pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index): [string, string] => [`Label ${index}.`, `Value ${index}.`])
    const report = aReport({ sections: [{ title: 'Many', rows }], footer: 'At the foot' })

    const { bytes, pageCount } = await stamped(aPdf({ pages: 1 }), { report })

    const texts = reader.textOf(bytes).slice(1)
    assert.ok(pageCount > 3)
    for (const [index, text] of texts.entries()) {
      assert.ok(text.includes('At the foot'))
      assert.ok(text.includes(`${index + 1} / ${texts.length}`))
    }
    const all = texts.join('\n')
    for (const [label, value] of rows) assert.ok(all.includes(label) && all.includes(value), label)
  })

  test('wraps long values, also ones without blanks, over several pages', async () => {
    const value = 'abcdefghij'.repeat(2000)
    const report = aReport({ sections: [{ title: 'Long', rows: [['One', value]] }] })

    const { bytes, pageCount } = await stamped(aPdf({ pages: 1 }), { report })

    assert.ok(pageCount > 4)
    const letters = reader
      .textOf(bytes)
      .slice(1)
      .join('')
      .replaceAll(/[^a-j]/g, '')
    assert.ok(letters.length >= value.length)
    const far = reader.charactersOf(bytes, 3).filter(({ left, top }) => left > 545 || top > 815)
    assert.deepEqual(far, [])
  })

  test('has one page when it says little, in any script', async () => {
    const report = aReport({ title: 'Zaświadczenie', paragraphs: ['Подписано', 'Υπογραφή'], sections: [] })

    const { bytes, pageCount } = await stamped(aPdf({ pages: 1 }), { report })

    assert.equal(pageCount, 2)
    assert.match(reader.textOf(bytes)[1] ?? '', /Zaświadczenie.*Подписано.*Υπογραφή/s)
  })
})
