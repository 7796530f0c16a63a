import type { Permission } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { type DocumentAttributes, restrictedPerimetersOf } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'

type RefusedDocument = { manager: string; permission: Permission; document: DocumentAttributes }

/** The refusal of a document that the access restrictions of all profiles of a manager exclude; it names their filters. */
export async function outsideRestrictions(
  db: Db,
  client: Client,
  { manager, permission, document: { document_type_id } }: RefusedDocument,
): Promise<Problem> {
  const profiles = await restrictedPerimetersOf(db, client, manager, permission)
  const codes = profiles.flatMap(({ restrictions }) =>
    restrictions.filter((one) => one.document_type_id === document_type_id).map((one) => one.filter_code),
  )
  const message = 'Your access restrictions do not allow this value here.'
  const fields = [...new Set(codes)].map((code) => ({
    field: `document_type_filters.${code}`,
    code: 'outside_access_restrictions',
    message,
  }))
  return new Problem('forbidden', 'outside_access_restrictions', OUTSIDE, { fields })
}

const OUTSIDE = 'Your access restrictions do not allow documents with these filter values.'
