import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { doJobs } from '../harness/child.ts'

/** Takes what it is told at a port, whatever its form, and notes when each event came first; or is not there. */
export type ReceiverJob =
  | { do: 'listen'; port: number }
  | { do: 'leave' }
  | { do: 'wait'; prefix: string; count: number; withinSeconds: number }
export type Arrivals = Record<string, number>

const EVENT = /event-[a-z]+-\d+/g
const LOOK_EVERY_MS = 20

let server: Server | undefined
const arrivals: Arrivals = {}

doJobs<ReceiverJob, Arrivals>(async (job) => {
  if (job.do === 'leave') await leave()
  if (job.do === 'listen') await listen(job.port)
  if (job.do !== 'wait') return {}
  const arrived = () => Object.entries(arrivals).filter(([name]) => name.startsWith(`event-${job.prefix}-`))
  const end = Date.now() + job.withinSeconds * 1000
  while (arrived().length < job.count && Date.now() < end) await delay(LOOK_EVERY_MS)
  return Object.fromEntries(arrived())
})

async function listen(port: number): Promise<void> {
  const listening = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const now = Date.now()
      for (const name of body.match(EVENT) ?? []) arrivals[name] ??= now
      response.end()
    })
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
}

async function leave(): Promise<void> {
  const leaving = server
  leaving?.closeAllConnections()
  await new Promise((resolve) => leaving?.close(resolve))
}
