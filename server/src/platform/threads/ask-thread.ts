import type { Worker } from 'node:worker_threads'

/** The thread failed, ended, or took too long over a question. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

/**
 * Asks a thread one question and waits for its one answer. It is the timer, and not the thread, that keeps the process
 * alive until there is one. `transfer` is handed over rather than copied.
 */
export async function askThread<Answer>(
  worker: Worker,
  question: unknown,
  transfer: readonly ArrayBuffer[],
  seconds: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = (why: string, cause?: unknown) => reject(new ThreadFailed(why, { cause }))
  const onError = (error: Error) => fail(`The thread failed: ${error.message}`, error)
  const onExit = () => fail('The thread has ended.')
  const timer = setTimeout(() => fail(`There was no answer within ${seconds} seconds.`), seconds * 1000)
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  try {
    worker.postMessage(question, transfer)
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}
