import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { counted } from '#modules/directory/counted.ts'
import { lockDirectory } from '#modules/directory/directory-lock.ts'
import { organizationDeleted } from '#modules/directory/events.ts'
import { refuseOtherTop, rememberTree } from '#modules/directory/grants/refuse-organization-move.ts'
import { presentOrganization } from '#modules/directory/present.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { deleteOrganizationRow, findOrganization, useOfOrganization } from './queries.ts'

export async function deleteOrganization(work: Work, code: string): Promise<void> {
  await lockDirectory(work)
  const row = await findOrganization(work.tx, work.client, code)
  if (!row) throw notFound('organization', code)
  const use = await useOfOrganization(work.tx, work.client, row.key, code)
  const reasons = [
    ...counted(use.organizations, 'organization below it', 'organizations below it'),
    ...counted(use.employees, 'employee, deleted ones included', 'employees, deleted ones included'),
    ...counted(use.managers, 'manager', 'managers'),
    ...counted(use.documents, 'document', 'documents'),
    ...counted(use.articles, 'article', 'articles'),
    ...counted(use.policies, 'retention policy', 'retention policies'),
    ...use.groups.map((group) => `the group ${group}`),
  ]
  if (reasons.length > 0) {
    throw conflict('organization_in_use', `The organization ${code} is used by ${reasons.join('; ')}.`)
  }
  const tree = await rememberTree(work)
  await deleteOrganizationRow(work.tx, work.client, row.key)
  if (tree) await refuseOtherTop(work, tree)
  emit(work, organizationDeleted, presentOrganization(row))
}
