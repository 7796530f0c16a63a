import type { Work } from '#kernel/work.ts'
import { findRegisteredEmployee } from '#modules/directory/index.ts'
import { isOpen, settleProject } from '#modules/distributions/projects/lifecycle.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject } from '#modules/distributions/projects/queries.ts'
import type { DocumentOutcome } from '#modules/distributions/projects/schemas.ts'
import { countOutcomes } from '#modules/distributions/spools/queries.ts'
import type { AssignmentInput } from '#modules/distributions/spools/schemas.ts'
import { clearValidations } from '#modules/distributions/validation/queries.ts'
import { invalidState } from '#modules/distributions/validation/validate-project.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { type DocumentRow, findDocument, type ReportRow, undoDecision, updateDecision } from './queries.ts'

type Staged = Pick<DocumentRow, 'fault' | 'outcome' | 'distribution_id'>
type Decision = Pick<DocumentRow, 'outcome' | 'reason' | 'message' | 'employee_key'>

type DocumentOfProject = { projectId: string; id: string }

/** A person says whose a part is, or that it is not to be handed out. */
export function assignDocument(
  work: Work,
  deps: NotifyDeps,
  { projectId, id }: DocumentOfProject,
  input: AssignmentInput,
): Promise<ReportRow> {
  return changeDocument(work, deps, { projectId, id }, async (staged) => {
    const decision = await decide(work, staged, input)
    if (decision) await updateDecision(work.tx, work.client, id, decision)
    return decision?.outcome
  })
}

/** What people decided about a part is forgotten: it is again what reading its spool made of it. */
export function restoreDocument(work: Work, deps: NotifyDeps, projectId: string, id: string): Promise<ReportRow> {
  return changeDocument(work, deps, { projectId, id }, () => undoDecision(work.tx, work.client, id))
}

/** Changes a document of an open project under a lock; `change` returns its new outcome, if any. */
async function changeDocument(
  work: Work,
  deps: NotifyDeps,
  { projectId, id }: DocumentOfProject,
  change: (staged: Staged) => Promise<DocumentOutcome | undefined>,
): Promise<ReportRow> {
  const { tx, client } = work
  const project = await lockProject(tx, client, projectId)
  if (!project) throw notFound('distribution project', projectId)
  const staged = await findDocument(tx, client, project.id, id)
  if (!staged) throw notFound('document', id)
  if (!isOpen(project)) throw invalidState(`The project is ${project.status} and can no longer be changed.`)
  const outcome = await change(staged)
  if (outcome) {
    const counts = outcome === staged.outcome ? {} : { [staged.outcome]: -1, [outcome]: 1 }
    await countOutcomes(tx, client, staged.distribution_id, { outcomes: counts, parts: 0, progress: 0 })
    await clearValidations(tx, { client_id: client.id, project_id: project.id })
    await settleProject(work, deps, project)
  }
  const changed = await findDocument(tx, client, project.id, id)
  if (!changed) throw new Error(`The document ${id} no longer exists.`)
  return changed
}

async function decide(
  { tx, client }: Work,
  { fault, outcome }: Pick<DocumentRow, 'fault' | 'outcome'>,
  { employee_technical_id: employee, left_out }: AssignmentInput,
): Promise<Decision | undefined> {
  if (employee && left_out) {
    throw invalid('left_out', 'contradiction', 'An excluded document cannot have an employee.')
  }
  if (employee) {
    if (fault)
      throw invalid('employee_technical_id', 'not_usable', `This document can only be excluded. ${fault.message}`)
    const belonging = await findRegisteredEmployee(tx, client, employee)
    if (!belonging) throw invalid('employee_technical_id', 'unknown_employee', `Employee ${employee} not found.`)
    return { outcome: 'assigned', reason: null, message: null, employee_key: belonging.key }
  }
  if (left_out) return { outcome: 'left_out', reason: null, message: null, employee_key: null }
  const isTakenBack = left_out === false && outcome === 'left_out'
  if (employee === undefined && !isTakenBack) return undefined
  if (fault) return { outcome: 'rejected', ...fault, employee_key: null }
  return {
    outcome: 'unmatched',
    reason: 'undecided',
    message: 'No employee has been assigned yet.',
    employee_key: null,
  }
}
