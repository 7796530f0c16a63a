import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage before it looks, so that only what is held counts. */
export function memoryWatch() {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heldBytes = () => {
    // Buffers are swept beside the main thread; the second collection waits for what the first one found.
    collect()
    collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }
  const before = heldBytes()
  let peak = before
  return {
    look: () => {
      peak = Math.max(peak, heldBytes())
    },
    peakBytes: () => peak - before,
  }
}
