import { openPdfWorkers, type PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'

let shared: PdfWorkers | undefined

/**
 * One pool for all files that a process runs, which ends with it: a thread takes half a second of CPU time to start and
 * to read its fonts.
 */
export function sharedPdfWorkers(): PdfWorkers {
  shared ??= openPdfWorkers()
  return shared
}
