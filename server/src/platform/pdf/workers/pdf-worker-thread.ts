import { parentPort, workerData } from 'node:worker_threads'
import { type CompiledPdfium, loadPdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { PdfTaskRunner } from './pdf-task-runner.ts'
import type { PdfTask, PdfTaskResult } from './pdf-tasks.ts'

export type PdfWorkerSettings = { maxMemoryBytes: number; compiled: CompiledPdfium }

if (!parentPort) throw new Error('This runs as a thread.')
const port = parentPort
let time = 0
const pdfium = await loadPdfium({ ...(workerData as PdfWorkerSettings), now: () => time })
const work = new PdfTaskRunner(pdfium, (moment) => {
  time = moment
})

// Whatever is thrown here ends the thread: after that, PDFium cannot be trusted any more.
port.on('message', (question: PdfTask) => {
  const answer: PdfTaskResult = work.run(question)
  port.postMessage(answer, answer && 'bytes' in answer ? [answer.bytes.buffer] : [])
})
