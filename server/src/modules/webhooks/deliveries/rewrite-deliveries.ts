import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

type Answered = { client_id: string; ids: string[] }

const forgetAnswers = statement<never, Answered>(`
  UPDATE callback_deliveries delivery SET attempts = (
    SELECT coalesce(jsonb_agg(CASE WHEN attempt ? 'response_body' THEN jsonb_set(attempt, '{response_body}', '""') ELSE attempt END
      ORDER BY position), '[]')
    FROM jsonb_array_elements(delivery.attempts) WITH ORDINALITY AS one (attempt, position))
  WHERE delivery.client_id = $client_id AND delivery.id = ANY ($ids::uuid[]) AND jsonb_array_length(delivery.attempts) > 0
    AND delivery.endpoint_id IN (SELECT id FROM callback_endpoints WHERE client_id = $client_id)`)

/** What receivers answered to these events may repeat what they were told. What is sent comes from the log. */
export async function forgetAnswersTo(tx: Tx, client: { id: string }, eventIds: string[]): Promise<void> {
  if (eventIds.length > 0) await forgetAnswers(tx, { client_id: client.id, ids: eventIds })
}

export type OwnBody = { endpoint_id: string; id: string; body: string }

const listBodies = statement<OwnBody, { client_id: string; after: string; limit: number }>(`
  SELECT endpoint_id, id, body::text AS body FROM callback_deliveries
  WHERE client_id = $client_id AND body IS NOT NULL AND id > $after::uuid ORDER BY id, endpoint_id LIMIT $limit`)

/** The next callbacks that are no events of the log, and hold what they tell themselves. */
export const listOwnBodies = (tx: Tx, client: { id: string }, page: { after: string; limit: number }) =>
  listBodies(tx, { ...page, client_id: client.id })

const update = statement<never, { client_id: string; endpoint_id: string; id: string; body: string }>(`
  UPDATE callback_deliveries SET body = $body::json
  WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND id = $id`)

export async function rewriteBodies(tx: Tx, client: { id: string }, bodies: readonly OwnBody[]): Promise<void> {
  for (const body of bodies) await update(tx, { ...body, client_id: client.id })
}
