import { cleanPending } from '#kernel/audit/take-pending.ts'
import type { Work } from '#kernel/work.ts'
import { hashOfPerson } from '#modules/audit/chain/link-entries.ts'
import { insertForgotten, lockHead } from '#modules/audit/chain/queries.ts'
import { erasePerson } from './queries.ts'

export type AuditedPerson = { type: 'employee' | 'user'; technical_id: string }

/**
 * Takes a person out of the trail: who acted and whom it concerned can no longer be read where it was this person, nor be
 * guessed from the hashes, and the chain holds. Until the work ends, nothing else is added to the chain.
 *
 * No name gets round it. What is in the chain is erased here; what waits for it is cleaned here; and what a call under way
 * has yet to store is known by its time, and put in the chain without the person.
 */
export async function forgetPerson(work: Work, { type, technical_id }: AuditedPerson): Promise<void> {
  const { tx, client } = work
  await lockHead(tx, client.id)
  await insertForgotten(tx, client.id, { person_hash: hashOfPerson(type, technical_id), at: work.now })
  await erasePerson(tx, { client_id: client.id, type, technical_id })
  await cleanPending(tx, client.id, { type, technical_id })
}
