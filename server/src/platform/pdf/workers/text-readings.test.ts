import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { aPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { aPdfOfDrawings, aPdfOfManyWords } from './heavy-pages.conformance.ts'
import { openPdfWorkers, type PdfWorkers, type PdfWorkersOptions } from './pdf-workers.ts'

const pools: PdfWorkers[] = []
function aPool(options?: PdfWorkersOptions): PdfWorkers {
  const pool = openPdfWorkers(options)
  pools.push(pool)
  return pool
}
after(() => Promise.all(pools.map((pool) => pool.close())))
const shared = aPool()

/** A file whose bytes come when the test says so, and which counts how often they are read. */
function aGatedPdf(name: string, bytes: Buffer) {
  const gate = Promise.withResolvers<void>()
  const file = {
    name,
    reads: 0,
    open: () => gate.resolve(),
    read: async () => {
      file.reads += 1
      await gate.promise
      return bytes
    },
  }
  return file
}

function anOpenPdf(name: string, bytes: Buffer) {
  const file = aGatedPdf(name, bytes)
  file.open()
  return file
}

/** What is settled before all that is under way has had many turns. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
}

describe('readNamedText', () => {
  test('delays no picture and no count, however long a text takes', async () => {
    const slow = aGatedPdf('slow', aPdfOf(['late']))
    const text = shared.readNamedText(slow, 1)

    const picture = await shared.renderPage(aPdf(), { page: 1, width: 100 })
    const count = await shared.countPages(aPdf({ pages: 2 }))
    slow.open()

    assert.deepEqual([picture.outcome, count], ['rendered', 2])
    assert.equal((await text).outcome, 'read')
  })

  test('reads a file once for all who ask for the same pages meanwhile', async () => {
    const file = aGatedPdf('asked for often', aPdfOf(['one', 'two']))

    const asked = [1, 1, 1, 2, 2].map((from) => shared.readNamedText(file, from))
    file.open()
    const readings = await Promise.all(asked)

    assert.equal(file.reads, 2)
    assert.equal(readings[0], readings[2])
    assert.equal(readings[3], readings[4])
    assert.deepEqual(
      readings.map((one) => one.outcome === 'read' && one.pages.length),
      [2, 2, 2, 1, 1],
    )
    await shared.readNamedText(file, 1)
    assert.equal(file.reads, 3, 'what could be read is not remembered')
  })

  test('takes the bytes of a file when its turn has come', async () => {
    const first = aGatedPdf('first', aPdfOf(['first']))
    const others = Array.from({ length: 20 }, (_, index) => anOpenPdf(`other ${index}`, aPdfOf(['other'])))

    const asked = [first, ...others].map((file) => shared.readNamedText(file, 1))
    await turns()
    const readMeanwhile = others.filter(({ reads }) => reads > 0).length
    first.open()
    await Promise.all(asked)

    assert.equal(readMeanwhile, 0)
    assert.ok(others.every(({ reads }) => reads === 1))
  })

  test('lets other files go between the pages of one', async () => {
    const long = aGatedPdf('long', aPdfOf(['1', '2', '3', '4', '5']))
    const other = anOpenPdf('other', aPdfOf(['other']))
    const order: string[] = []
    const read = async (file: typeof long, from: number) => {
      await shared.readNamedText(file, from)
      order.push(`${file.name} ${from}`)
    }

    const asked = [read(long, 1), read(long, 2), read(long, 3), read(other, 1)]
    await turns()
    long.open()
    await Promise.all(asked)

    assert.deepEqual(order, ['long 1', 'other 1', 'long 2', 'long 3'])
  })

  test('reads what takes too long once an hour, whichever of its pages is asked for', async () => {
    let nowMs = 0
    const pool = aPool({ textTimeLimitSeconds: 1, now: () => nowMs })
    const file = anOpenPdf('many words', aPdfOfManyWords(2_000_000))
    const outcome = async (from: number) => (await pool.readNamedText(file, from)).outcome

    const burst = await Promise.all([outcome(1), outcome(1), outcome(2), outcome(3)])
    nowMs += 59 * 60_000
    const soon = await outcome(1)
    const readsWithinAnHour = file.reads
    nowMs += 60_000
    const later = await outcome(1)

    assert.ok([...burst, soon, later].every((one) => one === 'not_readable'))
    assert.deepEqual([readsWithinAnHour, file.reads], [1, 2])
    const other = await pool.readNamedText(anOpenPdf('another', aPdf({ pages: 1 })), 1)
    assert.equal(other.outcome, 'read', 'another file has another thread')
  })

  test('answers pages that are slow to read a few at a time', async () => {
    const drawings = anOpenPdf('drawings', aPdfOfDrawings({ pages: 25, strokes: 200_000 }))

    const reading = await shared.readNamedText(drawings, 1)

    assert.ok(reading.outcome === 'read', 'all at once would take longer than there is time')
    assert.deepEqual(
      reading.pages.map(({ page }) => page),
      reading.pages.map((_, index) => index + 1),
    )
    assert.equal(reading.next, reading.pages.length === 25 ? null : reading.pages.length + 1)
  })

  test('remembers a file that is broken, and not one without such a page', async () => {
    const broken = anOpenPdf('broken', Buffer.from('no PDF'))
    const short = anOpenPdf('short', aPdfOf(['one']))

    const outcomes = []
    for (const file of [broken, broken, short, short]) outcomes.push((await shared.readNamedText(file, 2)).outcome)

    assert.deepEqual(outcomes, ['not_readable', 'not_readable', 'no_such_page', 'no_such_page'])
    assert.deepEqual([broken.reads, short.reads], [1, 2])
  })

  test('passes on the failure of a store, which is not the fault of the file', async () => {
    const bytes = aPdfOf(['one'])
    const failing = { name: 'stored', read: () => Promise.reject(new Error('The disk is gone.')) }

    await assert.rejects(shared.readNamedText(failing, 1), /disk is gone/)

    assert.equal((await shared.readNamedText(anOpenPdf('stored', bytes), 1)).outcome, 'read')
  })
})
