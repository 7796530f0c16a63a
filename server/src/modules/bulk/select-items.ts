import type { Db } from '#platform/db/db.ts'
import { invalid, invalidFields, Problem } from '#platform/problem.ts'
import type { Asking, BulkKind, BulkOptions } from './bulk-kind.ts'
import { peopleKinds } from './people-kinds.ts'
import { requestKinds } from './request-kinds.ts'
import { type BulkActionInput, type Kind, PEOPLE_KINDS } from './schemas.ts'

const ALL_KINDS = { ...peopleKinds, ...requestKinds } as Record<Kind, BulkKind<object>>

export function bulkKind(kind: Kind): BulkKind<object> {
  return ALL_KINDS[kind]
}

/** How many a filter may choose for one action. */
export const MAX_ITEMS = 50_000

/** What was chosen: ids, or the filter of a list. */
export type Selection = { items: string[]; filter: null } | { items: null; filter: object }

/** Refuses an empty selection, or one that does not fit the action. */
export function selectionOf({ kind, ids, people, requests }: BulkActionInput): Selection {
  const ofPeople = (PEOPLE_KINDS as readonly string[]).includes(kind)
  const [named, other] = ofPeople ? (['people', 'requests'] as const) : (['requests', 'people'] as const)
  const filter = ofPeople ? people : requests
  if ((ofPeople ? requests : people) !== undefined) {
    throw invalid(other, 'contradiction', `${kind} expects ids or ${named}.`)
  }
  if ((ids === undefined) === (filter === undefined)) {
    throw invalid('ids', 'required', `Specify either ids or ${named}.`)
  }
  if (filter !== undefined) return { items: null, filter }
  const items = ids ?? []
  const wrong = items.flatMap((id, index) => (bulkKind(kind).isId(id) ? [] : [index]))
  if (wrong.length > 0) {
    throw invalidFields(
      wrong.map((index) => ({
        field: `ids.${index}`,
        code: 'invalid',
        message: 'This is not a valid id for this action.',
      })),
    )
  }
  return { items, filter: null }
}

/** What of the input says how each item is changed. */
export function optionsOf({ kind, invite_again, managers_assigned }: BulkActionInput): BulkOptions {
  return {
    ...(kind === 'people.invite' && invite_again !== undefined ? { invite_again } : {}),
    ...(kind === 'requests.assign' && managers_assigned !== undefined ? { managers_assigned } : {}),
  }
}

/** The ids of what was chosen, as of now. */
export async function evaluate(
  db: Db,
  asking: Asking,
  kind: Kind,
  { items, filter }: { items: string[] | null; filter: object | null },
): Promise<string[]> {
  const found = items ?? (await bulkKind(kind).find(db, asking, filter ?? {}, MAX_ITEMS + 1))
  if (found.length <= MAX_ITEMS) return found
  throw new Problem('unprocessable', 'too_many_items', `More than ${MAX_ITEMS} items match. Narrow the filter.`)
}
