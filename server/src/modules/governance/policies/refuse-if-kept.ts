import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client, Work } from '#kernel/work.ts'
import { refuseIfHeld } from '#modules/governance/holds/is-held.ts'
import type { Db } from '#platform/db/db.ts'
import { conflict } from '#platform/problem.ts'
import { isProtected } from './explanation/queries.ts'

/** Refuses that a person takes away what a policy protects and is not due yet. */
export async function refuseIfProtected({ tx, client, now }: Work, type: HeldType, id: string): Promise<void> {
  if (!(await isProtectedNow(tx, client, { type, id, now }))) return
  const what = type.endsWith('_document') ? 'document' : type.replace('_', ' ')
  throw conflict('retention', `The ${what} ${id} must be kept: a retention policy protects it until its time is over.`)
}

/** Whether a policy keeps people from taking something away. */
export function isProtectedNow(
  db: Db,
  client: Client,
  { type, id, now }: { type: HeldType; id: string; now: Date },
): Promise<boolean> {
  return isProtected(db, client, { type, id }, now.toISOString().slice(0, 10))
}

/** Refuses that a person takes away what is under legal hold, or what a policy protects. */
export async function refuseIfKept(work: Work, type: HeldType, id: string): Promise<void> {
  await refuseIfHeld(work, type, id)
  await refuseIfProtected(work, type, id)
}
