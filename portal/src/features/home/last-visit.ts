/** A visit ends after this time without a page view. */
const VISIT_MS = 30 * 60 * 1000

type Visits = { since: number; seen: number }

/** Since when something counts as new for a person: the end of the visit before this one. Kept by this browser. */
export function newSince(technicalId: string, now: number): number {
  const key = `dossier-visit-${technicalId}`
  const last = read(key)
  const since = !last ? now : now - last.seen > VISIT_MS ? last.seen : last.since
  localStorage.setItem(key, JSON.stringify({ since, seen: now } satisfies Visits))
  return since
}

function read(key: string): Visits | undefined {
  try {
    const visits = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Visits> | null
    const { since, seen } = visits ?? {}
    return typeof since === 'number' && typeof seen === 'number' ? { since, seen } : undefined
  } catch {
    return undefined
  }
}
