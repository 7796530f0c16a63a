import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { everythingIn } from '#platform/pdf/samples/everything-in.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import {
  aCoveredPage,
  aPage,
  aStamping,
  COVER,
  COVERING_FORM,
} from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'

const session = sharedPdfWorkers().openSession({ threads: 1 })
after(() => session.close())
const reader = await openPdfReader()

const stamp = (file: Uint8Array) => session.stamp(file, aStamping({ marks: [] }))

type Layered = { catalog: string; layer?: string; content?: string; form?: string; group?: string }

/** A page with a layer over all of it. */
function aLayeredPage({ catalog, layer = '', content = '/OC /L1 BDC /X1 Do EMC', form = '', group = '' }: Layered) {
  const resources = '/Resources<</Font<</F1 4 0 R>>/Properties<</L1 20 0 R/L2 21 0 R>>/XObject<</X1 22 0 R>>>>'
  return aPage({
    entries: resources,
    catalog: catalog && `/OCProperties<</OCGs[20 0 R]/D<<${catalog}>>>>`,
    content,
    more: (writer) =>
      writer
        .object(20, `<</Type/OCG/Name(Clauses)${layer}>>`)
        .object(21, `<</Type/OCMD/OCGs[20 0 R]${group}>>`)
        .stream(22, `${COVERING_FORM}${form}`, COVER),
  })
}

describe('a document with layers', () => {
  const hiding: [what: string, Layered][] = [
    ['in the content of the page', { catalog: '/OFF[20 0 R]' }],
    ['by a base state', { catalog: '/BaseState/OFF' }],
    ['as a form', { catalog: '/OFF[20 0 R]', content: '/X1 Do', form: '/OC 20 0 R' }],
    ['by membership', { catalog: '/OFF[20 0 R]', content: '/OC /L2 BDC /X1 Do EMC' }],
    ['while the others are shown', { catalog: '/ON[20 0 R]', content: '/OC /L2 BDC /X1 Do EMC', group: '/P/AllOff' }],
    ['by an expression', { catalog: '/ON[]', content: '/OC /L2 BDC /X1 Do EMC', group: '/VE[/Not 20 0 R]' }],
    ['by its usage', { catalog: '', layer: '/Usage<</View<</ViewState/OFF>>>>' }],
  ]
  for (const [what, layered] of hiding) {
    test(`is not stamped if a layer is hidden ${what}`, async () => {
      await assert.rejects(stamp(aLayeredPage(layered)), { name: 'ChangedPage', page: 1 })
    })
  }

  const showing: [what: string, Layered][] = [
    ['in the content of the page', { catalog: '/ON[20 0 R]' }],
    ['as a form', { catalog: '/BaseState/ON', content: '/X1 Do', form: '/OC 21 0 R' }],
    ['without a configuration', { catalog: '', layer: '/Usage<</View<</ViewState/ON>>>>' }],
  ]
  for (const [what, layered] of showing) {
    test(`shows what it showed ${what}, and has no layers any more`, async () => {
      const file = aLayeredPage(layered)

      const made = await stamp(file)

      assert.ok(made)
      assert.equal(reader.pictureOf(made.bytes, 1), reader.pictureOf(file, 1))
      const written = Buffer.from(made.bytes)
      for (const name of ['/OCG', '/OCMD', '/OCProperties']) assert.ok(!written.includes(name), name)
    })
  }
})

const KINDS = {
  'a square': '/Subtype/Square',
  'a link': '/Subtype/Link',
  'a note of no known kind': '/Subtype/Unknown',
  'a field': '/Subtype/Widget/FT/Tx/T(a)',
  'a signature': '/Subtype/Widget/FT/Sig/T(a)',
}

describe('stamp', () => {
  for (const [what, kind] of Object.entries(KINDS)) {
    test(`shows ${what} as it was shown, whatever its flags`, async () => {
      for (const flags of [0, 1, 2, 4, 5, 16, 32, 36, 37]) {
        const file = aCoveredPage(kind, flags)

        const made = await stamp(file)

        assert.ok(made)
        assert.ok(reader.pictureOf(made.bytes, 1) === reader.pictureOf(file, 1), `flags ${flags}`)
      }
    })
  }

  test('takes annotations out that were not shown, with what they say', async () => {
    const file = aPage({
      entries: '/Annots[60 0 R]',
      more: (writer) =>
        writer
          .object(60, '<</Type/Annot/Subtype/Square/Rect[0 0 300 400]/F 36/Contents(HIDDEN)/AP<</N 61 0 R>>>>')
          .stream(
            61,
            `${COVERING_FORM}/Resources<</Font<</F1 4 0 R>>>>`,
            Buffer.from('BT /F1 9 Tf 5 5 Td (HIDDEN) Tj ET'),
          ),
    })

    const made = await stamp(file)

    assert.ok(made)
    assert.ok(!reader.textOf(made.bytes)[0]?.includes('HIDDEN'))
    assert.ok(!everythingIn(made.bytes).includes('HIDDEN'))
  })
})
