import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** What a thread works on is short-lived; left to itself, its heap would grow to ten times what it needs. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/** A piece of the source, or its end. */
export type Chunk = Uint8Array | undefined

/**
 * Sends a stream of bytes through a thread of its own, piece by piece, so that hard work on it keeps nobody waiting. One
 * answer comes for each piece and one for the end. The thread has one piece in hand and rests while its answer is used:
 * the two together take one core of a small machine, and leave the other to those who are waiting.
 */
export async function* throughThread<Answer>(
  thread: URL,
  settings: unknown,
  source: Readable,
): AsyncGenerator<Answer, void, undefined> {
  const worker = new Worker(thread, { workerData: settings, resourceLimits: LIMITS })
  const asked = answersOf<Answer>(worker)
  try {
    for await (const piece of source) yield await asked(piece)
    yield await asked(undefined)
  } finally {
    source.destroy()
    await worker.terminate()
  }
}

/** A piece that has its bytes to itself is handed over rather than copied: what is copied is garbage until it is collected. */
function isWhole(piece: Chunk): piece is Uint8Array<ArrayBuffer> {
  return piece?.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength
}

/** Asks the thread; answers come in the order of the questions. */
function answersOf<Answer>(worker: Worker): (piece: Chunk) => Promise<Answer> {
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
      worker.postMessage(piece, isWhole(piece) ? [piece.buffer] : [])
    }
    return asked.promise
  }
}
