import { parentPort, workerData } from 'node:worker_threads'
import { type CompiledPdfium, loadPdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { PdfTaskRunner } from './pdf-task-runner.ts'
import type { PdfTask, PdfTaskResult } from './pdf-tasks.ts'

export type PdfWorkerSettings = {
  maxMemoryBytes: number
  fontFiles: readonly string[]
  compiled: CompiledPdfium
}

if (!parentPort) throw new Error('This runs as a thread.')
const port = parentPort
let time = 0
const { fontFiles, ...settings } = workerData as PdfWorkerSettings
const pdfium = await loadPdfium({ ...settings, now: () => time })
const setTime = (moment: number) => {
  time = moment
}
const runner = new PdfTaskRunner(pdfium, { setTime, fontFiles })

// Whatever is thrown here ends the thread: after that, PDFium cannot be trusted any more.
port.on('message', async (task: PdfTask) => {
  const result = await runner.run(task)
  port.postMessage(result, transferOf(result))
})

/** Files and pictures are handed over rather than copied. */
function transferOf(result: PdfTaskResult): ArrayBuffer[] {
  if (typeof result !== 'object') return []
  if ('bytes' in result) return [result.bytes.buffer]
  return 'png' in result ? [result.png.buffer] : []
}
