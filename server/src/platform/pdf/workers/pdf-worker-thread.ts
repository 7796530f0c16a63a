import { parentPort, workerData } from 'node:worker_threads'
import { type CompiledPdfium, loadPdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { PressWork } from './pdf-task-runner.ts'
import type { PressAnswer, PressQuestion } from './pdf-tasks.ts'

export type PressThreadSettings = { mostMemoryBytes: number; compiled: CompiledPdfium }

if (!parentPort) throw new Error('This runs as a thread.')
const port = parentPort
let time = 0
const pdfium = await loadPdfium({ ...(workerData as PressThreadSettings), now: () => time })
const work = new PressWork(pdfium, (moment) => {
  time = moment
})

// Whatever is thrown here ends the thread: after that, PDFium cannot be trusted any more.
port.on('message', (question: PressQuestion) => {
  const answer: PressAnswer = work.answer(question)
  port.postMessage(answer, answer && 'bytes' in answer ? [answer.bytes.buffer] : [])
})
