import { parentPort, workerData } from 'node:worker_threads'
import { reportPdf } from '#platform/pdf/stamps/report-pdf.ts'
import type { ReportTask } from './set-report.ts'

if (!parentPort) throw new Error('This runs as a thread.')
const port = parentPort
const { fontFiles } = workerData as { fontFiles: readonly string[] }

port.on('message', ({ report, moment }: ReportTask) => {
  const made = reportPdf(report, fontFiles, new Date(moment))
  port.postMessage(made, [made.bytes.buffer])
})
