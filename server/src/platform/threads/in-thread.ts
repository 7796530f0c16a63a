import { parentPort, workerData } from 'node:worker_threads'
import type { Chunk } from './through-thread.ts'

/** What a thread says of a piece; `transfer` is handed over rather than copied. */
export type ThreadAnswer = { answer: unknown; transfer: ArrayBuffer[] }

/** The thread's side of `throughThread`: answers every piece that it is sent. */
export function answerChunks<Settings>(open: (settings: Settings) => (piece: Chunk) => ThreadAnswer): void {
  if (!parentPort) throw new Error('This runs as a thread.')
  const port = parentPort
  const answerOf = open(workerData as Settings)
  port.on('message', (piece: Chunk) => {
    const { answer, transfer } = answerOf(piece)
    port.postMessage(answer, transfer)
    // Set free at once; the next piece is on its way.
    if (piece?.buffer instanceof ArrayBuffer && !piece.buffer.detached) piece.buffer.transfer(0)
  })
}
