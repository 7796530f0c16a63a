import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { everythingIn } from '#platform/pdf/samples/everything-in.conformance.ts'
import { PdfWriter, predicted } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'

const reader = await openPdfReader()
const session = sharedPdfWorkers().openSession({ threads: 1 })
after(() => session.close())

type Shared = {
  shared: string
  fonts?: string
  first: string
  second?: string
  page?: string
  more(writer: PdfWriter): void
}

/** Two pages with the same resources; the second is another employee's. */
function aPdf({ shared, fonts = '', first, second = '', page = '', more }: Shared): Buffer {
  const writer = new PdfWriter()
  writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>')
  writer.object(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Resources 7 0 R${page}>>`)
  writer.object(4, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 6 0 R/Resources 7 0 R>>')
  writer.stream(5, '', Buffer.from(first)).stream(6, '', Buffer.from(second))
  writer
    .object(7, `<</Font<</F1 9 0 R${fonts}>>${shared}>>`)
    .object(9, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  more(writer)
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}

const said = (text: string) => Buffer.from(`BT /F1 12 Tf 10 50 Td (${text}) Tj ET`)
const form = (resources: string) => `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources ${resources}`
const TILE = '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 50]/XStep 100/YStep 50'

async function firstPageOf(bytes: Buffer): Promise<Uint8Array> {
  await session.load(bytes.length, Readable.from([bytes], { objectMode: false }))
  const pdf = await session.extract({ from: 1, count: 1 }, new Date(0))
  assert.ok(pdf)
  return pdf.bytes
}

const leaks: [string, Shared][] = [
  [
    'forms whose resources are those of all pages',
    {
      shared: '/XObject<</X1 10 0 R/X2 11 0 R>>',
      first: '/X1 Do',
      second: '/X2 Do',
      more: (writer) => writer.stream(10, form('7 0 R'), said('mine')).stream(11, form('7 0 R'), said('SECRET')),
    },
  ],
  [
    'patterns',
    {
      shared: '/Pattern<</P1 10 0 R/P2 11 0 R>>',
      first: '/Pattern cs /P1 scn 0 0 200 100 re f',
      second: '/Pattern cs /P2 scn 0 0 200 100 re f',
      more: (writer) =>
        writer
          .stream(10, `${TILE}/Resources<</Font<</F1 9 0 R>>>>`, said('mine'))
          .stream(11, `${TILE}/Resources<</Font<</F1 9 0 R>>>>`, said('SECRET')),
    },
  ],
  [
    'what is said of marked content',
    {
      shared: '/Properties<</M1 10 0 R/M2 11 0 R>>',
      first: `/Span /M1 BDC ${said('m')} EMC`,
      second: `/Span /M2 BDC ${said('s')} EMC`,
      more: (writer) => writer.object(10, '<</ActualText(mine)>>').object(11, '<</ActualText(SECRET)>>'),
    },
  ],
  [
    'a note that answers one on another page',
    {
      shared: '',
      first: `${said('mine')}`,
      page: '/Annots[10 0 R]',
      more: (writer) =>
        writer
          .object(10, '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(mine)/IRT 11 0 R>>')
          .object(11, '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(SECRET)/P 4 0 R>>'),
    },
  ],
  [
    'an article that goes on on another page',
    {
      shared: '',
      first: `${said('mine')}`,
      page: '/B[10 0 R]',
      more: (writer) =>
        writer
          .object(10, '<</T 12 0 R/N 11 0 R/V 11 0 R/P 3 0 R/R[0 0 9 9]>>')
          .object(11, '<</N 10 0 R/V 10 0 R/P 4 0 R/R[0 0 9 9]>>')
          .object(12, '<</F 10 0 R/I<</Title(SECRET)>>>>'),
    },
  ],
]
for (const [what, shared] of leaks) {
  test(`pages that are cut out hold nothing of others, also with ${what}`, async () => {
    const all = everythingIn(await firstPageOf(aPdf(shared)))

    assert.ok(!all.includes('SECRET'))
  })
}

const contents = {
  'a percent sign in a text with brackets': 'BT /F1 9 Tf 5 5 Td (50% (net)) Tj ET /X1 Do',
  'a percent sign among the bytes of a picture': 'q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID % EI Q /X1 Do',
  'a bracket among the bytes of pictures':
    'q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID ( EI Q /X1 Do q BI /W 1 /H 1 /BPC 8 /CS /G ID ) EI Q',
}
for (const [what, first] of Object.entries(contents)) {
  test(`pages that are cut out keep what they draw behind ${what}`, async () => {
    const bytes = aPdf({
      shared: '/XObject<</X1 10 0 R>>',
      first,
      more: (writer) => writer.stream(10, form('<</Font<</F1 9 0 R>>>>'), said('mine')),
    })

    const page = await firstPageOf(bytes)

    assert.deepEqual(reader.textOf(page)[0], reader.textOf(bytes)[0])
  })
}

test('pages that are cut out keep what letters of their own draw with the resources of the page', async () => {
  const font = '/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]'
  const bytes = aPdf({
    shared: '/XObject<</Im 12 0 R>>',
    fonts: '/T3 10 0 R',
    first: 'BT /T3 30 Tf 20 20 Td (a) Tj ET',
    more: (writer) =>
      writer
        .object(10, `<</Type/Font/Subtype/Type3${font}/Encoding<</Differences[97/a]>>/CharProcs<</a 13 0 R>>>>`)
        .stream(12, form('<<>>'), Buffer.from('1 0 0 rg 0 0 1 1 re f'))
        .stream(13, '', Buffer.from('1 0 d0 /Im Do')),
  })

  const page = await firstPageOf(bytes)

  assert.ok(reader.pictureOf(page, 1) === reader.pictureOf(bytes, 1))
})

test('pages that are cut out may draw forms that draw themselves', async () => {
  const bare = '/Type/XObject/Subtype/Form/BBox[0 0 200 100]'
  const bytes = aPdf({
    shared: '/XObject<</X1 10 0 R/X2 11 0 R>>',
    first: '/X1 Do',
    second: '/X2 Do',
    more: (writer) =>
      writer
        .stream(10, bare, Buffer.from('BT /F1 12 Tf 10 50 Td (mine) Tj ET /X1 Do'))
        .stream(11, bare, said('SECRET')),
  })

  const page = await firstPageOf(bytes)

  assert.match(everythingIn(page), /mine/)
  assert.ok(!everythingIn(page).includes('SECRET'))
})

/** A page that draws a form, with its content packed. */
function aPackedPdf(packing: string, content: Buffer): Buffer {
  return aPdf({
    shared: '/XObject<</X1 10 0 R>>',
    first: '',
    // The last entry of a name is the one that counts.
    page: '/Contents 12 0 R',
    more: (writer) =>
      writer
        .stream(10, form('<</Font<</F1 9 0 R>>>>'), said('mine'))
        .object(11, '<</Predictor 12/Columns 6>>')
        .stream(12, packing, deflateSync(content)),
  })
}

/** The second row is what is added to the first: the name that the content uses is not to be read in it. */
const PREDICTED = predicted([Buffer.from('q   q '), Buffer.from('/X1 Do'), Buffer.from('   Q Q')], 2)

const predictors = [
  '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 6>>',
  '/Filter/FlateDecode/DecodeParms 11 0 R',
  '/Filter[/FlateDecode]/DecodeParms[<</Predictor 12/Columns 6>>]',
  '/Filter[/FlateDecode]/DecodeParms[11 0 R]',
]
for (const packing of predictors) {
  test(`pages are not cut out when their content has a predictor: ${packing}`, async () => {
    const bytes = aPackedPdf(packing, PREDICTED)

    await session.load(bytes.length, Readable.from([bytes], { objectMode: false }))
    const page = await session.extract({ from: 1, count: 1 }, new Date(0))

    assert.match(reader.textOf(bytes)[0] ?? '', /mine/)
    assert.equal(page, undefined)
  })
}

for (const parameters of ['null', '[null]', '<<>>', '<</Predictor 1>>']) {
  test(`pages are cut out when the parameters of their content name no predictor: ${parameters}`, async () => {
    const bytes = aPackedPdf(`/Filter/FlateDecode/DecodeParms ${parameters}`, Buffer.from('/X1 Do'))

    const page = await firstPageOf(bytes)

    assert.match(reader.textOf(page)[0] ?? '', /mine/)
  })
}
