import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kernel/access/permission.ts'
import { covers } from '#kernel/access/permission.ts'
import type { Client, Work } from '#kernel/work.ts'
import {
  findsAllowed,
  isAllowed,
  managersCoveringDocument,
  organizationsInPerimeter,
  type Perimeter,
  perimeterCovers,
  perimeterCoversIndexed,
  permissionsOnDocument,
  type RestrictedPerimeter,
  restrictedPerimetersOf,
} from '#modules/directory/index.ts'
import { type DocumentRow, findDocument, lockDocumentRow } from '#modules/documents/queries.ts'
import type { Kind } from '#modules/documents/schemas.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'

/**
 * A manager sees a document when a profile gives the permission of its kind in one of the organizations under which it is
 * filed, and the access restrictions of that profile allow it. Profiles add up. Documents of an employee who was deleted
 * are out of sight, as the employee is.
 */
export type DocumentPerimeter = {
  client: Client
  kind: Kind
  profiles: { organizations: Perimeter; restrictions: Restrictions }[]
}
type Restrictions = RestrictedPerimeter['restrictions']

type ManagedKind = { manager: string; kind: Kind; permission?: Permission | undefined }

/** Where a manager may read documents of a kind, or do something else with them. */
export async function documentPerimeterOf(
  db: Db,
  client: Client,
  { manager, kind, permission = readPermissionOf(kind) }: ManagedKind,
): Promise<DocumentPerimeter> {
  const found = await restrictedPerimetersOf(db, client, manager, permission)
  const profiles = found.map(async ({ perimeter, restrictions }) => ({
    organizations: await organizationsInPerimeter(db, client, perimeter),
    restrictions,
  }))
  return { client, kind, profiles: await Promise.all(profiles) }
}

export const readPermissionOf = (kind: Kind): Permission => `${kind}_documents:read`
export const writePermissionOf = (kind: Kind): Permission => `${kind}_documents:write`

/** Whether a row of `document` is within the perimeter. */
export function isInDocumentPerimeter(perimeter: DocumentPerimeter): RawBuilder<boolean> {
  return sql`(${isFiledInPerimeter(perimeter)} AND ${hasExistingEmployee(perimeter)})`
}

/** Whether it is, or was, filed there, whatever has become of its employee. */
export function isFiledInPerimeter(perimeter: DocumentPerimeter): RawBuilder<boolean> {
  return anyProfile(perimeter, perimeterCovers, allows)
}

/** The same for a list, of documents of one type if it is given. */
export function documentPerimeterFilter(perimeter: DocumentPerimeter, typeId?: number): Filter {
  const finds: Allows = (restrictions) =>
    (typeId === undefined ? undefined : findsAllowed(restrictions, typeId, 'document')) ?? allows(restrictions)
  return {
    onWalk: isInDocumentPerimeter(perimeter),
    onFind: sql`(${anyProfile(perimeter, coversFound, finds)} AND ${hasExistingEmployee(perimeter)})`,
    findsLittle: perimeter.profiles.every(({ organizations }) => organizations.organizationKeys.length === 0),
  }
}

/** From here on, joining the lists of the organizations in the index costs more than it leaves out. */
const MANY_ORGANIZATIONS = 200

const coversFound: typeof perimeterCovers = (perimeter, ancestors) =>
  (perimeter.organizationKeys.length < MANY_ORGANIZATIONS ? perimeterCoversIndexed : perimeterCovers)(
    perimeter,
    ancestors,
  )

type Allows = (restrictions: Restrictions) => RawBuilder<boolean>
const allows: Allows = (restrictions) => isAllowed(restrictions, 'document')

function anyProfile(
  { profiles }: DocumentPerimeter,
  within: typeof perimeterCovers,
  allowing: Allows,
): RawBuilder<boolean> {
  const conditions = profiles.map(({ organizations, restrictions }) => {
    const isPlaced = within(organizations, sql`document.organization_keys`)
    return restrictions.length === 0 ? isPlaced : sql`(${isPlaced} AND ${allowing(restrictions)})`
  })
  return anyOf(conditions)
}

function hasExistingEmployee({ client, kind }: { client: Client; kind: Kind }): RawBuilder<unknown> {
  return kind === 'company' ? sql`true` : isOfExistingEmployee(client)
}

const isOfExistingEmployee = (
  client: Client,
) => sql`NOT EXISTS (SELECT FROM employees gone WHERE gone.client_id = ${client.id}
  AND gone.key = document.employee_key AND gone.deleted_at IS NOT NULL)`

/** The keys of the managers who may read a document. */
export function readersOf(client: Client, documentKey: string): RawBuilder<unknown> {
  const ancestors = sql`ARRAY(SELECT ancestor FROM organizations organization CROSS JOIN unnest(organization.ancestors) AS ancestor
    WHERE organization.client_id = ${client.id} AND organization.key = ANY (document.organization_keys))`
  const ofKind = (kind: Kind) => sql`
    SELECT reader.user_key FROM documents document
    CROSS JOIN LATERAL (${managersCoveringDocument(client, ancestors, readPermissionOf(kind))}) AS reader
    WHERE document.client_id = ${client.id} AND document.key = ${documentKey}::bigint AND document.kind = ${kind}
      AND ${hasExistingEmployee({ client, kind })}`
  return sql`${ofKind('employee')} UNION ${ofKind('company')}`
}

/**
 * A document that a manager may read, with all that the manager may do with it; `clientWide` is what the manager may do with
 * such documents wherever they are filed.
 */
export type PermittedDocument = { row: DocumentRow; permissions: string[]; clientWide: string[] }

export async function getDocumentForManager(
  db: Db,
  client: Client,
  manager: string,
  id: string,
): Promise<PermittedDocument> {
  const found = isUuid(id) ? await findKindAndAncestors(db, client, id) : undefined
  const row = found && (await findDocument(db, client, found.kind, id))
  if (!row) throw notFound('document', id)
  const held = await permissionsOnDocument(db, client, { manager, ancestors: found.ancestors, document: row })
  if (!covers(held.permissions, readPermissionOf(row.kind))) throw notFound('document', id)
  return { row, ...held }
}

/** The same for a change, with the document locked: a manager who may read but not write it gets 403 instead of 404. */
export async function lockWritableDocument(
  { tx, client }: Work,
  manager: string,
  id: string,
): Promise<PermittedDocument> {
  if (isUuid(id)) await lockDocumentRow(tx, { client_id: client.id, id })
  const managed = await getDocumentForManager(tx, client, manager, id)
  refuseUnlessPermitted(managed.permissions, writePermissionOf(managed.row.kind))
  return managed
}

export function refuseUnlessPermitted(permissions: readonly string[], needed: Permission): void {
  if (!covers(permissions, needed)) {
    throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${needed} here.`)
  }
}

async function findKindAndAncestors(db: Db, client: Client, id: string) {
  const { rows } = await sql<{ kind: Kind; ancestors: number[] }>`
    SELECT document.kind, (
      SELECT coalesce(json_agg(DISTINCT ancestor), '[]') FROM organizations organization
      CROSS JOIN unnest(organization.ancestors) AS ancestor
      WHERE organization.client_id = ${client.id} AND organization.key = ANY (document.organization_keys)
    ) AS ancestors
    FROM documents document WHERE document.id = ${id} AND document.client_id = ${client.id}
      AND ${isOfExistingEmployee(client)}`.execute(db)
  return rows[0]
}
