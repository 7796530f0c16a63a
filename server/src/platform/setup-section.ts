import type { TSchema } from 'typebox'
import type { Work } from './db/work.ts'
import type { Keyring } from './keyring.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** One line of what applying a set-up file did. A secret that was made is shown here, once. */
export type SetupChange = { what: string; outcome: Outcome; madeSecret?: string }

/** The part of the set-up file that one feature knows: its key, its form, and how it is brought into the database. */
export type SetupSection = {
  key: string
  schema: TSchema
  apply(work: Work, value: unknown, keyring: Keyring): Promise<SetupChange[]>
}
