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
}

const count = statement<{ due: number; scheduled: number; held: number; oldest: Date | null }, { now: Date }>(`
  SELECT count(*) FILTER (WHERE state = 'due')::integer AS due,
    count(*) FILTER (WHERE state = 'scheduled')::integer AS scheduled,
    count(*) FILTER (WHERE state = 'held')::integer AS held,
    min(due_at) FILTER (WHERE state = 'due') AS oldest
  FROM (
    SELECT one.due_at, CASE WHEN endpoint.is_held OR endpoint.paused_until > $now THEN 'held'
                            WHEN one.due_at <= $now THEN 'due' ELSE 'scheduled' END AS state
    FROM callback_queue one
    JOIN callback_endpoints endpoint ON endpoint.client_id = one.client_id AND endpoint.id = one.endpoint_id
  ) AS waiting`)

export async function queueDepth(db: Db, now: Date): Promise<QueueDepth> {
  const [[queue], outbox] = await Promise.all([count(db, { now }), outboxDepth(db)])
  const oldest = [queue?.oldest, outbox.oldest].filter((one) => one instanceof Date).map((one) => one.getTime())
  return {
    events: outbox.waiting,
    due: queue?.due ?? 0,
    scheduled: queue?.scheduled ?? 0,
    held: queue?.held ?? 0,
    oldestSeconds: oldest.length === 0 ? 0 : Math.max(0, (now.getTime() - Math.min(...oldest)) / 1000),
  }
}
