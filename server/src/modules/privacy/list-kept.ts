import type { Keeper, KeptItem, KeptSource, KeptTally } from '#kernel/kept-data.ts'
import type { Client } from '#kernel/work.ts'
import { explainMany, type Keeping } from '#modules/governance/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeptGroup, KeptOfKind } from './schemas.ts'

/** What is kept about an employee that the employee sees, by kind, and until when. */
export function listKept(
  db: Db,
  client: Client,
  person: Keeper,
  sources: readonly KeptSource[],
): Promise<KeptOfKind[]> {
  return Promise.all(sources.map((source) => keptOf(db, client, person, source)))
}

async function keptOf(db: Db, client: Client, person: Keeper, source: KeptSource): Promise<KeptOfKind> {
  const { kind } = source
  if ('days' in source) return { kind, count: null, days: source.days, groups: [] }
  const groups =
    'tally' in source
      ? groupTallies(await source.tally(db, client, person))
      : await groupItems(db, client, source, await source.list(db, client, person))
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  return { kind, count, days: null, groups: groups.toSorted(bySize) }
}

const bySize = (one: KeptGroup, other: KeptGroup) =>
  other.count - one.count || (one.name ?? '').localeCompare(other.name ?? '')

/** What no policy names. */
function groupTallies(tallies: readonly KeptTally[]): KeptGroup[] {
  return [...Map.groupBy(tallies, ({ name }) => name)].map(([name, all]) => {
    const count = all.reduce((sum, one) => sum + one.count, 0)
    return { ...EMPTY, name, count, without_end: count }
  })
}

const EMPTY: Omit<KeptGroup, 'name' | 'count'> = {
  for_legal_reasons: 0,
  dated: 0,
  first_until: null,
  last_until: null,
  waiting: 0,
  without_end: 0,
  legal_bases: [],
}

async function groupItems(
  db: Db,
  client: Client,
  { type }: KeptSource & { type: Parameters<typeof explainMany>[2] },
  items: readonly KeptItem[],
): Promise<KeptGroup[]> {
  const keys = items.map(({ key }) => key)
  const known = new Map((await explainMany(db, client, type, keys)).map((one) => [one.key, one]))
  return [...Map.groupBy(items, ({ name }) => name)].map(([name, all]) => ({
    name,
    ...summarize(all.flatMap(({ key }) => known.get(key) ?? [])),
  }))
}

/** Each is counted once: legal reasons come before days, as they do when something is to go. */
export function summarize(keepings: readonly Keeping[]): Omit<KeptGroup, 'name'> {
  const free = keepings.filter((one) => !one.is_held)
  const days = free.flatMap(({ until }) => until ?? []).toSorted(byDay)
  const bases = new Set(keepings.flatMap(({ legal_basis }) => legal_basis || []))
  return {
    count: keepings.length,
    for_legal_reasons: keepings.length - free.length,
    dated: days.length,
    first_until: days[0] ?? null,
    last_until: days.at(-1) ?? null,
    waiting: free.filter((one) => one.has_policy && one.until === null).length,
    without_end: free.filter((one) => !one.has_policy).length,
    legal_bases: [...bases].toSorted(),
  }
}

/** Days after the year 9999 have more digits. */
const byDay = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)
