import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { referenceIn, referencesIn, UpdatedPdf } from './updated-pdf.ts'

type Section = [first: number, entries: string[]]

const used = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`
const FREE = '0000000000 65535 f \n'
const sectionOf = ([first, entries]: Section) => `${first} ${entries.length}\n${entries.join('')}`

/** A file in the form that the service writes, of which every part can be replaced. */
class Draft {
  text = '%PDF-1.7\n'
  tableAt = 0

  object(number: number, body: string): number {
    const at = this.text.length
    this.text += `${number} 0 obj\n${body}\nendobj\n`
    return at
  }

  table(sections: Section[], trailer: string): this {
    this.tableAt = this.text.length
    this.text += `xref\n${sections.map(sectionOf).join('')}trailer\n${trailer}\nstartxref\n${this.tableAt}\n%%EOF\n`
    return this
  }

  open = () => new UpdatedPdf(Buffer.from(this.text, 'latin1'))
}

/** A catalog and a stream; then an update that has another catalog and one object more. */
function aDraft(): Draft {
  const draft = new Draft()
  const catalog = draft.object(1, '<</Type/Catalog/Version/Old>>')
  const stream = draft.object(2, '<</Length 5>>stream\nhello\nendstream')
  const entries = [FREE, used(catalog), used(stream)]
  return draft.table([[0, entries]], '<</Size 3/Root 1 0 R>>')
}

function anUpdate(draft = aDraft()): Draft {
  const before = draft.tableAt
  const catalog = draft.object(1, '<</Type/Catalog/Version/New/Kids[2 0 R 7 3 0 R]>>')
  const list = draft.object(3, '[1 2]')
  const sections: Section[] = [
    [1, [used(catalog)]],
    [3, [used(list)]],
  ]
  return draft.table(sections, `<</Size 4/Root 1 0 R/Prev ${before}>>`)
}

const refused = (make: () => unknown) => assert.throws(make, UnreadablePdf)

describe('a sealed file', () => {
  test('is read by its table', () => {
    const pdf = aDraft().open()

    assert.deepEqual([pdf.size, pdf.root], [3, 1])
    assert.equal(pdf.dictionary(1).get('Version')?.value.name, 'Old')
    assert.equal(pdf.stream(2).toString(), 'hello')
  })

  test('has the newest version of each object, and those that no update replaced', () => {
    const pdf = anUpdate().open()

    assert.deepEqual([pdf.size, pdf.dictionary(1).get('Version')?.value.name], [4, 'New'])
    assert.equal(pdf.stream(2).toString(), 'hello')
    assert.equal(pdf.object(3).list?.length, 2)
  })

  test('may have been updated many times', () => {
    let draft = aDraft()
    for (let count = 0; count < 50; count += 1) draft = anUpdate(draft)

    assert.equal(draft.open().dictionary(1).get('Version')?.value.name, 'New')
  })

  test('may be part of a larger buffer', () => {
    const text = aDraft().text
    const whole = Buffer.from(`junk${text}junk`, 'latin1')

    assert.equal(new UpdatedPdf(whole.subarray(4, 4 + text.length)).root, 1)
  })

  test('is copied entry by entry, but for those that are named', () => {
    const pdf = anUpdate().open()

    const written = pdf.textWithout(pdf.dictionary(1), ['Version', 'Absent'])
    assert.equal(written, '/Type/Catalog/Kids[2 0 R 7 3 0 R]')
    assert.equal(pdf.textWithout(pdf.trailer, ['Prev', 'Root']), '/Size 4')
  })

  test('refers to objects: lists leave out what is none', () => {
    const pdf = anUpdate().open()

    assert.deepEqual(referencesIn(pdf.dictionary(1), 'Kids'), [2, 3])
    assert.deepEqual(referencesIn(pdf.dictionary(1), 'Absent'), [])
    assert.deepEqual(referencesIn(pdf.dictionary(1), 'Type'), [])
    assert.deepEqual(referencesIn(undefined, 'Kids'), [])
    for (const entries of [undefined, pdf.dictionary(1)]) refused(() => referenceIn(entries, 'Version'))
  })

  test('has no size and no root if its trailer says none', () => {
    const pdf = new Draft().table([[0, [FREE]]], '<<>>').open()

    assert.equal(pdf.size, 0)
    refused(() => pdf.root)
  })
})

describe('a file is refused', () => {
  const { text, tableAt } = aDraft()
  const broken: Record<string, string> = {
    empty: '',
    'without the place of its table': text.replace('startxref', 'startxxxx'),
    'with a word for that place': text.replace(/startxref\n\d+/, 'startxref\nhere'),
    'with a place before its begin': text.replace(/startxref\n\d+/, 'startxref\n-5'),
    'with a place behind its end': text.replace(/startxref\n\d+/, 'startxref\n99999'),
    'with a place where something else stands': text.replace(/startxref\n\d+/, 'startxref\n9'),
    'without a trailer': text.replace('trailer', 'trailxx'),
    'with a trailer that is a list': text.replace('<</Size 3/Root 1 0 R>>', '[1 2 3]'),
    'with a trailer that does not end': text.slice(0, text.indexOf('/Root')),
    'with more entries than it has': text.replace('\n0 3\n', '\n0 9\n'),
    'with an endless number of entries': text.replace('\n0 3\n', '\n0 99999999999999999999\n'),
    'with an older table that is none': text.replace('/Size 3', '/Prev 3 '),
  }
  for (const [what, file] of Object.entries(broken)) {
    test(what, () => refused(() => new UpdatedPdf(Buffer.from(file, 'latin1'))))
  }

  test('with tables that lead in a circle, of one and of two', () => {
    const own = `${text.slice(0, text.indexOf('/Size 3'))}/Prev ${tableAt}${text.slice(text.indexOf('/Size 3'))}`
    refused(() => new UpdatedPdf(Buffer.from(own, 'latin1')))

    const updated = anUpdate()
    // The first trailer stays as long as it was, so that everything stands where it stood.
    const circle = updated.text.replace('/Size 3/Root 1 0 R', `/Prev ${updated.tableAt}`.padEnd(18))
    assert.equal(circle.length, updated.text.length)
    refused(() => new UpdatedPdf(Buffer.from(circle, 'latin1')))
  })

  test('cut off anywhere, or with any byte changed, with the error that says so, or it can be read', () => {
    const whole = Buffer.from(anUpdate().text, 'latin1')
    const tryOut = (file: Buffer) => {
      try {
        const pdf = new UpdatedPdf(file)
        for (const number of [pdf.root, 2, 3]) pdf.object(number)
        pdf.stream(2)
      } catch (error) {
        assert.ok(error instanceof UnreadablePdf, String(error))
      }
    }
    for (let at = 0; at < whole.length; at += 1) {
      tryOut(whole.subarray(0, at))
      for (const byte of [0, 0x20, 0x3e, 0x39, 0xff]) {
        const changed = Buffer.from(whole)
        changed[at] = byte
        tryOut(changed)
      }
    }
  })
})

describe('an object is refused', () => {
  const pdf = aDraft().open()

  for (const [what, number] of [
    ['that no table has', 9],
    ['that is free', 0],
    ['with a negative number', -1],
  ] as const) {
    test(what, () => refused(() => pdf.object(number)))
  }

  test('that stands elsewhere than the table says', () => {
    const draft = new Draft()
    const at = draft.object(1, '<<>>')
    for (const place of [at + 1, at - 1, 5000]) {
      const wrong = new Draft()
      wrong.object(1, '<<>>')
      refused(() =>
        wrong
          .table([[0, [FREE, used(place)]]], '<</Size 2>>')
          .open()
          .object(1),
      )
    }
  })

  test('of another generation: the service writes none', () => {
    const draft = new Draft()
    const at = draft.object(1, '<<>>')
    draft.text = draft.text.replace('1 0 obj', '1 1 obj')

    refused(() =>
      draft
        .table([[0, [FREE, used(at)]]], '<</Size 2>>')
        .open()
        .object(1),
    )
  })

  test('as a dictionary if it is a list, and as a stream if it has none', () => {
    const updated = anUpdate().open()

    refused(() => updated.dictionary(3))
    refused(() => updated.stream(3))
    refused(() => updated.stream(1))
  })

  test('as a stream whose content is longer than the file', () => {
    const draft = new Draft()
    const at = draft.object(1, '<</Length 9999>>stream\nhello\nendstream')

    refused(() =>
      draft
        .table([[0, [FREE, used(at)]]], '<</Size 2>>')
        .open()
        .stream(1),
    )
  })
})
