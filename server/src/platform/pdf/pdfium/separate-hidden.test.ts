import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { everythingIn } from '#platform/pdf/samples/everything-in.conformance.ts'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { aCoveredPage, aPage, COVER, COVERING_FORM } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'

const reader = await openPdfReader()
const session = sharedPdfWorkers().openSession({ threads: 1 })
after(() => session.close())

const MOMENT = new Date(0)

async function firstPageOf(bytes: Buffer): Promise<Uint8Array | undefined> {
  await session.load(bytes.length, Readable.from([bytes], { objectMode: false }))
  return (await session.extract({ from: 1, count: 1 }, MOMENT))?.bytes
}

function aLayeredPage(configuration: string): Buffer {
  return aPage({
    entries: '/Resources<</Font<</F1 4 0 R>>/Properties<</L1 20 0 R>>/XObject<</X1 22 0 R>>>>',
    catalog: `/OCProperties<</OCGs[20 0 R]/D<<${configuration}>>>>`,
    content: '/OC /L1 BDC /X1 Do EMC',
    more: (writer) => writer.object(20, '<</Type/OCG/Name(Clauses)>>').stream(22, COVERING_FORM, COVER),
  })
}

describe('a page that is cut out', () => {
  test('keeps the layers that were shown, and no way to hide them', async () => {
    const file = aLayeredPage('/ON[20 0 R]')

    const page = await firstPageOf(file)

    assert.ok(page)
    assert.ok(reader.pictureOf(page, 1) === reader.pictureOf(file, 1))
    assert.ok(!Buffer.from(page).includes('/OCG'))
  })

  test('cannot be had when it would show a hidden layer, and neither can an envelope with it', async () => {
    const file = aLayeredPage('/OFF[20 0 R]')

    assert.equal(await firstPageOf(file), undefined)
    assert.equal(await session.merge([aPage(), file], { isDuplex: false, moment: MOMENT }), undefined)
    assert.equal((await session.merge([aPage(), aPage()], { isDuplex: false, moment: MOMENT }))?.pageCount, 2)
  })

  for (const kind of ['/Subtype/Square', '/Subtype/Widget/FT/Tx/T(a)', '/Subtype/Widget/FT/Sig/T(a)']) {
    test(`shows annotations as they were shown, whatever their flags: ${kind}`, async () => {
      for (const flags of [0, 1, 2, 4, 5, 16, 32, 36, 37]) {
        const file = aCoveredPage(kind, flags)

        const page = await firstPageOf(file)

        assert.ok(page && reader.pictureOf(page, 1) === reader.pictureOf(file, 1), `flags ${flags}`)
      }
    })
  }

  test('shows marks that have no appearance of their own', async () => {
    const file = aPage({
      entries: '/Annots[60 0 R]',
      more: (writer) => writer.object(60, '<</Type/Annot/Subtype/Square/IC[0 1 0]/C[1 0 0]/Rect[50 50 90 90]/F 4>>'),
    })

    const page = await firstPageOf(file)

    assert.ok(page && reader.pictureOf(page, 1) === reader.pictureOf(file, 1))
  })
})

type Shared = { shared: string; first: string; filter?: string; more(writer: PdfWriter): unknown }

/** Two pages with the same resources; the second is another employee's. */
function twoPages({ shared, first, filter = '', more }: Shared): Buffer {
  const writer = new PdfWriter()
  writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>')
  const page = '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources 7 0 R'
  writer.object(3, `<<${page}/Contents 5 0 R>>`).object(4, `<<${page}/Contents 6 0 R>>`)
  writer.stream(5, filter, Buffer.from(first, 'latin1')).stream(6, '', Buffer.from('/G2 gs /X2 Do'))
  writer.object(7, `<<${shared}>>`)
  more(writer)
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}

const SECRET = Buffer.from('(SECRET) pop')
/** RunLength: so many bytes follow as they are. */
const runs = (text: string) => `${String.fromCharCode(text.length - 1)}${text}\x80`

