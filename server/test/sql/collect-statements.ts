import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DefinedStatement } from '#platform/db/statement.ts'

/** A statement, and the places in the source that lead to its definition, the nearest first. */
export type CollectedStatement = DefinedStatement & { frames: string[] }

const THREAD = new URL('./collect-thread.ts', import.meta.url)

/** Every statement that these files define when they are loaded: in a thread, which has loaded none of them before. */
export async function collectStatements(files: string[]): Promise<CollectedStatement[]> {
  const worker = new Worker(THREAD, { workerData: files })
  try {
    const [collected] = await once(worker, 'message')
    return collected
  } finally {
    await worker.terminate()
  }
}
