import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import {
  aDrawnPdf,
  aHungryPdf,
  aPdf,
  objectsOf,
  SAMPLES,
  writeObjects,
} from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { eventually } from '#test/harness/eventually.ts'
import { openPdfWorkers, type PdfWorkers, type PdfWorkersOptions, type Rendering } from './pdf-workers.ts'

const MEGABYTE = 1024 * 1024
const pools: PdfWorkers[] = []
function aPool(options?: PdfWorkersOptions): PdfWorkers {
  const pool = openPdfWorkers(options)
  pools.push(pool)
  return pool
}
after(() => Promise.all(pools.map((pool) => pool.close())))
const shared = aPool()

type Picture = { width: number; height: number; colorAt(x: number, y: number): string }

/** The picture that a PNG of our own holds. */
function pictureOf(rendering: Rendering): Picture {
  assert.equal(rendering.outcome, 'rendered')
  const png = Buffer.from(rendering.png)
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const dataAt = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(dataAt + 4, dataAt + 4 + png.readUInt32BE(dataAt - 4)))
  assert.equal(png.toString('hex', 0, 8), '89504e470d0a1a0a')
  assert.equal(png.toString('hex', 24, 29), '0802000000')
  assert.equal(png.toString('hex', png.length - 12), '0000000049454e44ae426082')
  assert.equal(rows.length, height * (1 + 3 * width))
  const at = (x: number, y: number) => y * (1 + 3 * width) + 1 + 3 * x
  return { width, height, colorAt: (x, y) => rows.toString('hex', at(x, y), at(x, y) + 3) }
}

/** The threads that run now, by their numbers. */
function threads(): number[] {
  const report = process.report.getReport() as unknown as { workers: { header: { threadId: number } }[] }
  return report.workers.map(({ header }) => header.threadId)
}

/** A shading that computes two hundred sines and cosines for each pixel. */
function aSlowPdf(): Buffer {
  const page = '/Resources<</Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 200 0 100]/Function 7 0 R>>>>>>'
  const program = `{ ${'sin cos exch '.repeat(200)} dup }`
  const range = '/FunctionType 4/Domain[0 200 0 100]/Range[0 1 0 1 0 1]'
  const more = new Map([[7, `<<${range}/Length ${program.length}>>stream\n${program}\nendstream`]])
  return aDrawnPdf('/S sh', { page, more })
}

describe('countPages', () => {
  for (const [what, { bytes, pages }] of SAMPLES) {
    test(`counts the pages of a PDF with ${what}`, async () => {
      assert.equal(await shared.countPages(bytes), pages)
    })
  }

  test('counts the pages of a PDF that has lost its end', async () => {
    assert.equal(await shared.countPages(aPdf({ pages: 3 }).subarray(0, -20)), 3)
  })

  test('answers nothing for what is not a PDF, or wants a password', async () => {
    assert.equal(await shared.countPages(Buffer.from('a text')), undefined)
    assert.equal(await shared.countPages(Buffer.alloc(0)), undefined)
    assert.equal(await shared.countPages(anEncryptedPdf('secret')), undefined)
  })

  test('counts the pages of an encrypted PDF that everybody may read', async () => {
    assert.equal(await shared.countPages(anEncryptedPdf('', { pages: 2 })), 2)
  })

  test('leaves the bytes to the caller, and sends nothing that is around them', async () => {
    const pdf = aPdf({ pages: 3 })
    const around = Buffer.concat([Buffer.alloc(2000, 'x'), pdf, Buffer.alloc(2000, 'x')])
    const bytes = around.subarray(2000, 2000 + pdf.length)

    assert.equal(await shared.countPages(bytes), 3)
    assert.deepEqual(bytes, pdf)
  })
})

