import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { aReport } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { reportPdf } from './report-pdf.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
after(() => rm(folder, { recursive: true, force: true }))
const reader = await openPdfReader()

const bytesOf = (text: string) => reportPdf(aReport({ paragraphs: [text], sections: [] })).bytes

/** What poppler reads, without the marks of direction that it adds. */
async function popplerText(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'report.pdf')
  await writeFile(path, bytes)
  return (await runProgram('pdftotext', [path, '-'])).replaceAll(/[\u202a-\u202e]/g, '')
}

/** Where the ink of the only paragraph is: in points, from the left. */
function placeOf(text: string): { left: number; right: number } {
  const drawn = reader.charactersOf(bytesOf(text), 1).filter(({ top }) => top > 100 && top < 700)
  const lefts = drawn.map(({ left }) => left)
  return { left: Math.min(...lefts), right: Math.max(...lefts) }
}

describe('the text of a report', () => {
  const texts: [string, string][] = [
    ['with ligatures', 'difficult office file'],
    ['with marks that stand on no letter of a font', 'q\u0323\u0307x a\u0310\u0301b'],
    ['in Arabic, with ligatures', 'السلام عليكم محمد علي'],
    ['in Arabic, with vowels', 'بِسْمِ رحمٰن'],
    ['in Persian, with non-joiners', 'می\u200cخواهم نامه\u200cای'],
    ['in Hebrew, with vowels and brackets', 'שָׁלוֹם (בדיקה) עולם'],
    ['that no font has', '李明 नमस्ते'],
  ]
  for (const [what, text] of texts) {
    test(`${what} is read back as it was written`, async () => {
      assert.ok((await popplerText(bytesOf(text))).includes(text))
    })
  }

  test('with ligatures can be searched in PDFium as well', () => {
    for (const text of ['difficult office', 'السلام عليكم', 'می\u200cخواهم']) {
      assert.ok(reader.textOf(bytesOf(text))[0]?.includes(text), text)
    }
  })

  test('begins at the side from which it is read', () => {
    assert.ok(placeOf('A word').left < 60)
    assert.ok(placeOf('מילה').right > 520)
    assert.ok(placeOf('A מילה').left < 60)
  })
})
