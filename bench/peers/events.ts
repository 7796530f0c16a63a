import { setTimeout as delay } from 'node:timers/promises'
import { type Child, startChild } from '../harness/child.ts'
import { freePort } from '../harness/free-port.ts'
import { summarise } from '../harness/load/load.ts'
import { decimals } from '../harness/table.ts'
import type { Arrivals, ReceiverJob } from './event-receiver.ts'
import type { Peer } from './peer.ts'

const PER_SECOND = 20
const DOWN_SECONDS = 60
/** How long events may still come after the receiver is back. */
const AFTERWARDS_SECONDS = 180
const AT_ONCE_SECONDS = 30

export type EventFindings = { p95: number; lost: number; sent: number; lostWhileUp: number }

/** New values at a steady pace to a receiver that is there, and to one that is away for a minute. */
export async function measureEvents(peer: Peer, seconds: number): Promise<EventFindings> {
  const receiver = startChild<ReceiverJob, Arrivals>('peers/event-receiver.ts', {})
  const port = await freePort()
  await receiver.ask({ do: 'listen', port })
  await peer.subscribe(`http://127.0.0.1:${port}/`)
  await createAtPace(peer, 'warm', 1)
  const up = await createAtPace(peer, 'up', seconds)
  const came = await receiver.ask({ do: 'wait', prefix: 'up', count: up.size, withinSeconds: AT_ONCE_SECONDS })
  const lost = await whileAway(peer, receiver, port)
  const took = [...up].filter(([name]) => name in came).map(([name, sentAt]) => (came[name] ?? 0) - sentAt)
  return { p95: summarise(took, 1).p95, lostWhileUp: up.size - took.length, ...lost }
}

async function whileAway(peer: Peer, receiver: Child<ReceiverJob, Arrivals>, port: number) {
  await receiver.ask({ do: 'leave' })
  const leftAt = Date.now()
  const away = await createAtPace(peer, 'away', DOWN_SECONDS / 3)
  await delay(Math.max(0, leftAt + DOWN_SECONDS * 1000 - Date.now()))
  await receiver.ask({ do: 'listen', port })
  const wait = { do: 'wait', prefix: 'away', count: away.size, withinSeconds: AFTERWARDS_SECONDS } as const
  const came = await receiver.ask(wait)
  return { sent: away.size, lost: away.size - Object.keys(came).length }
}

/** Each new value has the name of its event; answers when each was sent. */
async function createAtPace(peer: Peer, prefix: string, seconds: number): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>()
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < seconds * PER_SECOND; index += 1) {
    const dueAt = startedAt + (index * 1000) / PER_SECOND
    if (dueAt > performance.now()) await delay(dueAt - performance.now())
    const name = `event-${prefix}-${index}`
    sentAt.set(name, Date.now())
    calls.push(peer.create(`${prefix}${index}`, name))
  }
  await Promise.all(calls)
  return sentAt
}

export function describeLoss({ lost, sent }: EventFindings): string {
  return `${decimals(lost, 0)} of ${sent}`
}
