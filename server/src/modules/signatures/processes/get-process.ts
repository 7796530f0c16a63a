import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { findProcess, lockProcess, type ProcessRow } from './queries.ts'
import type { Status } from './schemas.ts'

export async function getProcess(db: Db, client: Client, id: string): Promise<ProcessRow> {
  const row = await findProcess(db, client, id)
  if (!row) throw notFound('signature process', id)
  return row
}

/** Like getProcess, and locks it until the work ends. */
export async function getLockedProcess({ tx, client }: Work, id: string): Promise<ProcessRow> {
  const row = await lockProcess(tx, client, id)
  if (!row) throw notFound('signature process', id)
  return row
}

/** `what` is not done with a process in another status than these. */
export function expectStatus(process: Pick<ProcessRow, 'status'>, statuses: readonly Status[], what: string): void {
  if (!statuses.includes(process.status)) throw wrongState(`The signature process is ${process.status}: ${what}.`)
}

export function wrongState(message: string): Problem {
  return new Problem('malformed', 'invalid_state', message)
}
