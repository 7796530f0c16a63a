import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { isAllowed, restrictedPerimetersOf } from '#modules/directory/index.ts'
import { findManagerGroups, type ManagerAccess, mayAccess } from '#modules/distributions/projects/manager-access.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'

/**
 * Which parts of a project the access restrictions of a manager allow, as a condition on `staged`; undefined when that is
 * all of them. In projects that concern the manager every profile counts, in others those for the whole client.
 */
export async function allowedDocuments(
  db: Db,
  client: Client,
  scope: ManagerAccess,
  project: ProjectRow,
): Promise<RawBuilder<boolean> | undefined> {
  const profiles = await restrictedPerimetersOf(db, client, scope.manager, `distributions:${scope.action}`)
  const own = { ...scope, isWhole: false }
  const isNamed = mayAccess(project, own, await findManagerGroups(db, client, own))
  const counting = profiles.filter((one) => isNamed || one.isClientWide)
  if (counting.some(({ restrictions }) => restrictions.length === 0)) return undefined
  const conditions = counting.map(({ restrictions }) => isAllowed(restrictions, 'staged'))
  return anyOf(conditions)
}

type SoughtDocument = { scope: ManagerAccess; project: ProjectRow; id: string }

/** A part that the access restrictions of the manager exclude is for them as if there were none. */
export async function expectAllowedDocument(
  db: Db,
  client: Client,
  { scope, project, id }: SoughtDocument,
): Promise<void> {
  const allowed = await allowedDocuments(db, client, scope, project)
  if (!allowed) return
  const { rows } = isUuid(id)
    ? await sql`SELECT FROM distribution_documents staged WHERE staged.client_id = ${client.id}
        AND staged.project_id = ${project.id} AND staged.id = ${id} AND ${allowed}`.execute(db)
    : { rows: [] }
  if (rows.length === 0) throw notFound('document', id)
}

type SoughtDocuments = { scope: ManagerAccess; project: ProjectRow; distributionId?: number | undefined }

/** Refuses what concerns all parts of a project, or of one of its spools, to managers who may not see all of them. */
export async function refuseUnlessAllAllowed(
  db: Db,
  client: Client,
  { scope, project, distributionId }: SoughtDocuments,
): Promise<void> {
  const allowed = await allowedDocuments(db, client, scope, project)
  if (!allowed) return
  const inSpool = distributionId === undefined ? sql`true` : sql`staged.distribution_id = ${distributionId}`
  const { rows } = await sql`SELECT FROM distribution_documents staged WHERE staged.client_id = ${client.id}
    AND staged.project_id = ${project.id} AND ${inSpool} AND NOT ${allowed} LIMIT 1`.execute(db)
  if (rows.length === 0) return
  throw outside('This contains documents that your access restrictions exclude.')
}

/** Refuses automatic validation to managers with access restrictions: documents would be filed without a review. */
export async function refuseUnreviewedFiling(
  db: Db,
  client: Client,
  scope: ManagerAccess,
  project: ProjectRow,
): Promise<void> {
  if (!project.auto_validate || !(await allowedDocuments(db, client, scope, project))) return
  throw outside(
    'With access restrictions, you cannot create, fill or change a project that is validated automatically.',
  )
}

function outside(message: string): Problem {
  return new Problem('forbidden', 'outside_access_restrictions', message)
}
