export const EVERYTHING = ['*'] as const

/** Whether what was issued covers what a call needs. */
export function covers(issued: readonly string[], needed: string): boolean {
  const resource = needed.slice(0, needed.indexOf(':'))
  return issued.some((one) => one === '*' || one === needed || one === `${resource}:*`)
}
