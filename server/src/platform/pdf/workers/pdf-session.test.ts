import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { everythingIn } from '#platform/pdf/samples/everything-in.conformance.ts'
import { aPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { type MadePdf, openPdfWorkers, type PdfSession, type PdfSessionOptions } from './pdf-workers.ts'

const MEGABYTE = 1024 * 1024
const MOMENT = new Date('2024-01-31T10:20:30Z')
const NUMBER = { source: '^No: (?<number>\\d+)(?: in (?<organization>\\w+))?$', flags: 'mu' }
/** What takes longer than there is time. */
const ENDLESS = { source: '(?<number>(a+)+)b', flags: 'u' }
const MANY_A = 'a'.repeat(60)

const pdfWorkers = openPdfWorkers()
after(() => pdfWorkers.close())
const shared = pdfWorkers.openSession({ threads: 1 })
const reader = await openPdfReader()

const inPieces = (bytes: Buffer, pieceBytes = bytes.length) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ),
    { objectMode: false },
  )

/** A session that has loaded this file. */
async function holding(bytes: Buffer, options: PdfSessionOptions = { threads: 1 }): Promise<PdfSession> {
  const session = pdfWorkers.openSession(options)
  assert.ok('pageCount' in (await session.load(bytes.length, inPieces(bytes))))
  return session
}

function made(pdf: MadePdf | undefined): MadePdf {
  assert.ok(pdf)
  return pdf
}

function threads(): number[] {
  const report = process.report.getReport() as unknown as { workers: { header: { threadId: number } }[] }
  return report.workers.map(({ header }) => header.threadId)
}

/** Pages whose size, fonts and turn are those of the list of pages; the first leads to the second. */
function aFamily(): Buffer {
  const writer = new PdfWriter()
  writer.object(1, '<</Type/Catalog/Pages 2 0 R>>')
  writer.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 100]/Rotate 90/Resources 7 0 R>>')
  writer.object(3, '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[8 0 R]>>')
  writer.object(4, '<</Type/Page/Parent 2 0 R/Contents 6 0 R>>')
  writer.stream(5, '', Buffer.from('1 0 0 rg 0 0 50 50 re f BT /F1 12 Tf 10 60 Td (first) Tj ET'))
  writer.stream(6, '', Buffer.from('0 0 1 rg 0 0 50 50 re f BT /F1 12 Tf 10 60 Td (second) Tj ET'))
  writer.object(7, '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>')
  writer.object(8, '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]/P 3 0 R>>')
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}

type Shared = { resources: string; first: string; second: string; page?: string; more(writer: PdfWriter): void }

