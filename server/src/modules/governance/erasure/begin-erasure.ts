import { randomBytes } from 'node:crypto'
import { listGoneResources } from '#kernel/events/gone-resources.ts'
import type { Work } from '#kernel/work.ts'
import { restrictEmployee } from '#modules/directory/index.ts'
import { awaitHolds } from '#modules/governance/disposals/item-queries.ts'
import { isUnderHold } from '#modules/governance/holds/is-held.ts'
import { forgetEvaluation, reopenModules } from './module-queries.ts'
import { type DeletionRow, lockDeletion } from './queries.ts'
import { gatherMentions, gatherOwnResources, insertOwnResources } from './resource-queries.ts'
import { storeBeginning } from './step-queries.ts'
import { identityOf, knownOf } from './subject.ts'
import { takesVault } from './takes-vault.ts'

/**
 * Begins the erasure once its time has come. From here on the employee is in no list, the id is free, and nothing new can be
 * filed: unless a hold covers the employee since, who then stays as they are.
 */
export async function beginErasure(work: Work, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (!row || (row.status !== 'confirmed' && row.status !== 'prepared')) return false
  if (row.due_at === null || row.due_at > now) return false
  await begin(work, row)
  await forgetEvaluation(tx, { client_id: client.id, deletion_request_id: id })
  return true
}

/** Does the rest of an erasure that left something behind. What went before stays counted. */
export async function resumeErasure(work: Work, row: DeletionRow): Promise<void> {
  const { tx, client } = work
  await begin(work, row)
  await reopenModules(tx, { client_id: client.id, deletion_request_id: row.id, of_all: true })
}

async function begin(work: Work, row: DeletionRow): Promise<void> {
  const { tx, client, now } = work
  const { id, employee_key } = row
  if (row.resource_type !== 'employee' || employee_key === null) {
    await storeBeginning(tx, { client_id: client.id, id, pseudonym: null, identity: null, now })
    return
  }
  await awaitHolds(tx, { client_id: client.id })
  const identity = knownOf(row.identity, await identityOf(tx, client, employee_key))
  const pseudonym = row.pseudonym ?? `erased-${randomBytes(8).toString('hex')}`
  await storeBeginning(tx, { client_id: client.id, id, pseudonym, identity: JSON.stringify(identity), now })
  await gatherResources(work, id, employee_key, identity?.technical_id)
  if (identity && !(await isUnderHold(work, 'employee', employee_key))) {
    const keepsLogIn = !(await takesVault(tx, client, row))
    await restrictEmployee(work, { key: employee_key, pseudonym, keepsLogIn })
  }
}

/** While rows still say whose they are: what events tell of the person. */
async function gatherResources(
  { tx, client }: Work,
  deletion_request_id: string,
  employee_key: string,
  technical_id: string | undefined,
): Promise<void> {
  const ref = { client_id: client.id, deletion_request_id }
  await gatherOwnResources(tx, { ...ref, employee_key })
  if (technical_id === undefined) return
  await gatherMentions(tx, { ...ref, employee_key, technical_id })
  // Not the id of the employee, which may be the number of a request of others.
  await insertOwnResources(tx, { ...ref, ids: await listGoneResources(tx, client, technical_id) })
}
