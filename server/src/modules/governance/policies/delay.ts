const DELAY = /^P(?=\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?$/
const MAX_YEARS = 200

/** What is wrong with a delay, if anything. */
export function mistakeInDelay(delay: string): string | undefined {
  const parts = DELAY.exec(delay)
  if (!parts) return 'is not a length of time in years, months, weeks and days (expected such as P5Y or P1Y6M)'
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const inYears = years + months / 12 + (weeks * 7 + days) / 365
  return inYears > MAX_YEARS ? `exceeds ${MAX_YEARS} years` : undefined
}

/** A delay in months and days, as PostgreSQL adds them. */
export function lengthOfDelay(delay: string): { months: number; days: number } | undefined {
  const parts = DELAY.exec(delay)
  if (!parts) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return { months: years * 12 + months, days: weeks * 7 + days }
}
