/** The day of a moment in UTC, as `2024-01-31`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The same day a year on; of the 29th of February the 28th. */
export function aYearAfter(day: string): string {
  const year = String(Number(day.slice(0, 4)) + 1)
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}
