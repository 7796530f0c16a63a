import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (how: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void

setFlagsFromString('--expose-gc')
const collectGarbage: CollectGarbage = runInNewContext('gc')
setFlagsFromString('--no-expose-gc')

/**
 * Gives memory back to the system that will not be needed soon. Reading and compiling the program leaves a heap twice as
 * large as what stays in it, which a service would otherwise keep for hours.
 */
export function releaseMemory(): void {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const STEP_BYTES = 16 * 1024 * 1024

/**
 * Called with the size of each chunk of a large file that passes through. The buffers that it passed through are garbage at once, but
 * the collector looks at the heap, where they are nothing, and would let a hundred megabytes of them pile up.
 */
export function openBufferCollector(): (bytes: number) => void {
  let uncollectedBytes = 0
  return (bytes) => {
    uncollectedBytes += bytes
    if (uncollectedBytes < STEP_BYTES) return
    uncollectedBytes = 0
    collectGarbage({ type: 'minor', execution: 'sync' })
  }
}
