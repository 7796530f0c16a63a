import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { outboxDepth } from '#platform/events/subscriptions.ts'

export type QueueDepth = {
  /** Events that were not handed out yet. */
  events: number
  /** Deliveries that could be made now, those for later, and those of webhooks that are off or paused. */
  due: number
  scheduled: number
  held: number
  /** How long the oldest event or delivery has waited that could be handed out or made now. */
  oldestSeconds: number
  /** The same of events alone. */
  oldestEventSeconds: number
}

/** Monitoring must not slow down a queue that is too long already: beyond this length only a part of it is read. */
const MAX_COUNTED = 50_000

const count = statement<
  { due: number; scheduled: number; held: number; oldest: Date | null },
  { now: Date; limit: number }
>(`
  SELECT count(*) FILTER (WHERE state = 'due')::integer AS due,
    count(*) FILTER (WHERE state = 'scheduled')::integer AS scheduled,
    count(*) FILTER (WHERE state = 'held')::integer AS held,
    min(due_at) FILTER (WHERE state = 'due') AS oldest
  FROM (
    SELECT one.due_at, CASE WHEN endpoint.is_held OR endpoint.paused_until > $now THEN 'held'
                            WHEN one.due_at <= $now THEN 'due' ELSE 'scheduled' END AS state
    FROM (SELECT client_id, endpoint_id, due_at FROM callback_queue LIMIT $limit) AS one
    JOIN callback_endpoints endpoint ON endpoint.client_id = one.client_id AND endpoint.id = one.endpoint_id
  ) AS waiting`)

export async function queueDepth(db: Db, now: Date): Promise<QueueDepth> {
  const [[queue], outbox] = await Promise.all([count(db, { now, limit: MAX_COUNTED }), outboxDepth(db, MAX_COUNTED)])
  const secondsSince = (moment: Date | null = null) =>
    moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  const oldestEventSeconds = secondsSince(outbox.oldest)
  return {
    events: outbox.waiting,
    due: queue?.due ?? 0,
    scheduled: queue?.scheduled ?? 0,
    held: queue?.held ?? 0,
    oldestSeconds: Math.max(oldestEventSeconds, secondsSince(queue?.oldest)),
    oldestEventSeconds,
  }
}
