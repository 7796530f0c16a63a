import { emit } from '#kernel/events/define-event.ts'
import type { Client, Work } from '#kernel/work.ts'
import { findRegisteredEmployee } from '#modules/directory/index.ts'
import { vaultLinkDeleted } from '#modules/documents/events.ts'
import { unknownEmployee } from '#modules/documents/filing/find-filing.ts'
import { lockTypesShared } from '#modules/documents/types/lock-types.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { conflict, invalidFields, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { uuidv7 } from '#platform/uuid.ts'
import {
  createVaultLink,
  deleteVaultLink,
  findVaultLink,
  insertFirstVaultLink,
  insertFirstVaultLinks,
  type VaultLinkRow,
} from './link-queries.ts'
import type { VaultLink } from './schemas.ts'

/** Links an employee and the vault, so that documents that are filed from now on reach it. */
export async function linkVault(work: Work, employeeTechnicalId: string): Promise<VaultLink> {
  const { tx, client, now } = work
  const employee = await findRegisteredEmployee(tx, client, employeeTechnicalId)
  if (!employee) throw invalidFields([unknownEmployee(employeeTechnicalId)])
  const link = newLink(work, employee.key)
  if (!(await createVaultLink(tx, client, link))) {
    throw conflict('already_linked', `Employee ${employeeTechnicalId} is already linked to the vault.`)
  }
  return presentVaultLink({ id: link.id, employee_technical_id: employeeTechnicalId, created_at: now })
}

/** Unlinks an employee and the vault: it keeps what it holds, and nothing of the company reaches it any more. */
export async function unlinkVault(work: Work, id: string): Promise<void> {
  const { tx, client } = work
  const link = await findVaultLink(tx, client, id)
  if (!link) throw notFound('vault link', id)
  await lockTypesShared(work)
  // Documents that are being filed are in the vault before it is unlinked, or find that it is.
  await takeLock(tx, vaultLockName(client, link.employee_technical_id))
  if (!(await deleteVaultLink(tx, client, id, work.now))) throw notFound('vault link', id)
  emit(work, vaultLinkDeleted, presentVaultLink(link))
}

/** Opens the first link of an employee, with the commit of the document that needs it. */
export function createFirstLink(work: Work, employeeKey: string): void {
  const link = newLink(work, employeeKey)
  work.lastStatements.push(() => insertFirstVaultLink(work.tx, work.client, link))
}

/** The same for many employees, each of whom is named once. */
export function createFirstLinks(work: Work, employeeKeys: readonly string[]): void {
  const { now } = work
  const links = employeeKeys.map((employee_key, index) => {
    return { id: uuidv7(now, work.nextPosition + index), employee_key, created_at: now }
  })
  work.nextPosition += links.length
  work.lastStatements.push(() => insertFirstVaultLinks(work.tx, work.client, links, now))
}

/** Filing a document of an employee takes this lock shared; unlinking the vault takes it exclusively. */
export function vaultLockName(client: Client, employeeTechnicalId: string): string {
  return `vault of employee ${employeeTechnicalId} of client ${client.id}`
}

export function presentVaultLink({ id, employee_technical_id, created_at }: VaultLinkRow): VaultLink {
  return { id, employee_technical_id, created_at: inSeconds(created_at) }
}

function newLink({ now, nextPosition }: Work, employeeKey: string) {
  return { id: uuidv7(now, nextPosition), employee_key: employeeKey, created_at: now }
}
