import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Asks a service again and again whether it lives. Each answer is told with how long it took in milliseconds: by the clock,
 * but no more than the main thread of the service was at work meanwhile. What a busy machine gave to others does not count.
 */
const { url, pid } = workerData as { url: string; pid: number }
const PAUSE_MS = 5
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** How long the main thread of the service has run, in milliseconds; what only Linux tells. */
function atWork(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

function ping(): void {
  const started = performance.now()
  const workedBefore = atWork()
  const request = get(`${url}/health/live`, { agent }, (answer) => {
    answer.resume().once('end', () => {
      const clockMs = performance.now() - started
      const workMs = atWork() - workedBefore
      parentPort?.postMessage({ ms: Math.min(clockMs, workMs), clockMs, status: answer.statusCode })
      setTimeout(ping, PAUSE_MS)
    })
  })
  request.once('error', (error) => {
    throw error
  })
}

ping()
