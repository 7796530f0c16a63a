import type { MyDeletion } from './deletion.api.ts'

/** What happens one after the other, from asking to the end. */
export const STEPS = ['asked', 'checked', 'confirmed', 'prepared', 'deleted'] as const
export type StepName = (typeof STEPS)[number]

/** `next` goes on now; `stopped` is where a request was withdrawn or interrupted. */
export type Step = {
  name: StepName | 'withdrawn' | 'failed'
  state: 'done' | 'next' | 'later' | 'stopped'
  at: string | null
}

type Status = MyDeletion['status']
type Moments = Pick<MyDeletion, 'status' | 'created_at' | 'confirmed_at' | 'completed_at' | 'canceled_at'>

/** How many steps are done. A package is made after the confirmation, and the deletion may fail only after that. */
const DONE: Record<Exclude<Status, 'canceled'>, number> = {
  evaluating: 1,
  evaluated: 2,
  confirmed: 3,
  preparing: 3,
  prepared: 4,
  processing: 4,
  failed: 4,
  completed: 5,
}

/** How far a request is, as a time line. */
export function stepsOf(request: Moments): Step[] {
  const { status, created_at, confirmed_at, completed_at, canceled_at } = request
  const moments: Partial<Record<StepName, string | null>> = {
    asked: created_at,
    confirmed: confirmed_at,
    deleted: completed_at,
  }
  const count = status === 'canceled' ? (confirmed_at === null ? 2 : 3) : DONE[status]
  const done = STEPS.slice(0, count).map((name): Step => ({ name, state: 'done', at: moments[name] ?? null }))
  if (status === 'canceled') return [...done, { name: 'withdrawn', state: 'stopped', at: canceled_at }]
  const open = STEPS.slice(count)
  if (status === 'failed') {
    const later = open.map((name): Step => ({ name, state: 'later', at: null }))
    return [...done, { name: 'failed', state: 'stopped', at: null }, ...later]
  }
  return [...done, ...open.map((name, place): Step => ({ name, state: place === 0 ? 'next' : 'later', at: null }))]
}

const OVER: readonly Status[] = ['completed', 'canceled']
const WITHDRAWABLE: readonly Status[] = ['evaluated', 'confirmed', 'preparing', 'prepared']

export const isOpen = ({ status }: Pick<MyDeletion, 'status'>) => !OVER.includes(status)
export const mayWithdraw = ({ status }: Pick<MyDeletion, 'status'>) => WITHDRAWABLE.includes(status)
