import type { KeptItem } from '#kernel/personal-data/eraser.ts'
import type { DeletionRow } from '#modules/governance/erasure/queries.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { OwnDeletion, OwnKept, OwnReason } from './own-schemas.ts'
import { OWN_WORDS } from './own-words.ts'

/** What an employee is told of their request: no hold, no policy, and nothing of how it is decided. */
export function presentOwn(row: DeletionRow, language: string | null): OwnDeletion {
  return {
    id: row.id,
    status: row.status,
    outcome: row.outcome,
    reason: row.reason,
    due_at: orNull(row.due_at),
    kept: presentOwnKept(
      row.modules.flatMap(({ kept }) => kept),
      language,
    ),
    created_at: inSeconds(row.created_at),
    confirmed_at: orNull(row.confirmed_at),
    completed_at: orNull(row.completed_at),
    canceled_at: orNull(row.canceled_at),
  }
}

const orNull = (moment: Date | null) => moment && inSeconds(moment)

function presentOwnKept(kept: readonly KeptItem[], language: string | null): OwnKept[] {
  const groups = Map.groupBy(kept, ({ resource_type, reason }) => `${resource_type} ${reason}`)
  return [...groups.values()].flatMap((items) => {
    const [first] = items
    if (!first) return []
    const reason = reasonOf(first)
    // How long a hold lasts, nobody knows, and a policy says nothing while one does.
    const until = reason === 'retention' ? latest(items) : null
    const type = first.resource_type
    return [{ type, count: items.length, reason, until, explanation: explain(reason, until, language) }]
  })
}

const reasonOf = ({ reason }: KeptItem): OwnReason => (reason === 'legal_hold' ? 'legal_reasons' : reason)

function latest(items: readonly KeptItem[]): string | null {
  const days = items.map(({ until }) => until)
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null)
}

function explain(reason: OwnReason, until: string | null, language: string | null): string {
  const { words } = OWN_WORDS.in(language)
  const sentence = words.reasons[reason]
  return until === null ? sentence : words.until(sentence, until)
}
