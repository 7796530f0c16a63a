import { type RawBuilder, sql } from 'kysely'
import { findsWithin, isWithin, organizationsWithin, type Perimeter, permissionsAt } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/filtered-page.ts'
import type { Client } from '#platform/db/work.ts'
import type { Permission } from '#platform/http/routes.ts'
import { covers } from '#platform/permission.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { type DocumentRow, findDocument } from './document-queries.ts'
import type { Kind } from './document-schemas.ts'

/**
 * A manager sees a document when a role gives the permission of its kind in one of the organizations under which it is
 * filed. Documents of an employee who was deleted are out of sight, as the employee is.
 */
export type Reach = { kind: Kind; organizations: Perimeter }

/** Where a manager may read documents of a kind. */
export async function reachOf(db: Db, client: Client, manager: string, kind: Kind): Promise<Reach> {
  return { kind, organizations: await organizationsWithin(db, client, manager, readingOf(kind)) }
}

export const readingOf = (kind: Kind): Permission => `${kind}_documents:read`
export const writingOf = (kind: Kind): Permission => `${kind}_documents:write`

/** Whether a row of `document` is within reach. */
export function isInReach({ kind, organizations }: Reach): RawBuilder<boolean> {
  return sql`(${isWithin(organizations, sql`document.organization_keys`)} AND ${isOfSomebody(kind)})`
}

/** The same for a list. */
export function reachFilter({ kind, organizations }: Reach): Filter {
  const keys = sql`document.organization_keys`
  return {
    onWalk: sql`(${isWithin(organizations, keys)} AND ${isOfSomebody(kind)})`,
    onFind: sql`(${findsWithin(organizations, keys)} AND ${isOfSomebody(kind)})`,
    findsLittle: organizations.places.length === 0,
  }
}

function isOfSomebody(kind: Kind): RawBuilder<unknown> {
  if (kind === 'company') return sql`true`
  return sql`NOT EXISTS (SELECT FROM employees gone WHERE gone.client_id = document.client_id
    AND gone.key = document.employee_key AND gone.deleted_at IS NOT NULL)`
}

/** A document that a manager may read, with all that the manager may do where it is filed. */
export type ManagedDocument = { row: DocumentRow; permissions: string[] }

export async function getManagedDocument(
  db: Db,
  client: Client,
  manager: string,
  id: string,
): Promise<ManagedDocument> {
  const found = isUuid(id) ? await findWithPlaces(db, client, id) : undefined
  const permissions = found ? await permissionsAt(db, client, manager, found.places) : []
  const row =
    found && covers(permissions, readingOf(found.kind)) ? await findDocument(db, client, found.kind, id) : undefined
  if (!row) throw notFound('document', id)
  return { row, permissions }
}

/** The same for a change: who may read it and not write it is told so. */
export async function getWritableDocument(
  db: Db,
  client: Client,
  manager: string,
  id: string,
): Promise<ManagedDocument> {
  const managed = await getManagedDocument(db, client, manager, id)
  refuseUnless(managed.permissions, writingOf(managed.row.kind))
  return managed
}

export function refuseUnless(permissions: readonly string[], needed: Permission): void {
  if (!covers(permissions, needed)) {
    throw new Problem('forbidden', 'not_permitted', `Your roles do not give you ${needed} here.`)
  }
}

async function findWithPlaces(db: Db, client: Client, id: string) {
  const { rows } = await sql<{ kind: Kind; places: number[] }>`
    SELECT document.kind, (
      SELECT coalesce(json_agg(DISTINCT place), '[]') FROM organizations organization
      CROSS JOIN unnest(organization.places) AS place
      WHERE organization.client_id = document.client_id AND organization.key = ANY (document.organization_keys)
    ) AS places
    FROM documents document WHERE document.id = ${id} AND document.client_id = ${client.id}
      AND NOT EXISTS (SELECT FROM employees gone WHERE gone.client_id = document.client_id
        AND gone.key = document.employee_key AND gone.deleted_at IS NOT NULL)`.execute(db)
  return rows[0]
}