describe('a page that is cut out holds nothing of others', () => {
  test('when its content is packed in an unknown way: then it is not cut out if others have masks or fonts that draw', async () => {
    const mask = '/ExtGState<</G2<</SMask<</S/Luminosity/G 11 0 R>>>>>>'
    const font = '/Font<</T3 12 0 R>>'
    const plain = '/ExtGState<</G1<</CA 1/SMask/None>>>>'
    const cut = (shared: string) =>
      firstPageOf(
        twoPages({
          shared,
          first: runs('0 0 9 9 re f'),
          filter: '/Filter/RunLengthDecode',
          more: (writer) =>
            writer
              .stream(11, `${COVERING_FORM}/Group<</S/Transparency/CS/DeviceGray>>`, SECRET)
              .object(
                12,
                '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 13 0 R>>>>',
              )
              .stream(13, '', SECRET),
        }),
      )

    assert.equal(await cut(mask), undefined)
    assert.equal(await cut(font), undefined)
    assert.ok(await cut(plain))
  })

  for (const text of ['(A/X2 b) Tj', '<2F58 /X2> Tj', '% /X2 Do\n', '[(a) 2 (\\(/X2)] TJ']) {
    test(`when it only says what they are called: ${text.trim()}`, async () => {
      const page = await firstPageOf(
        twoPages({
          shared: '/XObject<</X2 11 0 R>>',
          first: `BT ${text} ET`,
          more: (writer) => writer.stream(11, COVERING_FORM, SECRET),
        }),
      )

      assert.ok(page && !everythingIn(page).includes('SECRET'))
    })
  }

  for (const key of ['AF', 'Ref', 'Measure', 'PtData', 'PieceInfo', 'OPI', 'Custom']) {
    test(`when its forms refer to them by ${key}`, async () => {
      const page = await firstPageOf(
        twoPages({
          shared: '/XObject<</X1 10 0 R>>',
          first: '/X1 Do',
          more: (writer) =>
            writer
              .stream(10, `${COVERING_FORM}/${key} 11 0 R`, COVER)
              .object(11, '<</Type/Filespec/F(a)/EF<</F 12 0 R>>>>')
              .stream(12, '', SECRET),
        }),
      )

      assert.ok(page && !everythingIn(page).includes('SECRET'))
      assert.ok(Buffer.from(page).includes('/BBox'))
    })
  }
})

describe('a page that is cut out keeps its forms', () => {
  for (const end of ['\0', '\t', '\f', '\x80', '\xff']) {
    test(`when the byte ${end.charCodeAt(0)} ends their names`, async () => {
      const file = twoPages({
        shared: '/XObject<</X1 10 0 R>>',
        first: `/X1${end}Do`,
        more: (writer) => writer.stream(10, COVERING_FORM, COVER),
      })

      const page = await firstPageOf(file)

      assert.ok(page && reader.pictureOf(page, 1) === reader.pictureOf(file, 1))
    })
  }

  for (const letter of ['\xa0', '\v']) {
    test(`when their names have the byte ${letter.charCodeAt(0)} in them`, async () => {
      const file = twoPages({
        shared: `/XObject<</X${letter}1 10 0 R>>`,
        first: `/X${letter}1 Do`,
        more: (writer) => writer.stream(10, COVERING_FORM, COVER),
      })

      const page = await firstPageOf(file)

      assert.ok(page && reader.pictureOf(page, 1) === reader.pictureOf(file, 1))
      assert.ok(Buffer.from(page).includes('/BBox'))
    })
  }

  test('when a text begins in one part of its content and ends in the next', async () => {
    const file = aPage({
      entries: '/Resources<</Font<</F1 4 0 R>>/XObject<</X1 60 0 R>>>>',
      content: ['BT /F1 9 Tf 5 5 Td (', 'a) Tj ET % ', '( \n /X1 Do % ) Tj'],
      more: (writer) => writer.stream(60, COVERING_FORM, COVER),
    })

    const page = await firstPageOf(file)

    assert.ok(page && reader.pictureOf(page, 1) === reader.pictureOf(file, 1))
  })
})
