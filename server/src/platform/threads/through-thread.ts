import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** What a thread works on is short-lived; left to itself, its heap would grow to ten times what it needs. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/** A chunk of the source, or its end. */
export type Chunk = Uint8Array | undefined

/**
 * Sends a stream of bytes through a thread of its own, chunk by chunk, so that heavy work on it does not block the event loop. One
 * answer comes for each chunk and one for the end. The thread has one chunk in hand and rests while its answer is used:
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
    for await (const chunk of source) yield await asked(chunk)
    yield await asked(undefined)
  } finally {
    source.destroy()
    await worker.terminate()
  }
}

/** A chunk that has its bytes to itself is handed over rather than copied: what is copied is garbage until it is collected. */
function isWhole(chunk: Chunk): chunk is Uint8Array<ArrayBuffer> {
  return chunk?.buffer instanceof ArrayBuffer && chunk.byteLength === chunk.buffer.byteLength
}

/** Asks the thread; answers come in the order of the questions. */
function answersOf<Answer>(worker: Worker): (chunk: Chunk) => Promise<Answer> {
  const waiting: PromiseWithResolvers<Answer>[] = []
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer))
  worker.on('error', fail)
  worker.on('exit', () => fail(failure ?? new Error('The thread ended before its work was done.')))
  return (chunk) => {
    const asked = Promise.withResolvers<Answer>()
    // There may be no listener yet.
    asked.promise.catch(() => {})
    if (failure) asked.reject(failure)
    else {
      waiting.push(asked)
      worker.postMessage(chunk, isWhole(chunk) ? [chunk.buffer] : [])
    }
    return asked.promise
  }
}
