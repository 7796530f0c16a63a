import { perimeterOf } from '#modules/directory/index.ts'
import { getProjectWithin, type ProjectScope } from '#modules/distributions/projects/manager-access.ts'
import type { PartDecision } from '#modules/distributions/projects/manager-schemas.ts'
import type { TellParts } from '#modules/distributions/projects/notify.ts'
import type { Work } from '#platform/db/work.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { expectAllowedPart } from './allowed-documents.ts'
import { assignDocument, restoreDocument } from './assign-document.ts'
import { findPart, isEmployeeWithin, type PartRow } from './manager-queries.ts'

/** A manager decides about a part. Only employees whom they may see can be named. */
export async function decidePart(
  work: Work,
  parts: TellParts,
  scope: ProjectScope,
  { id, part }: { id: string; part: string },
  { restore, ...assignment }: PartDecision,
): Promise<PartRow> {
  const { tx, client } = work
  const project = await getProjectWithin(tx, client, scope, id)
  await expectAllowedPart(tx, client, scope, project, part)
  const named = assignment.employee_technical_id
  if (named && !restore) {
    const perimeter = await perimeterOf(tx, client, scope.manager, 'employees:read')
    if (!(await isEmployeeWithin(tx, client, named, perimeter))) {
      throw invalid('employee_technical_id', 'unknown_employee', `There is no employee ${named}.`)
    }
  }
  if (restore) await restoreDocument(work, parts, id, part)
  else await assignDocument(work, parts, id, part, assignment)
  const decided = await findPart(tx, client, project.id, part)
  if (!decided) throw notFound('document', part)
  return decided
}
