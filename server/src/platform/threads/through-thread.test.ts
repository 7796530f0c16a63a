import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '#test/harness/eventually.ts'
import { answerChunks } from './in-thread.ts'
import { throughThread } from './through-thread.ts'

type Answer = { text: string | null; settings: unknown; sizeBytes: number }

const IN_THREAD = new URL('./in-thread.ts', import.meta.url).href

/** A thread whose answer to each piece is the value of this expression. */
function aThread(answer: string, atStart = ''): URL {
  const code = `
    import { answerChunks } from ${JSON.stringify(IN_THREAD)}
    const decoder = new TextDecoder()
    ${atStart}
    answerChunks((settings) => (piece) => {
      const text = piece === undefined ? null : decoder.decode(piece)
      return ${answer}
    })`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}
const telling = aThread(`{
  answer: { text, settings, sizeBytes: piece?.byteLength ?? 0 },
  transfer: [],
}`)
const sourceOf = (...texts: string[]) => Readable.from(texts.map((one) => Buffer.from(one)))

async function allOf<T>(answers: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const answer of answers) all.push(answer)
  return all
}

describe('throughThread', () => {
  test('gives one answer for each piece, in order, and one for the end', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `${index} été`)

    const answers = await allOf(throughThread<Answer>(telling, { a: 1 }, sourceOf(...texts)))

    assert.deepEqual(
      answers.map((one) => one.text),
      [...texts, null],
    )
    assert.ok(answers.every((one) => JSON.stringify(one.settings) === '{"a":1}'))
  })

  test('gives the answer for the end alone when the source is empty', async () => {
    const answers = await allOf(throughThread<Answer>(telling, undefined, sourceOf()))

    assert.deepEqual(answers, [{ text: null, settings: undefined, sizeBytes: 0 }])
  })

  test('hands over what the thread transfers', async () => {
    const thread = aThread(`((bytes) => ({ answer: bytes, transfer: [bytes.buffer] }))(new Uint8Array([1, 2, 3]))`)

    const answers = await allOf(throughThread<Uint8Array>(thread, undefined, sourceOf('a')))

    assert.deepEqual(answers, [new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3])])
  })

  test('reads no further than the answer that is used', async () => {
    let read = 0
    async function* pieces() {
      for (; read < 1000; read += 1) yield Buffer.from('x')
    }
    const source = Readable.from(pieces(), { highWaterMark: 1 })

    for await (const _ of throughThread<Answer>(telling, undefined, source)) {
      if (read >= 3) break
      await wait(5)
    }

    assert.ok(read < 10, `${read} pieces were read`)
  })

  test('keeps the process free while the thread works hard', async () => {
    const thread = aThread(`(() => {
      for (const end = performance.now() + 300; performance.now() < end; );
      return { answer: text, transfer: [] }
    })()`)
    let turns = 0
    const counting = setInterval(() => (turns += 1), 5)

    await allOf(throughThread(thread, undefined, sourceOf())).finally(() => clearInterval(counting))

    assert.ok(turns > 10, `${turns} turns`)
  })

  test('rejects with what the thread throws, after the answers before it', async () => {
    const thread = aThread(`(() => {
      if (text === 'bad') throw new RangeError('This piece is bad.')
      return { answer: text, transfer: [] }
    })()`)
    const source = sourceOf('good', 'bad', 'never read', 'never read')
    const answers: unknown[] = []

    const reading = (async () => {
      for await (const answer of throughThread(thread, undefined, source)) answers.push(answer)
    })()

    await assert.rejects(reading, { name: 'RangeError', message: 'This piece is bad.' })
    assert.deepEqual(answers, ['good'])
    assert.equal(source.destroyed, true)
  })

  const broken: [string, URL, RegExp][] = [
    ['throws at its start', aThread('{}', `throw new Error('It does not start.')`), /It does not start/],
    ['ends by itself', aThread('process.exit(0)'), /ended before its work was done/],
    ['cannot be found', new URL('./nowhere.ts', import.meta.url), /nowhere/],
  ]
  for (const [what, thread, message] of broken) {
    test(`rejects when the thread ${what}, and destroys the source`, async () => {
      const source = sourceOf('a', 'b')

      await assert.rejects(allOf(throughThread(thread, undefined, source)), message)

      assert.equal(source.destroyed, true)
    })
  }

  test('rejects with the failure of the source', async () => {
    async function* failing() {
      yield Buffer.from('a')
      throw new Error('the disk is gone')
    }

    await assert.rejects(allOf(throughThread(telling, undefined, Readable.from(failing()))), /disk is gone/)
  })

  const leaving: [string, (answers: AsyncIterable<unknown>) => Promise<void>][] = [
    [
      'left early',
      async (answers) => {
        for await (const _ of answers) return
      },
    ],
    [
      'left by a failure',
      async (answers) => {
        for await (const _ of answers) throw new Error('the reader fails')
      },
    ],
    [
      'read to its end',
      async (answers) => {
        for await (const _ of answers);
      },
    ],
  ]
  for (const [what, read] of leaving) {
    test(`ends the thread and destroys the source when it is ${what}`, async () => {
      const beats = new Int32Array(new SharedArrayBuffer(4))
      const thread = aThread(
        '{ answer: text, transfer: [] }',
        `import { workerData } from 'node:worker_threads'
         setInterval(() => Atomics.add(workerData, 0, 1), 1)`,
      )
      const source = sourceOf('a', 'b')

      await read(throughThread(thread, beats, source)).catch(() => {})

      const beatsThen = Atomics.load(beats, 0)
      await wait(50)
      assert.equal(Atomics.load(beats, 0), beatsThen)
      await eventually(() => source.destroyed)
    })
  }
})

describe('answerChunks', () => {
  test('is refused outside of a thread', () => {
    assert.throws(() => answerChunks(() => () => ({ answer: 1, transfer: [] })), /runs as a thread/)
  })
})
