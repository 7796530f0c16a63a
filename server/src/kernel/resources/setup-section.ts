import { type TObject, type TSchema, Type } from 'typebox'
import type { Work } from '#kernel/work.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { invalidFields, prefixFields } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { refuseReservedId } from './reserved-ids.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** What applying one thing of a set-up file did. */
export type Applied = {
  outcome: Outcome
  /** A secret that was made; it is shown here, once. */
  madeSecret?: string
  /** What was not applied, since people revoked it after it was issued. */
  left?: string
  /** What the operator should change in the file. */
  warning?: string
}

export type SetupChange = Applied & { what: string }

export type ApplyOptions = {
  /** Issues again, on purpose, what was revoked. */
  reissue?: boolean
}

/** The part of the set-up file that one feature knows: its key, its form, and how it is brought into the database. */
export type SetupSection = {
  key: string
  schema: TSchema
  apply(work: Work, value: unknown, keyring: Keyring, options?: ApplyOptions): Promise<SetupChange[]>
}

type Listed<Input> = {
  key: string
  /** How a line of the report names one of them. */
  name: string
  idName: string
  id: TSchema
  put: TObject
  putOne(work: Work, id: string, input: Input): Promise<{ outcome: Outcome }>
}

/** One thing that is listed twice cannot be both. */
export function refuseRepeats(listed: readonly object[], idName: string): void {
  const ids = listed.map((one) => (one as Record<string, unknown>)[idName])
  const errors = Array.from(repeatsIn(ids), (index) => ({
    field: `${index}.${idName}`,
    code: 'repeated',
    message: `${ids[index]} is listed more than once.`,
  }))
  if (errors.length > 0) throw invalidFields(errors)
}

/** A section that lists things which callers can put under an id as well. */
export function listSection<Input>({ key, name, idName, id, put, putOne }: Listed<Input>): SetupSection {
  return {
    key,
    schema: Type.Array(Type.Object({ [idName]: id, ...put.properties })),
    async apply(work, value) {
      refuseRepeats(value as object[], idName)
      const changes: SetupChange[] = []
      for (const [index, one] of (value as (Input & Record<string, string>)[]).entries()) {
        const own = one[idName] ?? ''
        refuseReservedId(`${index}.${idName}`, own)
        const { outcome } = await prefixFields(`${index}`, () => putOne(work, own, one))
        changes.push({ what: `${name} ${own}`, outcome })
      }
      return changes
    },
  }
}
