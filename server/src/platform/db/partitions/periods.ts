const DAY_MS = 24 * 3600 * 1000
const MONDAY = Date.UTC(1970, 0, 5)

export type Period = 'week' | 'quarter'

/** When the first period after this moment begins, in UTC. */
export function nextStart(period: Period, moment: Date): Date {
  if (period === 'quarter') {
    return new Date(Date.UTC(moment.getUTCFullYear(), (Math.floor(moment.getUTCMonth() / 3) + 1) * 3))
  }
  const weeks = Math.floor((moment.getTime() - MONDAY) / (7 * DAY_MS))
  return new Date(MONDAY + (weeks + 1) * 7 * DAY_MS)
}
