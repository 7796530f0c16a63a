import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aFont } from '#platform/pdf/samples/font-sample.conformance.ts'
import { aPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { aReport, aStamping } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { openPdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { checkFontFiles } from './check-font-files.ts'
import { ownFontPath } from './font-face.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fonts-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function aFile(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.ttf`)
  await writeFile(path, bytes)
  return path
}

describe('a font of the operator', () => {
  test('draws what our own fonts have not, in text, letters and stamps', async () => {
    const reader = await openPdfReader()
    const path = await aFile(aFont())
    const sessionWith = (fontFiles: string[]) => {
      const workers = openPdfWorkers({ fontFiles })
      after(() => workers.close())
      return workers.openSession({ threads: 1 })
    }
    const report = aReport({ paragraphs: ['Signed by 李 שלום'] })
    const letter = { address: ['李 Ж'], window: 'left', notes: [] } as const
    async function made(fontFiles: string[]) {
      const session = sessionWith(fontFiles)
      const files = [
        await session.setText('李 Ж', 'x'),
        await session.setLetter({ ...letter, address: [...letter.address], notes: [] }),
        await session.stamp(aPdf({ pages: 1 }), aStamping({ marks: [], report })),
      ]
      return files.map((file) => file?.bytes ?? new Uint8Array())
    }

    const withFont = await made([path])
    const without = await made([])

    for (const [index, bytes] of withFont.entries()) {
      const page = index === 2 ? 2 : 1
      assert.match(reader.textOf(bytes)[page - 1] ?? '', /李/)
      assert.notEqual(reader.pictureOf(bytes, page), reader.pictureOf(without[index] ?? bytes, page))
    }
  })
})

describe('checkFontFiles', () => {
  const refusal = async (path: string) =>
    checkFontFiles('FONT_FILES', [path]).then(
      () => undefined,
      (error: Error) => error.message.replace(path, 'PATH'),
    )

  test('accepts fonts', async () => {
    await checkFontFiles('FONT_FILES', [await aFile(aFont()), ownFontPath('DejaVuSans')])
  })

  test('accepts a collection', async () => {
    const head = Buffer.alloc(16)
    head.write('ttcf', 'latin1')
    head.writeUInt32BE(1, 8)
    head.writeUInt32BE(16, 12)

    assert.equal(await refusal(await aFile(Buffer.concat([head, aFont()]))), undefined)
  })

  test('refuses a file that is not there, is no font, or has no outlines', async () => {
    assert.equal(await refusal(join(folder, 'none')), 'FONT_FILES names PATH, which cannot be read (ENOENT).')
    assert.match((await refusal(folder)) ?? '', /which cannot be read/)
    for (const bytes of ['', 'hello', 'wOF2'.repeat(99), 'ttcf']) {
      assert.match((await refusal(await aFile(Buffer.from(bytes)))) ?? '', /is not a font \(expected \.ttf/)
    }
    assert.match((await refusal(await aFile(Buffer.from('\0\x01\0\0\0\x01', 'latin1')))) ?? '', /without outlines/)
  })

  test('refuses a font that may not be embedded or cut down', async () => {
    for (const licence of [0x2, 0x100]) {
      assert.match((await refusal(await aFile(aFont({ licence })))) ?? '', /licence does not allow/)
    }
    assert.equal(await refusal(await aFile(aFont({ licence: 0x8 }))), undefined)
  })
})
