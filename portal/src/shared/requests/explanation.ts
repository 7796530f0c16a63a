export type Status = 'created' | 'open' | 'pending' | 'closed'

type Message = { side: 'employee' | 'manager' | null }

/** Whether the last word that the employee can read is HR's. */
export function isAnswered(last: Message | null | undefined): boolean {
  return last?.side === 'manager'
}

/** The key of the sentence that tells an employee where a request stands. */
export function explanationOf(status: Status, last: Message | null | undefined) {
  if (status === 'closed') return 'explained.closed'
  return isAnswered(last) ? (`explained.${status}Answered` as const) : (`explained.${status}` as const)
}
