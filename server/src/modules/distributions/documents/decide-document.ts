import type { Work } from '#kernel/work.ts'
import { isEmployeeInPerimeter, perimeterOf } from '#modules/directory/index.ts'
import { getManagerProject, type ManagerAccess } from '#modules/distributions/projects/manager-access.ts'
import type { DocumentDecision } from '#modules/distributions/projects/manager-schemas.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { expectAllowedDocument } from './allowed-documents.ts'
import { assignDocument, restoreDocument } from './assign-document.ts'
import { findManagerDocument, type ManagerDocumentRow } from './manager-queries.ts'

type DocumentInAccess = { scope: ManagerAccess; id: string; part: string }

/** Applies a manager's decision about a document. Only employees within the perimeter can be named. */
export async function decideDocument(
  work: Work,
  deps: NotifyDeps,
  { scope, id, part }: DocumentInAccess,
  { restore, ...assignment }: DocumentDecision,
): Promise<ManagerDocumentRow> {
  const { tx, client } = work
  const project = await getManagerProject(tx, client, scope, id)
  await expectAllowedDocument(tx, client, { scope, project, id: part })
  const named = assignment.employee_technical_id
  if (named && !restore) {
    const perimeter = await perimeterOf(tx, client, { technicalId: scope.manager, permission: 'employees:read' })
    if (!(await isEmployeeInPerimeter(tx, client, perimeter, named))) {
      throw invalid('employee_technical_id', 'unknown_employee', `Employee ${named} not found.`)
    }
  }
  if (restore) await restoreDocument(work, deps, id, part)
  else await assignDocument(work, deps, { projectId: id, id: part }, assignment)
  const decided = await findManagerDocument(tx, client, project.id, part)
  if (!decided) throw notFound('document', part)
  return decided
}
