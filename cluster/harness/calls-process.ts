import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { doJobs } from '../../bench/harness/child.ts'
import { summarise } from '../../bench/harness/load/load.ts'
import type { Call, CallsJob, CallsResult } from './calls.ts'

const TIMEOUT_MS = 60_000
const agent = new Agent({ keepAlive: true })
let serial = 0

doJobs<CallsJob, CallsResult>(async (job) => {
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  const startedAt = performance.now()
  const until = startedAt + job.seconds * 1000
  const callNext = async () => {
    serial += 1
    const sentAt = performance.now()
    const status = await answerTo(job.calls[serial % job.calls.length] as Call, `${process.pid}-${serial}`)
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(performance.now() - sentAt)
  }
  if ('perSecond' in job) await atPace(job, until, callNext)
  else await Promise.all(Array.from({ length: job.callers }, () => untilThen(until, callNext)))
  const { answers, p50, p99 } = summarise(latencies, performance.now() - startedAt)
  return { answers, statuses, p50, p99, longestMs: latencies.reduce((most, one) => Math.max(most, one), 0) }
})

/** Does not wait for answers: a slow service gets as many calls as a fast one. */
async function atPace(
  { perSecond, atOnce = 1 }: { perSecond: number; atOnce?: number },
  until: number,
  callNext: () => Promise<void>,
): Promise<void> {
  const calls: Promise<void>[] = []
  for (let dueAt = performance.now(); dueAt < until; dueAt += (1000 * atOnce) / perSecond) {
    const early = dueAt - performance.now()
    if (early > 1) await delay(early)
    for (let count = 0; count < atOnce; count += 1) calls.push(callNext())
  }
  await Promise.all(calls)
}

async function untilThen(until: number, callNext: () => Promise<void>): Promise<void> {
  while (performance.now() < until) await callNext()
}

function answerTo({ method, url, headers, body }: Call, serialText: string): Promise<string> {
  const fill = (text: string) => text.replaceAll('{serial}', serialText)
  const content = body === undefined ? undefined : Buffer.from(fill(body))
  const length = content === undefined ? {} : { 'content-type': 'application/json', 'content-length': content.length }
  return new Promise((resolve) => {
    const failed = ({ code = '' }: NodeJS.ErrnoException) => resolve(`failed ${code}`)
    const options = { method, agent, timeout: TIMEOUT_MS, headers: { ...headers, ...length } }
    const call = request(fill(url), options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(`${answer.statusCode}`))
      answer.on('error', failed)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', failed)
    call.end(content)
  })
}
