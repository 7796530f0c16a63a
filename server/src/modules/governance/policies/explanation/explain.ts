import { loadWords } from '#kernel/languages/words.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { localeOf } from '#platform/text/language.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { type FittingRow, type HoldRow, listFittingPolicies, listHoldsOn } from './queries.ts'
import type { Retention, RetentionState } from './schemas.ts'

export type RetentionWords = {
  kept: string
  waiting(policy: string): string
  scheduled(policy: string, day: string): string
  due(policy: string, day: string): string
  postponed(policy: string, day: string, until: string): string
  /** `policy`: what the policy that decides says besides. */
  held(policy: string | null): string
}

const texts = await loadWords<RetentionWords>((language) => import(`./words/${language}.ts`))

type Asked = {
  type: HeldType
  id: string
  today: string
  language: string | null
  /** Whether the reader may know which holds there are. */
  seesHolds: boolean
}

/** How long an item is kept, and why; undefined when it does not exist. */
export async function explainRetention(db: Db, client: Client, asked: Asked): Promise<Retention | undefined> {
  const { type, id, today, seesHolds } = asked
  const named = (resource_id: string) => listHoldsOn(db, { client_id: client.id, resource_type: type, resource_id })
  // Holds name employees by their keys, which are not known yet.
  const [rows, known] = await Promise.all([
    listFittingPolicies(db, client, type, id),
    type === 'employee' ? undefined : named(id.toLowerCase()),
  ])
  const [first] = rows
  if (!first) return undefined
  const { resource_id } = first
  const holds = known ?? (await named(resource_id))
  const facts = factsOf(first, holds, today)
  return {
    resource_type: type,
    resource_id: type === 'employee' ? id : resource_id,
    ...facts,
    policies: rows.flatMap(presentFitting),
    holds: holds.map((hold) => ({
      id: hold.id,
      name: seesHolds ? hold.name : null,
      placed_at: inSeconds(hold.created_at),
    })),
    explanation: explanationOf(facts, first.name, asked.language),
  }
}

type Facts = Pick<Retention, 'state' | 'due_on' | 'action' | 'decided_by' | 'postponed_until'>

function factsOf({ id, due_on, action, postponed_until }: FittingRow, holds: readonly HoldRow[], today: string): Facts {
  const postponed = postponed_until !== null && isLater(postponed_until, today) ? postponed_until : null
  const state = holds.length > 0 ? 'held' : stateOf(id, due_on, { postponed, today })
  return { state, due_on, action, decided_by: id, postponed_until: postponed }
}

type Now = { postponed: string | null; today: string }

function stateOf(policy: string | null, due: string | null, { postponed, today }: Now): RetentionState {
  if (policy === null) return 'kept'
  if (due === null) return 'waiting'
  return postponed !== null || isLater(due, today) ? 'scheduled' : 'due'
}

/** Days after the year 9999 have more digits. */
function isLater(day: string, other: string): boolean {
  return day.length === other.length ? day > other : day.length > other.length
}

function presentFitting({ action: _, postponed_until: __, resource_id: ___, ...row }: FittingRow, index: number) {
  const { id, name, legal_basis, trigger_event, trigger_date, delay, due_on } = row
  if (id === null || name === null || legal_basis === null || trigger_event === null || delay === null) return []
  return [{ id, name, legal_basis, trigger_event, trigger_date, delay, due_on, decides: index === 0 }]
}

function explanationOf(facts: Facts, policy: string | null, wanted: string | null): string {
  const { language, words } = texts.in(wanted)
  const { state, due_on, postponed_until } = facts
  const ofPolicy = policy === null ? null : sentenceOf({ ...facts, policy, words, language })
  if (state === 'held') return words.held(due_on === null && postponed_until === null ? null : ofPolicy)
  return ofPolicy ?? words.kept
}

type Told = Facts & { policy: string; words: RetentionWords; language: string }

function sentenceOf({ policy, words, language, due_on, postponed_until, state }: Told): string {
  if (due_on === null) return words.waiting(policy)
  const day = dayIn(language, due_on)
  if (postponed_until !== null) return words.postponed(policy, day, dayIn(language, postponed_until))
  return state === 'due' ? words.due(policy, day) : words.scheduled(policy, day)
}

/** They take long to make; there are as many as languages that the service writes in. */
const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(language: string, day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, date)
  const format =
    formats.get(language) ?? new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(language, format)
  return format.format(moment)
}
