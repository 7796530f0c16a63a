import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { explainRetention } from './explain.ts'
import type { Retention } from './schemas.ts'

/** How long something is kept, and why, for a manager who may read it: the caller has made sure of that. */
export async function explainToManager(
  db: Db,
  client: Client,
  person: SessionPerson,
  { type, id, now }: { type: HeldType; id: string; now: Date },
): Promise<Retention> {
  const explained = await explainRetention(db, client, {
    type,
    id,
    today: now.toISOString().slice(0, 10),
    language: person.language,
    seesHolds: covers(person.admin_permissions, 'legal_holds:read'),
  })
  if (!explained) throw notFound(type.replace('_', ' '), id)
  return explained
}
