import { type Static, Type } from 'typebox'
import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { NamedObject, Nullable, OneOf, Timestamp } from '#platform/http/validation/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'

/** An open hold on something, as the managers of that see it. */
export const HoldOnResource = NamedObject('HoldOnResource', {
  id: Type.String(),
  kind: OneOf(['matter', 'document']),
  name: Nullable('string', { description: 'Null without `legal_holds:read` for the whole client.' }),
  placed_at: Timestamp(),
})
export type HoldOnResource = Static<typeof HoldOnResource>

type Row = Omit<HoldOnResource, 'placed_at'> & { name: string; created_at: Date }

const find = lookup<Row, { client_id: string; type: string; id: string }>(`
  SELECT hold.id, hold.kind, hold.name, hold.created_at FROM legal_hold_items item
  JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
  WHERE item.client_id = $client_id AND item.resource_type = $type AND item.resource_id = $id
  ORDER BY hold.created_at DESC, hold.id`)

/** The open holds that cover something; of employees the id is their key. */
export async function listHoldsOn(
  db: Db,
  client: Client,
  person: SessionPerson,
  { type, id }: { type: HeldType; id: string },
): Promise<HoldOnResource[]> {
  const mayRead = covers(person.admin_permissions, 'legal_holds:read')
  const rows = await find(db, { client_id: client.id, type, id })
  return rows.map(({ created_at, name, ...hold }) => ({
    ...hold,
    name: mayRead ? name : null,
    placed_at: inSeconds(created_at),
  }))
}