/** Two pages with the same resources; what the second shows is secret. */
function aPdfThatShares({ resources, first, second, page = '', more }: Shared): Buffer {
  const writer = new PdfWriter()
  writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(2, '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>')
  writer.object(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Resources 7 0 R${page}>>`)
  writer.object(4, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 6 0 R/Resources 7 0 R>>')
  writer.stream(5, '', Buffer.from(first)).stream(6, '', Buffer.from(second))
  writer.object(7, `<</Font<</F1 9 0 R>>${resources}>>`)
  writer.object(9, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  more(writer)
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 200 100]'
const WITH_FONT = `${FORM}/Resources<</Font<</F1 9 0 R>>>>`
const said = (text: string) => Buffer.from(`BT /F1 12 Tf 10 50 Td (${text}) Tj ET`)

/** A kilobyte that unpacks to more than a thread may take. */
function aBomb(): Buffer {
  const blanks = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = deflateSync(Buffer.concat([Buffer.from([0x78, 1]), ...Array.from({ length: 400 }, () => blanks)]))
  const writer = new PdfWriter()
  writer.places.set(1, { stream: 4, index: 0 })
  writer.stream(4, '/Type/ObjStm/N 1/First 10/Filter[/FlateDecode/FlateDecode]', packed)
  return writer.start(writer.crossReferences(5, '/Size 90/Root 1 0 R')).bytes
}

const TEXTS = ['Alpha\nNo: 7 in LYON\nNet', 'Beta one\nNo: seven', 'Beta two\nNo: 8', '', 'No: 9\nGamma']
const spool = aPdfOf(TEXTS)
const loaded = await holding(spool)

describe('load', () => {
  test('takes a PDF that is brought in small pieces, and the next one in its place', async () => {
    const session = pdfWorkers.openSession({ threads: 1 })
    const first = aPdfOf(['No: 1', 'No: 2', 'No: 3'])
    const second = aPdfOf(['No: 4'])

    const facts = await session.load(first.length, inPieces(first, 17))
    const found = await session.find(NUMBER, { from: 2, count: 1 })
    const next = await session.load(second.length, inPieces(second))

    assert.deepEqual([facts, next], [{ pageCount: 3 }, { pageCount: 1 }])
    assert.equal(found[0]?.number, '2')
    assert.equal((await session.find(NUMBER, { from: 1, count: 1 }))[0]?.number, '4')
  })

  test('says what is wrong with a file that cannot be used', async () => {
    const session = pdfWorkers.openSession({ threads: 1 })
    const load = (bytes: Buffer) => session.load(bytes.length, inPieces(bytes))

    assert.deepEqual(await load(anEncryptedPdf('secret')), { fault: 'encrypted' })
    assert.deepEqual(await load(Buffer.from('a text')), { fault: 'damaged' })
    assert.deepEqual(await load(aPdf({ pages: 0 })), { fault: 'no_pages' })
  })

  test('gives a large file to every thread, and each of them makes the same of it', async () => {
    const large = Buffer.concat([aPdfOf(['No: 1', 'No: 2', 'No: 3', 'No: 4']), Buffer.alloc(300 * 1024, '\n')])
    const before = threads()
    const session = await holding(large, { threads: 2 })

    const found = await Promise.all([1, 2, 3, 4].map((from) => session.find(NUMBER, { from, count: 1 })))
    const same = await Promise.all([1, 2].map(() => session.extract({ from: 3, count: 2 }, MOMENT)))

    assert.deepEqual(
      found.flat().map((match) => match?.number),
      ['1', '2', '3', '4'],
    )
    assert.equal(threads().filter((one) => !before.includes(one)).length, 2)
    assert.deepEqual(same[0], same[1])
  })
})

describe('find', () => {
  test('answers what the groups found on each of the pages, and null where there is nothing', async () => {
    const all = await loaded.find(NUMBER, { from: 1, count: 5 })
    const some = await loaded.find(NUMBER, { from: 3, count: 1 })

    assert.deepEqual(
      all.map((match) => match && [match.number, match.organization]),
      [['7', 'LYON'], null, ['8', undefined], null, ['9', undefined]],
    )
    assert.deepEqual(some, [all[2]])
  })

  test('answers null for a page that is not in the file, and what was found on the others', async () => {
    const writer = new PdfWriter()
    const content = 'BT /F1 12 Tf 10 50 Td (No: 5) Tj ET'
    const font = '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
    writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(2, '<</Type/Pages/Count 2/Kids[40 0 R 4 0 R]>>')
    writer.object(4, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R${font}>>`)
    writer.stream(5, '', Buffer.from(content))
    const session = await holding(writer.start(writer.table('/Size 90/Root 1 0 R')).bytes)

    const found = await session.find(NUMBER, { from: 1, count: 2 })

    assert.deepEqual([found[0], found[1]?.number], [null, '5'])
    assert.equal(await session.extract({ from: 1, count: 1 }, MOMENT), undefined)
    assert.deepEqual(reader.textOf(made(await session.extract({ from: 2, count: 1 }, MOMENT)).bytes), ['No: 5'])
  })
})

