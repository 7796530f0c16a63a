import type { Clock } from '#platform/clock.ts'

/** The days that a simulation looks at. */
export type Horizon = { today: string; until: string }

/** From today to a day, or to that in a year. */
export function horizonOf(clock: Clock, until: string | undefined): Horizon {
  const today = clock.now().toISOString().slice(0, 10)
  return { today, until: until ?? inAYear(today) }
}

/** The same day of the next year; of February 29, the last day of February. */
function inAYear(today: string): string {
  const [year = '', ...rest] = today.split('-')
  const day = rest.join('-') === '02-29' ? '02-28' : rest.join('-')
  return `${Number(year) + 1}-${day}`
}
