import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { doJobs, settingsOfChild } from '../child.ts'
import { summarise } from './load.ts'
import type { ReceiverJob, ReceiverResult } from './receiver.ts'

const QUIET_MS = 5000

settingsOfChild()
let ids = new Set<string>()
let calls = 0
let firstAt = 0
let lastAt = 0
let latencies: number[] = []

/** Takes callbacks at /ok at once, and never answers at /hang. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return
    const now = Date.now()
    const { id, created_at } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { id: string; created_at: string }
    calls += 1
    ids.add(`${request.url} ${id}`)
    latencies.push(now - Date.parse(created_at))
    firstAt ||= now
    lastAt = now
    response.end()
  })
})
server.listen(0, '127.0.0.1')

doJobs<ReceiverJob, ReceiverResult>(async (job) => {
  if (job.start) {
    ids = new Set()
    latencies = []
    calls = 0
    ;[firstAt, lastAt] = [0, 0]
  }
  const end = Date.now() + job.withinSeconds * 1000
  const startedAt = Date.now()
  const isQuiet = () => Date.now() - (lastAt || startedAt) > QUIET_MS && job.withinSeconds <= 30
  while (ids.size < job.until && Date.now() < end && !(ids.size > 0 && isQuiet())) await delay(5)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { p50, p95, p99 } = summarise(latencies, 1)
  return { port, calls, distinct: ids.size, firstAt, lastAt, p50, p95, p99 }
})
