import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { endLinkOf } from '#modules/directory/account-links/link-accounts.ts'
import { employeeDeleted, employeeRestored } from '#modules/directory/events.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import { notFound } from '#platform/problem.ts'
import { employeeEntry } from './employee-entry.ts'
import { type EmployeeRow, lockEmployees, markEmployee } from './queries.ts'
import type { Employee } from './schemas.ts'

/** Deletes an employee so that `restoreEmployee` can bring everything back. */
export async function deleteEmployee(work: Work, technicalId: string): Promise<void> {
  const row = await getLocked(work, technicalId)
  if (row.deleted_at) throw notFound('employee', technicalId)
  await endLinkOf(work, { scope: 'employee', technicalId })
  emit(work, employeeDeleted, await mark(work, row, work.now))
  recordAudit(work, employeeEntry('employee.deleted', row))
}

/** Restores a deleted employee unchanged; does nothing if the employee is not deleted. */
export async function restoreEmployee(work: Work, technicalId: string): Promise<Employee> {
  const row = await getLocked(work, technicalId)
  if (!row.deleted_at) return presentEmployee(row)
  const employee = await mark(work, row, null)
  emit(work, employeeRestored, employee)
  recordAudit(work, employeeEntry('employee.restored', row))
  return employee
}

async function getLocked({ tx, client }: Work, technicalId: string): Promise<EmployeeRow> {
  const [row] = await lockEmployees(tx, client, [technicalId])
  if (!row) throw notFound('employee', technicalId)
  return row
}

async function mark({ tx, client, now }: Work, row: EmployeeRow, deletedAt: Date | null): Promise<Employee> {
  await markEmployee(tx, client, { key: row.key, now, deletedAt })
  return presentEmployee({ ...row, updated_at: now, deleted_at: deletedAt })
}
