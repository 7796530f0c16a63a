export type Counted = { month: string; count: number }
/** A bar of a chart: a month as `2031-03`, or a year as `2031`. */
export type Bar = { span: string; count: number }

/** From here on, a bar is a year. */
const MAX_MONTHS = 36

/** The bars from one day to another, also those with nothing; what was due before counts in the first. */
export function barsOf(months: readonly Counted[], from: string, until: string): Bar[] {
  const spans = monthsBetween(from, until)
  const inYears = spans.length > MAX_MONTHS
  const spanOf = (month: string) => (inYears ? month.slice(0, month.indexOf('-')) : month)
  const bars = new Map(spans.map((month) => [spanOf(month), 0]))
  const [first = ''] = bars.keys()
  for (const { month, count } of months) {
    const span = bars.has(spanOf(month)) ? spanOf(month) : first
    bars.set(span, (bars.get(span) ?? 0) + count)
  }
  return [...bars].map(([span, count]) => ({ span, count }))
}

function monthsBetween(from: string, until: string): string[] {
  const number = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const length = Math.max(1, number(until) - number(from) + 1)
  return Array.from({ length }, (_, index) => {
    const at = number(from) + index
    return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

/** The sums of several policies, month by month. */
export function sumOf(lists: readonly (readonly Counted[])[]): Counted[] {
  const sums = new Map<string, number>()
  for (const { month, count } of lists.flat()) sums.set(month, (sums.get(month) ?? 0) + count)
  return [...sums]
    .map(([month, count]) => ({ month, count }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1))
}

/** The same day so many years later; of February 29, the last day of February. */
export function yearsLater(day: string, years: number): string {
  const rest = day.slice(5) === '02-29' ? '02-28' : day.slice(5)
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-${rest}`
}

/** The day in UTC, in which retention counts. */
export function todayIs(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10)
}
