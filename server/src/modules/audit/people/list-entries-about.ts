import { AUDIT_ACTIONS } from '#kernel/audit/audit-entry.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import type { AuditedPerson } from './forget-person.ts'

const BATCH_SIZE = 500

const TOLD = AUDIT_ACTIONS.filter((action) => !action.startsWith('legal_hold.'))

/** An entry as the person is told of it whom it concerns, or who acted. */
export type EntryAboutPerson = {
  sequence: number
  at: string
  action: string
  outcome: string
  actor_type: string
  /** Who acted, if it was this person; others are not named. */
  actor: { id: string | null; name: string | null; address: string | null } | null
  resource: { type: string; id: string | null } | null
  details: object
}

type Row = {
  sequence: string
  at: Date
  action: string
  outcome: string
  actor_type: string
  is_actor: boolean
  actor_id: string | null
  actor_name: string | null
  actor_address: string | null
  resource_type: string | null
  resource_id: string | null
  details: object
}

/**
 * What the trail has about a person or by them, oldest first, record by record. Legal holds are left out: those whom they
 * concern are not told of them.
 */
export async function* listEntriesAbout(
  db: Db,
  client: Pick<Client, 'id'>,
  person: AuditedPerson,
): AsyncGenerator<EntryAboutPerson> {
  for (let after = '0'; ; ) {
    const rows = await listBatch(db, { client_id: client.id, ...person, after, limit: BATCH_SIZE, actions: TOLD })
    yield* rows.map(present)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.sequence
  }
}

/**
 * As many of those that the person acted in, and of those about the person, of each action and outcome, which is how the
 * indexes have them; of all together, the first.
 */
const listBatch = statement<
  Row,
  { client_id: string; type: string; technical_id: string; after: string; limit: number; actions: string[] }
>(`
  SELECT entry.sequence, entry.at, entry.action, entry.outcome, entry.actor_type, of_person.is_actor,
    people.actor_id, people.actor_name, people.actor_address, entry.resource_type, entry.resource_id, entry.details
  FROM (
    SELECT found.sequence, coalesce(bool_or(found.is_actor), false) AS is_actor
    FROM (SELECT unnest($actions::text[]) AS action) AS act
    CROSS JOIN (VALUES ('done'), ('refused')) AS ending (outcome)
    CROSS JOIN LATERAL (
      (SELECT acted.sequence, true AS is_actor FROM audit_people acted
       WHERE acted.client_id = $client_id AND acted.actor_id = $technical_id AND acted.actor_type = $type
         AND acted.action = act.action AND acted.outcome = ending.outcome
         AND acted.sequence > $after::bigint ORDER BY acted.sequence LIMIT $limit::integer)
      UNION ALL
      (SELECT about.sequence, false FROM audit_people about
       WHERE about.client_id = $client_id AND about.subject_technical_id = $technical_id AND about.subject_type = $type
         AND about.action = act.action AND about.outcome = ending.outcome
         AND about.sequence > $after::bigint ORDER BY about.sequence LIMIT $limit::integer)
    ) AS found GROUP BY found.sequence ORDER BY found.sequence LIMIT $limit::integer
  ) AS of_person
  JOIN audit_entries entry ON entry.client_id = $client_id AND entry.sequence = of_person.sequence
  JOIN audit_people people ON people.client_id = $client_id AND people.sequence = of_person.sequence
  ORDER BY entry.sequence`)

function present(row: Row): EntryAboutPerson {
  const { sequence, at, action, outcome, actor_type, resource_type, resource_id, details } = row
  return {
    sequence: Number(sequence),
    at: inMilliseconds(at),
    action,
    outcome,
    actor_type,
    actor: row.is_actor ? { id: row.actor_id, name: row.actor_name, address: row.actor_address } : null,
    resource: resource_type === null ? null : { type: resource_type, id: resource_id },
    details,
  }
}
