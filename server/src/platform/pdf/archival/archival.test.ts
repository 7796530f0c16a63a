import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeIdentity } from '#platform/seal/make-identity.ts'
import { sealPdf } from '#platform/seal/seal-pdf.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { assertArchival } from './archival.conformance.ts'
import { srgbProfile } from './srgb-profile.ts'

const MOMENT = new Date('2026-02-03T04:05:06Z')
const report = {
  title: 'Certificate of destruction: Łódź & <Sons>',
  paragraphs: ['What is gone, and why. \u{1f5c4} has no glyph. العربية'],
  sections: [
    { title: 'Items', rows: Array.from({ length: 120 }, (_, n): [string, string] => [`Item ${n}`, 'ab12\nremoved']) },
  ],
  footer: 'Disposal 1',
}
const TITLE = 'Certificate of destruction: Łódź &amp; &lt;Sons&gt;'

const folder = await mkdtemp(join(tmpdir(), 'dossier-archival-'))
after(() => rm(folder, { recursive: true }))
const workers = sharedPdfWorkers()
const { bytes, pageCount } = await workers.setReport(report, MOMENT)

describe('a report as PDF/A-2b', () => {
  test('keeps the rules', () => {
    assert.ok(pageCount > 2)
    assertArchival(bytes, TITLE)
  })

  test('is the same file for the same report', async () => {
    assert.deepEqual((await workers.setReport(report, MOMENT)).bytes, bytes)
  })

  test('keeps them once it is sealed, the file as it was before included', async () => {
    const identity = await makeIdentity({ organization: 'Acme', now: MOMENT })

    const sealed = await sealPdf(bytes, { identity, moment: MOMENT, name: 'Acme', reason: 'Done' })

    assert.deepEqual(Buffer.from(sealed.subarray(0, bytes.length)), Buffer.from(bytes))
    const text = Buffer.from(sealed).toString('latin1')
    assert.match(text.slice(bytes.length), /\/Metadata \d+ 0 R\/OutputIntents\[/, 'the new catalog has them too')
    assert.match(text.slice(text.lastIndexOf('trailer')), /\/ID\[/)
    assert.match(text, /\/Rect\[0 0 0 0\]\/F 132/, 'printed, not hidden, and of no size')
    assert.doesNotMatch(text, /NeedAppearances|\/Encrypt/)
  })

  test('other programs read it whole: fonts embedded, nothing to repair', async () => {
    const file = join(folder, 'report.pdf')
    await writeFile(file, bytes)

    const [fonts, info] = [await runProgram('pdffonts', [file]), await runProgram('pdfinfo', [file])]

    const rows = fonts.trim().split('\n').slice(2)
    assert.ok(rows.length > 0)
    for (const row of rows) assert.match(row, /Identity-H +yes yes yes/)
    assert.match(info, new RegExp(`Pages: +${pageCount}`))
    assert.match(info, /Encrypted: +no/)
    assert.doesNotMatch(`${fonts}${info}`, /error|warning/i)
  })
})

test('the profile of sRGB has its tags where it says, and white is white', () => {
  const profile = srgbProfile()
  const count = profile.readUInt32BE(128)
  const tags = Array.from({ length: count }, (_, index) => {
    const at = 132 + 12 * index
    return {
      name: profile.toString('latin1', at, at + 4),
      at: profile.readUInt32BE(at + 4),
      size: profile.readUInt32BE(at + 8),
    }
  })
  for (const { at, size } of tags) assert.ok(at % 4 === 0 && at + size <= profile.length)
  const xyzOf = (name: string) => {
    const { at = 0 } = tags.find((tag) => tag.name === name) ?? {}
    return [0, 1, 2].map((index) => profile.readInt32BE(at + 8 + 4 * index) / 65536)
  }
  const [red = [], green = [], blue = []] = ['rXYZ', 'gXYZ', 'bXYZ'].map(xyzOf)
  for (const [index, white] of xyzOf('wtpt').entries()) {
    const sum = (red[index] ?? 0) + (green[index] ?? 0) + (blue[index] ?? 0)
    assert.ok(Math.abs(sum - white) < 0.001, `${sum} is not ${white}`)
  }
})