describe('extract', () => {
  test('makes a PDF of the pages, in which nothing of the others is', async () => {
    const pdf = made(await loaded.extract({ from: 2, count: 2 }, MOMENT))

    assert.equal(pdf.pageCount, 2)
    assert.deepEqual(reader.textOf(pdf.bytes), TEXTS.slice(1, 3))
    assert.match(everythingIn(pdf.bytes), /Beta one/)
    assert.doesNotMatch(everythingIn(pdf.bytes), /Alpha|Gamma/)
  })

  test('keeps what pages have in common, and follows no link to another page', async () => {
    const family = aFamily()
    const session = await holding(family)

    const pages = [
      made(await session.extract({ from: 1, count: 1 }, MOMENT)),
      made(await session.extract({ from: 2, count: 1 }, MOMENT)),
    ]

    for (const [index, text] of ['first', 'second'].entries()) {
      const { bytes } = made(pages[index])
      assert.deepEqual(reader.textOf(bytes), [text])
      assert.ok(reader.pictureOf(bytes, 1) === reader.pictureOf(family, index + 1))
    }
    assert.doesNotMatch(everythingIn(made(pages[0]).bytes), /second/)
  })

  const shares: [string, Shared, string][] = [
    [
      'draw forms out of the same resources',
      {
        resources: '/XObject<</X1 10 0 R/X2 11 0 R>>',
        first: 'q /X1 Do Q',
        second: '/X2 Do',
        more: (writer) =>
          writer
            .stream(10, `${FORM}/Resources<</XObject<</Y 12 0 R>>>>`, Buffer.from('/Y Do'))
            .stream(11, WITH_FONT, said('SECRET'))
            .stream(12, WITH_FONT, said('mine')),
      },
      'mine',
    ],
    [
      'have the same field of a form',
      {
        resources: '',
        first: said('mine').toString(),
        second: '',
        page: '/Annots[10 0 R]',
        more: (writer) =>
          writer
            .object(10, '<</Type/Annot/Subtype/Widget/F 4/Rect[0 0 200 100]/Parent 12 0 R/P 3 0 R/AP<</N 13 0 R>>>>')
            .object(11, '<</Type/Annot/Subtype/Widget/F 4/Rect[0 0 200 100]/Parent 12 0 R/V(SECRET)/AP<</N 14 0 R>>>>')
            .object(12, '<</FT/Tx/T(name)/V(SECRET)/Kids[10 0 R 11 0 R]>>')
            .stream(13, WITH_FONT, Buffer.from('BT /F1 12 Tf 10 20 Td (too) Tj ET'))
            .stream(14, WITH_FONT, said('SECRET')),
      },
      'mine\ntoo',
    ],
  ]
  for (const [what, sharing, text] of shares) {
    test(`leaves nothing of other pages in those that ${what}`, async () => {
      const bytes = aPdfThatShares(sharing)
      const session = await holding(bytes)

      const pdf = made(await session.extract({ from: 1, count: 1 }, MOMENT))

      assert.deepEqual(reader.textOf(pdf.bytes), [text])
      assert.ok(!everythingIn(pdf.bytes).includes('SECRET'))
      const [first, last] = [0, -1].map((index) => reader.charactersOf(pdf.bytes, 1).at(index))
      assert.deepEqual([first?.left, first?.top], [10, 50])
      assert.ok(text === 'mine' || Math.abs((last?.top ?? 0) - 80) < 1)
    })
  }

  test('keeps what a form without resources of its own takes from its page', async () => {
    const bytes = aPdfThatShares({
      resources: '/XObject<</X1 10 0 R/X2 11 0 R/Y 12 0 R>>',
      first: '/X1 Do',
      second: '/X2 Do',
      more: (writer) =>
        writer
          .stream(10, FORM, Buffer.from('/Y Do'))
          .stream(11, WITH_FONT, said('SECRET'))
          .stream(12, WITH_FONT, said('mine')),
    })
    const session = await holding(bytes)

    const pdf = made(await session.extract({ from: 1, count: 1 }, MOMENT))

    assert.equal(reader.pictureOf(pdf.bytes, 1), reader.pictureOf(bytes, 1))
    assert.ok(!everythingIn(pdf.bytes).includes('SECRET'))
  })

  test('makes the same bytes of the same pages at the same moment, and dates them', async () => {
    const other = await holding(spool)

    const first = await loaded.extract({ from: 1, count: 2 }, MOMENT)
    await other.extract({ from: 3, count: 1 }, new Date('2020-02-02T00:00:00Z'))
    const second = await other.extract({ from: 1, count: 2 }, MOMENT)

    assert.deepEqual(first, second)
    assert.match(everythingIn(made(first).bytes), /CreationDate\(D:20240131102030/)
  })

  test('makes nothing of pages that are not there, and goes on', async () => {
    assert.equal(await loaded.extract({ from: 5, count: 2 }, MOMENT), undefined)
    assert.equal(await loaded.extract({ from: 6, count: 1 }, MOMENT), undefined)
    assert.deepEqual(reader.textOf(made(await loaded.extract({ from: 5, count: 1 }, MOMENT)).bytes), TEXTS.slice(4))
  })
})

describe('inspect', () => {
  const samples: [string, Buffer, object][] = [
    ['a PDF', aPdf({ pages: 3 }), { pageCount: 3 }],
    ['a PDF that has lost its end', aPdf({ pages: 3 }).subarray(0, -20), { pageCount: 3 }],
    ['a PDF that wants a password', anEncryptedPdf('secret'), { fault: 'encrypted' }],
    ['an encrypted PDF that everybody may read', anEncryptedPdf('', { pages: 2 }), { pageCount: 2 }],
    ['a PDF without pages', aPdf({ pages: 0 }), { fault: 'no_pages' }],
    ['a PDF that is cut to its head', aPdf({ pages: 3 }).subarray(0, 40), { fault: 'damaged' }],
    ['a text', Buffer.from('a text'), { fault: 'damaged' }],
    ['nothing', Buffer.alloc(0), { fault: 'damaged' }],
  ]
  for (const [what, bytes, facts] of samples) {
    test(`says of ${what} that it is ${JSON.stringify(facts)}`, async () => {
      const copy = Buffer.from(bytes)

      assert.deepEqual(await shared.inspect(bytes), facts)
      assert.deepEqual(bytes, copy)
    })
  }

  test('leaves a loaded file where it is', async () => {
    assert.deepEqual(await loaded.inspect(aPdf({ pages: 2 })), { pageCount: 2 })
    assert.equal((await loaded.find(NUMBER, { from: 3, count: 1 }))[0]?.number, '8')
  })
})

describe('merge', () => {
  const files = [aPdfOf(['one']), aPdfOf(['two a', 'two b']), aPdfOf(['three a', 'three b', 'three c'])]
  const merge = (bytes: Buffer[], isDuplex: boolean, moment = MOMENT) => shared.merge(bytes, { isDuplex, moment })

  test('puts files behind each other', async () => {
    const pdf = made(await merge(files, false))

    assert.equal(pdf.pageCount, 6)
    assert.deepEqual(reader.textOf(pdf.bytes), ['one', 'two a', 'two b', 'three a', 'three b', 'three c'])
  })

  test('begins each on a sheet of its own when both sides are printed', async () => {
    const pdf = made(await merge(files, true))

    assert.equal(pdf.pageCount, 8)
    assert.deepEqual(reader.textOf(pdf.bytes), ['one', '', 'two a', 'two b', 'three a', 'three b', 'three c', ''])
  })

  test('makes the same bytes of the same files at the same moment', async () => {
    const one = await merge(files, true)
    const other = await merge(files, true)
    const later = await merge(files, true, new Date('2025-01-01T00:00:00Z'))

    assert.deepEqual(one, other)
    assert.notDeepEqual(one, later)
  })

  test('makes nothing when one cannot be read, and goes on', async () => {
    const bad = [anEncryptedPdf('secret'), Buffer.from('a text'), aPdf({ pages: 0 })]

    for (const one of bad) assert.equal(await merge([...files, one], false), undefined)
    assert.equal(await merge([], false), undefined)
    assert.equal(made(await merge(files, false)).pageCount, 6)
  })
})

describe('match', () => {
  test('answers what the groups found in each text, with the flags that are asked for', async () => {
    const pattern = { source: '^(?<name>\\p{L}+)-(?<number>\\d+)\\.pdf$', flags: 'iu' }

    const found = await shared.match(pattern, ['Łódź-007.PDF', 'x/Łódź-7.pdf', 'ö-1.pdf'])

    assert.deepEqual(found, [{ name: 'Łódź', number: '007' }, null, { name: 'ö', number: '1' }])
    assert.deepEqual(await shared.match(pattern, []), [])
  })
})

describe('setText and setLetter', () => {
  test('make pages of a text and of an address', async () => {
    const text = made(await shared.setText('Grüße\f第二', 'Title'))
    const letter = await shared.setLetter({ address: ['Zoë Weiß', '1 rue'], window: 'left', notes: ['3 pages'] })

    assert.equal(text.pageCount, 2)
    assert.equal(reader.textOf(text.bytes)[0], 'Grüße')
    assert.equal(letter.pageCount, 1)
    assert.deepEqual(reader.textOf(letter.bytes), ['Zoë Weiß\n1 rue\n3 pages'])
  })

  test('make nothing of a text that is too long, and cut off what no window could show', async () => {
    const lines = Array.from({ length: 100 }, () => 'line')

    assert.equal(await shared.setText('x\f'.repeat(5002), 'Title'), undefined)
    assert.equal((await shared.setLetter({ address: lines, window: 'left', notes: lines })).pageCount, 1)
    assert.equal(made(await shared.setText('x', 'Title')).pageCount, 1)
  })
})

describe('a session under attack', { concurrency: true }, () => {
  test('takes a file for damaged that wants too much memory, but no file that waited behind it', async () => {
    const session = pdfWorkers.openSession({ threads: 1 })

    const asked = [session.inspect(aBomb()), session.inspect(aPdf({ pages: 3 })), session.match(NUMBER, ['No: 1'])]

    assert.deepEqual((await Promise.all(asked)).slice(0, 2), [{ fault: 'damaged' }, { pageCount: 3 }])
    assert.deepEqual(await session.inspect(aPdf({ pages: 2 })), { pageCount: 2 })
  })

  test('stops a pattern that finds no end, and goes on', async () => {
    const session = pdfWorkers.openSession({ threads: 1, timeLimitSeconds: 2 })

    await assert.rejects(session.match(ENDLESS, [MANY_A]), { name: 'ThreadFailed', message: /within 2 seconds/ })

    assert.equal((await session.match(NUMBER, ['No: 1']))[0]?.number, '1')
  })

  test('loses a loaded file with its thread, and takes the next one', async () => {
    const session = pdfWorkers.openSession({ threads: 1, timeLimitSeconds: 2 })
    const bytes = aPdfOf([MANY_A])
    await session.load(bytes.length, inPieces(bytes))

    await assert.rejects(session.find(ENDLESS, { from: 1, count: 1 }), { name: 'ThreadFailed' })

    await assert.rejects(session.extract({ from: 1, count: 1 }, MOMENT), { name: 'ThreadFailed' })
    assert.deepEqual(await session.load(bytes.length, inPieces(bytes)), { pageCount: 1 })
  })
})

describe('close', () => {
  test('ends the threads, and refuses whatever is still asked', async () => {
    const before = threads()
    const session = pdfWorkers.openSession({ threads: 2 })
    await session.match(NUMBER, ['No: 1'])
    const asked = [1, 2, 3, 4].map(() => assert.rejects(session.match(ENDLESS, [MANY_A]), /closed|ended/))

    await session.close()

    await Promise.all(asked)
    await assert.rejects(session.match(NUMBER, ['No: 1']), /closed/)
    await assert.rejects(session.inspect(aPdf()), /closed/)
    assert.deepEqual(
      threads().filter((one) => !before.includes(one)),
      [],
    )
  })

  test('ends a thread that has hardly begun', async () => {
    const before = threads()
    const session = pdfWorkers.openSession({ threads: 1 })
    const asked = assert.rejects(session.match(NUMBER, ['No: 1']), /closed|ended/)

    await session.close()

    await asked
    assert.deepEqual(
      threads().filter((one) => !before.includes(one)),
      [],
    )
  })
})
