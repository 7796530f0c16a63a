import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { foldText } from '#ui/text/fold-text.ts'
import type { Deletion, DeletionModule, DeletionStatus, Kept } from './erasure.api.ts'

export const STATUS_TONES: Record<DeletionStatus, Tone> = {
  evaluating: 'info',
  evaluated: 'warning',
  confirmed: 'info',
  preparing: 'info',
  prepared: 'info',
  processing: 'info',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
}

/** In the order in which people look through the queue. */
export const STATUSES: readonly DeletionStatus[] = [
  'evaluated',
  'evaluating',
  'confirmed',
  'preparing',
  'prepared',
  'processing',
  'failed',
  'completed',
  'canceled',
]

export const isPartial = ({ status, outcome }: Pick<Deletion, 'status' | 'outcome'>): boolean =>
  status === 'completed' && outcome === 'partial'

/** What a request is about; once that was erased, what stands for it. */
export function nameOf({
  resource_name,
  pseudonym,
  resource_id,
}: Pick<Deletion, 'resource_name' | 'pseudonym' | 'resource_id'>) {
  return resource_name ?? pseudonym ?? resource_id
}

/** Whether the name was typed: case and accents are not what the question is about. */
export const isTyped = (typed: string, name: string): boolean => foldText(typed) === foldText(name)

export const mayCancel = ({ status }: Pick<Deletion, 'status'>): boolean =>
  ['evaluated', 'confirmed', 'preparing', 'prepared'].includes(status)

/** Whether nothing of it may go, so that it cannot be confirmed: all modules keep all, or a hold is on the person. */
export function blockOf({ modules }: Pick<Deletion, 'modules'>): 'legal_hold' | 'retention' | null {
  const directory = modules.find(({ id }) => id === 'directory')
  if (directory?.kept.some(({ reason }) => reason === 'legal_hold')) return 'legal_hold'
  if (modules.length === 0 || modules.some(({ status }) => status !== 'rejected')) return null
  const isHeld = modules.some(({ kept }) => kept.some(({ reason }) => reason === 'legal_hold'))
  return isHeld ? 'legal_hold' : 'retention'
}

/** How much goes and how much is kept, all modules together. */
export function totalsOf(modules: readonly DeletionModule[]): { goes: number; kept: number } {
  const goes = modules.flatMap(({ resources }) => resources).reduce((sum, { count }) => sum + count, 0)
  return { goes, kept: modules.reduce((sum, { kept }) => sum + kept.length, 0) }
}

export type KeptGroup = Pick<Kept, 'reason' | 'until' | 'retention_policy_id' | 'legal_hold_ids'> & {
  key: string
  counts: { type: string; count: number }[]
  items: Kept[]
}

/** What is kept for the same reason and as long, together; what is kept longest comes first. */
export function groupsOf(kept: readonly Kept[]): KeptGroup[] {
  const groups = new Map<string, KeptGroup>()
  for (const item of kept) {
    const told = reasonOf(item)
    const key = JSON.stringify(told)
    const group = groups.get(key) ?? { key, ...told, counts: [], items: [] }
    group.items.push(item)
    const count = group.counts.find(({ type }) => type === item.resource_type)
    if (count) count.count += 1
    else group.counts.push({ type: item.resource_type, count: 1 })
    groups.set(key, group)
  }
  // Without an end, it is kept longer than with any.
  const end = ({ until }: KeptGroup) => until ?? '9999'
  return [...groups.values()].toSorted((one, other) => (end(one) < end(other) ? 1 : end(one) > end(other) ? -1 : 0))
}

/** A hold has no end of its own, and comes before what a policy says. */
function reasonOf({ reason, until, retention_policy_id, legal_hold_ids }: Kept) {
  if (reason !== 'legal_hold') return { reason, until, retention_policy_id, legal_hold_ids: [] }
  return { reason, until: null, retention_policy_id: null, legal_hold_ids: legal_hold_ids.toSorted() }
}

export type Step = { name: StepName; at: string | null; by: string | null; state: 'done' | 'next' | 'later' }
export type StepName = 'created' | 'evaluated' | 'confirmed' | 'prepared' | 'due' | 'completed' | 'failed' | 'canceled'

/** The time line: what was done, what comes next, what comes then. */
export function stepsOf(deletion: Deletion): Step[] {
  const { status, created_at, evaluated_at, confirmed_at, prepared_at, due_at, completed_at, canceled_at } = deletion
  const { send_package, resource_type, updated_at } = deletion
  const actorOf = (actor: Deletion['created_by'] | null) => actor?.name ?? actor?.technical_id ?? null
  const isDue = due_at !== null && ['processing', 'completed', 'failed'].includes(status)
  const done: [StepName, string | null, string | null][] = [
    ['created', created_at, actorOf(deletion.created_by)],
    ['evaluated', evaluated_at, null],
    ['confirmed', confirmed_at, actorOf(deletion.confirmed_by)],
    ...(send_package && resource_type === 'employee'
      ? [['prepared', prepared_at, null] as [StepName, string | null, null]]
      : []),
    ['due', isDue ? due_at : null, null],
    ['completed', completed_at, null],
  ]
  const past = done.filter(([, at]) => at !== null).map(([name, at, by]): Step => ({ name, at, by, state: 'done' }))
  if (status === 'canceled') return [...past, { name: 'canceled', at: canceled_at, by: null, state: 'done' }]
  if (status === 'failed') return [...past, { name: 'failed', at: updated_at, by: null, state: 'next' }]
  const coming = done
    .filter(([, at]) => at === null)
    .map(
      ([name], place): Step => ({
        name,
        at: name === 'due' ? due_at : null,
        by: null,
        state: place === 0 ? 'next' : 'later',
      }),
    )
  return [...past, ...coming]
}
