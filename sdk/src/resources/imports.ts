import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { at, fileOf } from '../http/answer-of.ts'
import { sleep } from '../http/sleep.ts'
import { resource } from './resource.ts'

const DATASET_IMPORTS = '/api/v2/client/dataset_imports'
const IMPORTS = '/api/v2/client/imports'
const LOOK_EVERY_MS = 1000

/** Imports of uploaded files into data sets. */
export function datasetImports(raw: Client<paths>) {
  const one = `${DATASET_IMPORTS}/{id}` as const
  const all = resource(raw, DATASET_IMPORTS, one, {})
  return {
    ...all,
    /** Waits for the end, and answers the record with its result, which may be `error`. */
    async finished(id: string, { everyMs = LOOK_EVERY_MS, signal }: { everyMs?: number; signal?: AbortSignal } = {}) {
      for (;;) {
        signal?.throwIfAborted()
        const seen = await all.get(id)
        if (seen.status === 'finished') return seen
        await sleep(everyMs, signal)
      }
    },
    /** The file as it was sent: `text()`, or the stream `body`. */
    source: (id: string) => fileOf(raw.GET(`${one}/source`, { ...at({ id }), parseAs: 'stream' })),
    /** Every error and warning, as CSV: `text()`, or the stream `body`. */
    report: (id: string) => fileOf(raw.GET(`${one}/report`, { ...at({ id }), parseAs: 'stream' })),
  }
}

/** Imports of managers, which are submitted with an API key. */
export function imports(raw: Client<paths>) {
  const one = `${IMPORTS}/{id}` as const
  return {
    ...resource(raw, IMPORTS, one, {}),
    /** What became of each row, as CSV: `text()`, or the stream `body`. */
    report: (id: string) => fileOf(raw.GET(`${one}/report`, { ...at({ id }), parseAs: 'stream' })),
    /** The rows that failed, as CSV: mended, they can be imported again. */
    errorsReport: (id: string) => fileOf(raw.GET(`${one}/errors_report`, { ...at({ id }), parseAs: 'stream' })),
  }
}
