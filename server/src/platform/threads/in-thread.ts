import { parentPort, workerData } from 'node:worker_threads'
import type { Chunk } from './through-thread.ts'

/** What a thread says of a chunk; `transfer` is handed over rather than copied. */
export type ThreadAnswer = { answer: unknown; transfer: ArrayBuffer[] }

/** The thread's side of `throughThread`: answers every chunk that it is sent. */
export function answerChunks<Settings>(open: (settings: Settings) => (chunk: Chunk) => ThreadAnswer): void {
  if (!parentPort) throw new Error('This runs as a thread.')
  const port = parentPort
  const answerOf = open(workerData as Settings)
  port.on('message', (chunk: Chunk) => {
    const { answer, transfer } = answerOf(chunk)
    port.postMessage(answer, transfer)
    // Set free at once; the next chunk is on its way.
    if (chunk?.buffer instanceof ArrayBuffer && !chunk.buffer.detached) chunk.buffer.transfer(0)
  })
}
