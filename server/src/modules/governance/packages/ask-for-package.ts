import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { invalid } from '#platform/problem.ts'
import { findSubject } from './building/find-subject.ts'
import { MAX_LIFE_MS, makePackage } from './make-package.ts'
import type { AccessPackage, AccessPackageInput } from './schemas.ts'

/** Has a package made for an application or an administrator. */
export async function askForPackage(work: Work, input: AccessPackageInput): Promise<AccessPackage> {
  const { employee_technical_id, exclude, notify, actor_technical_id } = input
  const requested_by = await actingManager(work, actor_technical_id, 'access_packages:write')
  const expires_at = input.expires_at === undefined ? undefined : expiryOf(input.expires_at, work.now)
  const employee = await findSubject(work.tx, work.client, employee_technical_id)
  if (!employee) {
    throw invalid('employee_technical_id', 'unknown_employee', `Employee ${employee_technical_id} not found.`)
  }
  const origin = work.actor.type === 'user' ? 'portal' : 'api'
  return makePackage(work, { employee, origin, exclude, notify, expires_at, requested_by })
}

function expiryOf(text: string, now: Date): Date {
  const moment = new Date(text)
  if (moment <= now) throw invalid('expires_at', 'in_the_past', 'must be in the future.')
  if (moment.getTime() > now.getTime() + MAX_LIFE_MS) {
    throw invalid('expires_at', 'too_late', 'is more than 30 days away.')
  }
  return moment
}

/** Has a package made for the employee who is logged in. */
export async function askForOwnPackage(work: Work, technicalId: string): Promise<AccessPackage> {
  const employee = await findSubject(work.tx, work.client, technicalId)
  if (!employee) throw new Error('The employee who is logged in does not exist.')
  return makePackage(work, { employee, origin: 'employee' })
}