describe('renderPage', () => {
  const halves = '1 0 0 rg 0 0 100 100 re f 0 0 1 rg 100 50 100 50 re f'

  test('draws a page in its colors', async () => {
    const rendering = await shared.renderPage(aDrawnPdf(halves), { page: 1, width: 400 })

    const picture = pictureOf(rendering)
    assert.deepEqual([picture.width, picture.height], [400, 200])
    assert.equal(picture.colorAt(0, 0), 'ff0000')
    assert.equal(picture.colorAt(199, 199), 'ff0000')
    assert.equal(picture.colorAt(399, 0), '0000ff')
    assert.equal(picture.colorAt(399, 199), 'ffffff')
    assert.ok('pageCount' in rendering && rendering.pageCount === 1)
  })

  test('turns a page as it says', async () => {
    const picture = pictureOf(
      await shared.renderPage(aDrawnPdf(halves, { page: '/Rotate 90' }), { page: 1, width: 100 }),
    )

    assert.deepEqual([picture.width, picture.height], [100, 200])
    assert.equal(picture.colorAt(99, 0), 'ff0000')
    assert.equal(picture.colorAt(99, 199), '0000ff')
    assert.equal(picture.colorAt(0, 199), 'ffffff')
  })

  for (const kind of ['/Stamp', '/Widget/FT/Sig/T(signature)', '/Widget/FT/Tx/T(name)/V(Ada)']) {
    test(`draws what was put onto a page as ${kind}`, async () => {
      const stamp = '1 0 0 rg 0 0 20 20 re f'
      const more = new Map([
        [7, `<</Type/Annot/Subtype${kind}/F 4/Rect[0 0 20 20]/AP<</N 8 0 R>>>>`],
        [8, `<</Subtype/Form/BBox[0 0 20 20]/Length ${stamp.length}>>stream\n${stamp}\nendstream`],
      ])
      const pdf = aDrawnPdf('', { page: '/Annots[7 0 R]', more })

      const picture = pictureOf(await shared.renderPage(pdf, { page: 1, width: 200 }))

      assert.equal(picture.colorAt(10, 90), 'ff0000')
      assert.equal(picture.colorAt(30, 90), 'ffffff')
    })
  }

  test('draws any page, and tells how many there are', async () => {
    const writer = writeObjects(new PdfWriter(), objectsOf(3))
    writer.object(12, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>')
    const pdf = writer.start(writer.table('/Size 90/Root 1 0 R')).bytes

    const rendering = await shared.renderPage(pdf, { page: 3, width: 100 })

    assert.equal(pictureOf(rendering).height, 100)
    assert.ok('pageCount' in rendering && rendering.pageCount === 3)
  })

  for (const page of [0, -1, 4, 1.5, Number.NaN]) {
    test(`knows no page ${page} of three`, async () => {
      const rendering = await shared.renderPage(aPdf({ pages: 3 }), { page, width: 100 })

      assert.deepEqual(rendering, { outcome: 'no_such_page', pageCount: 3 })
    })
  }

  const unreadable: [string, Buffer][] = [
    ['is not a PDF', Buffer.from('a text')],
    ['is empty', Buffer.alloc(0)],
    ['wants a password', anEncryptedPdf('secret')],
  ]
  for (const [what, bytes] of unreadable) {
    test(`cannot read a file that ${what}`, async () => {
      assert.deepEqual(await shared.renderPage(bytes, { page: 1, width: 100 }), { outcome: 'not_readable' })
    })
  }

  test('makes a page of any height fit', async () => {
    const tall = aDrawnPdf('', { page: '/MediaBox[0 0 10 10000]' })

    const picture = pictureOf(await shared.renderPage(tall, { page: 1, width: 2000 }))

    assert.deepEqual([picture.width, picture.height], [8, 8000])
  })
})

describe('a thread of the PDF workers', () => {
  test('starts at the first call, serves many at once, and is one', async () => {
    const before = threads()
    const pool = aPool()
    const none = threads().filter((one) => !before.includes(one))

    const counts = await Promise.all([1, 2, 3, 4, 5].map((pages) => pool.countPages(aPdf({ pages }))))

    const started = threads().filter((one) => !before.includes(one))
    assert.deepEqual([none.length, counts, started.length], [0, [1, 2, 3, 4, 5], 1])
  })

  test('ends when it has nothing to do, and starts again', async () => {
    const before = threads()
    const pool = aPool({ idleSeconds: 0.1 })
    await pool.countPages(aPdf())

    await eventually(() => threads().every((one) => before.includes(one)))

    assert.equal(await pool.countPages(aPdf({ pages: 2 })), 2)
  })

  test('is ended when a call takes too long, and the next call has another', async () => {
    const pool = aPool({ timeLimitSeconds: 2 })
    assert.equal(await pool.countPages(aPdf()), 3)
    const kept = threads()

    const slow = pool.renderPage(aSlowPdf(), { page: 1, width: 2000 })
    const next = pool.countPages(aPdf({ pages: 2 }))

    await assert.rejects(slow, { name: 'PdfTaskFailed', message: /could not be read: .*within 2 seconds/ })
    assert.equal(await next, 2)
    assert.ok(kept.some((one) => !threads().includes(one)))
  })

  test('is ended when a PDF wants too much memory, and the next call has another', async () => {
    const pool = aPool({ maxMemoryBytes: 64 * MEGABYTE })

    const hungry = pool.renderPage(aHungryPdf(), { page: 1, width: 100 })
    const next = pool.countPages(aPdf({ pages: 2 }))

    await assert.rejects(hungry, { name: 'PdfTaskFailed', message: /could not be read: .*abort/i })
    assert.equal(await next, 2)
  })

  test('refuses a file that is larger than its memory', async () => {
    const pool = aPool({ maxMemoryBytes: 32 * MEGABYTE })

    await assert.rejects(pool.countPages(Buffer.alloc(40 * MEGABYTE)), /no memory for 41943040 bytes/)
  })

  test('is not kept when it has taken much memory', async () => {
    const before = threads()
    const pool = aPool()

    assert.equal(await pool.countPages(Buffer.alloc(100 * MEGABYTE)), undefined)

    assert.deepEqual(
      threads().filter((one) => !before.includes(one)),
      [],
    )
  })

  test('is ended by close, which refuses whatever is still asked', async () => {
    const before = threads()
    const pool = aPool()
    await pool.countPages(aPdf())
    const running = assert.rejects(pool.renderPage(aSlowPdf(), { page: 1, width: 2000 }), { name: 'PdfTaskFailed' })
    const waiting = assert.rejects(pool.countPages(aPdf()), /closed/)

    await pool.close()

    await Promise.all([running, waiting])
    await assert.rejects(pool.countPages(aPdf()), /closed/)
    assert.deepEqual(
      threads().filter((one) => !before.includes(one)),
      [],
    )
  })

  test('keeps the process alive while it works, and not after', async () => {
    const module = JSON.stringify(new URL('./pdf-workers.ts', import.meta.url).href)
    const bytes = JSON.stringify(aPdf({ pages: 3 }).toString('base64'))
    const program = `import(${module})
      .then(async ({ openPdfWorkers }) => {
        const pool = openPdfWorkers()
        const bytes = Buffer.from(${bytes}, 'base64')
        console.log(await pool.countPages(bytes), await pool.countPages(bytes))
      })`

    const run = promisify(execFile)(process.execPath, ['-e', program], { timeout: 30_000 })

    assert.equal((await run).stdout, '3 3\n')
  })
})
