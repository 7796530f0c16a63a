import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { presenterFor } from './describe-project.ts'
import { findManagerGroups, managerAccess } from './manager-access.ts'
import type { ManagerProject } from './manager-schemas.ts'
import { listProjects } from './queries.ts'
import type { ListProjectsQuery } from './schemas.ts'

/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }

/** The projects that a manager sends, or that belong to or are validated by their groups; all for client-wide managers. */
export async function listProjectsForManager(
  db: Db,
  client: Client,
  { person, query }: { person: SessionPerson; query: ListProjectsQuery },
  asked: PageRequest,
): Promise<KeysetPage<ManagerProject>> {
  const access = managerAccess(person, 'read')
  const groups = [...(await findManagerGroups(db, client, access)).keys()]
  const filters = access.isClientWide ? query : { ...query, concerned: { groups, manager: access.manager } }
  const present = await presenterFor(db, client, person)
  return orderedPage(ORDER, asked, (wanted) => listProjects(db, client, filters, wanted), present)
}
