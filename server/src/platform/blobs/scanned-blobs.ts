import { invalid, Problem, unavailable } from '#platform/problem.ts'
import type { Scan, Scanner } from '#platform/scan/clamd.ts'
import { ScanFailed } from '#platform/scan/scan-failed.ts'
import type { Blobs, Watcher } from './blobs.ts'

/** The same blobs, but nothing gets in that the scanner did not call clean. */
export function scannedBlobs(blobs: Blobs, scanner: Scanner): Blobs {
  return {
    ...blobs,
    // First, so that other watchers never end with bytes that are about to be refused.
    put: (source, { watchers = [], ...options } = {}) =>
      blobs.put(source, { ...options, watchers: [scanWatcher(scanner.scan()), ...watchers] }),
  }
}

function scanWatcher(scan: Scan): Watcher {
  return {
    see: (part) => orUnavailable(scan.see(part)),

    async end() {
      const verdict = await orUnavailable(scan.end())
      if (verdict.isClean) return
      throw invalid('file', 'infected', `The virus scan found ${verdict.found} in the file.`)
    },

    abort: () => scan.abort(),
  }
}

async function orUnavailable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (!(error instanceof ScanFailed)) throw error
    if (error.reason === 'too_large') {
      throw new Problem('too_large', 'file_too_large', 'The file is larger than the virus scan takes.')
    }
    throw unavailable('scan_unavailable', `The file could not be scanned for viruses. ${error.message}`, 60)
  }
}
