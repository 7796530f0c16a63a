import type { MyDeletion } from './deletion.api.ts'

/** What happens one after the other, from asking to the end. */
export const STEPS = ['asked', 'checked', 'confirmed', 'prepared', 'deleted'] as const
export type StepName = (typeof STEPS)[number]

/** `next` goes on now; `stopped` is where a withdrawn request ended. */
export type Step = { name: StepName | 'withdrawn' | 'failed'; state: 'done' | 'next' | 'later' | 'stopped'; at: string | null }

type Moments = Pick<
  MyDeletion,
  'status' | 'created_at' | 'evaluated_at' | 'confirmed_at' | 'prepared_at' | 'completed_at' | 'canceled_at'
>

/** How far a request is, as a time line. */
export function stepsOf(request: Moments): Step[] {
  const moments: Record<StepName, string | null> = {
    asked: request.created_at,
    checked: request.evaluated_at,
    confirmed: request.confirmed_at,
    prepared: request.prepared_at,
    deleted: request.completed_at,
  }
  const reached = STEPS.filter((name) => moments[name] !== null)
  const done = reached.map((name): Step => ({ name, state: 'done', at: moments[name] }))
  if (request.status === 'canceled') return [...done, { name: 'withdrawn', state: 'stopped', at: request.canceled_at }]
  // A step that was left out is not to come.
  const open = STEPS.slice(STEPS.findLastIndex((name) => moments[name] !== null) + 1).map(
    (name, place): Step => ({ name, state: place === 0 ? 'next' : 'later', at: null }),
  )
  if (request.status !== 'failed') return [...done, ...open]
  return [...done, { name: 'failed', state: 'stopped', at: null }, ...open.map((one) => ({ ...one, state: 'later' as const }))]
}

const OVER: readonly MyDeletion['status'][] = ['completed', 'canceled']
const WITHDRAWABLE: readonly MyDeletion['status'][] = ['evaluated', 'confirmed', 'preparing', 'prepared']

export const isOpen = ({ status }: Pick<MyDeletion, 'status'>) => !OVER.includes(status)
export const mayWithdraw = ({ status }: Pick<MyDeletion, 'status'>) => WITHDRAWABLE.includes(status)
