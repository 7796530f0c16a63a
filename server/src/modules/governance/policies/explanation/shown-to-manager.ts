import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { READ_PERMISSION } from '#modules/governance/policies/read-permission.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { Problem } from '#platform/problem.ts'

type Asked = { client_id: string; id: string; technical_id: string }

const noteIsFor = statement<{ id: string }, Asked>(`
  SELECT note.id FROM notes note
  WHERE note.client_id = $client_id AND note.id = $id::uuid AND (NOT note.is_restricted OR EXISTS (
    SELECT FROM note_readers named
    JOIN users reader ON reader.client_id = $client_id AND reader.key = named.user_key AND reader.technical_id = $technical_id
    WHERE named.client_id = $client_id AND named.note_id = note.id))`)

const requestIsFor = statement<{ id: string }, Asked & { reads_all: boolean }>(`
  SELECT request.id FROM requests request
  WHERE request.client_id = $client_id AND request.id = $id::bigint AND ($reads_all OR request.visible_by_employee OR EXISTS (
    SELECT FROM users manager
    WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id
      AND (manager.key = ANY (request.manager_keys) OR manager.key = request.creator_user_key)))`)

type Item = { type: HeldType; id: string }

/**
 * Whether an administrator may see an item. Roles that are limited to some types of documents are not enough here, a
 * restricted note is for its readers, and a hidden request for those who handle it.
 */
export async function isShown(db: Db, request: FastifyRequest, { type, id }: Item): Promise<boolean> {
  const { client, actor } = callerOf(request)
  if (actor.type !== 'user') return true
  const permission = READ_PERMISSION[type]
  if (!covers(request.permissions, permission)) {
    throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${permission} without restrictions.`)
  }
  if (type !== 'note' && type !== 'request') return true
  return isFor(db, client, { type, id, technical_id: actor.id ?? '', reads_all: readsAll(request) })
}

const readsAll = ({ permissions }: FastifyRequest) => covers(permissions, 'requests:read_all')

async function isFor(
  db: Db,
  client: Client,
  { type, id, technical_id, reads_all }: { type: HeldType; id: string; technical_id: string; reads_all: boolean },
): Promise<boolean> {
  const asked = { client_id: client.id, id, technical_id }
  const rows = await (type === 'note' ? noteIsFor(db, asked) : requestIsFor(db, { ...asked, reads_all }))
  return rows.length > 0
}
