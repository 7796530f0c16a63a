import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** How many pieces the thread has in hand while its answers are being used. */
const AHEAD = 2

/** A piece of the source, or its end. */
export type Piece = Uint8Array | undefined

/**
 * Sends a stream of bytes through a thread of its own, piece by piece, so that hard work on it keeps nobody waiting. One
 * answer comes for each piece and one for the end; the source is read no faster than the answers are taken.
 */
export async function* throughThread<Answer>(
  thread: URL,
  settings: unknown,
  source: Readable,
): AsyncGenerator<Answer, void, undefined> {
  const worker = new Worker(thread, { workerData: settings })
  const asked = answersOf<Answer>(worker)
  try {
    const inHand: Promise<Answer>[] = []
    for await (const piece of source) {
      inHand.push(asked(piece))
      const [first] = inHand.length > AHEAD ? inHand.splice(0, 1) : []
      if (first) yield await first
    }
    inHand.push(asked(undefined))
    for (const one of inHand) yield await one
  } finally {
    source.destroy()
    await worker.terminate()
  }
}

/** Asks the thread; answers come in the order of the questions. */
function answersOf<Answer>(worker: Worker): (piece: Piece) => Promise<Answer> {
  const waiting: PromiseWithResolvers<Answer>[] = []
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer))
  worker.on('error', fail)
  worker.on('exit', () => fail(failure ?? new Error('The thread ended before its work was done.')))
  return (piece) => {
    const asked = Promise.withResolvers<Answer>()
    // Nobody may be waiting for it yet.
    asked.promise.catch(() => {})
    if (failure) asked.reject(failure)
    else {
      waiting.push(asked)
      worker.postMessage(piece)
    }
    return asked.promise
  }
}
