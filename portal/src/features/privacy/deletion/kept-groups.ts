import type { MyDeletion } from './deletion.api.ts'

export type MyKept = MyDeletion['kept'][number]

/** What employees know by these names; the rest is `other`. */
const KNOWN = ['employee', 'employee_document', 'vault_document', 'request', 'signature_process'] as const
export type KeptType = (typeof KNOWN)[number] | 'other'

export type KeptGroup = { type: KeptType; reason: MyKept['reason']; count: number; until: string | null }

/** What has to stay, by what it is and why. */
export function keptGroups(kept: readonly MyKept[]): KeptGroup[] {
  const groups = Map.groupBy(kept, ({ type, reason }) => `${typeOf(type)} ${reason}`)
  return [...groups.values()].flatMap((items) => {
    const [one] = items
    if (!one) return []
    const count = items.reduce((sum, item) => sum + item.count, 0)
    const days = items.map(({ until }) => until)
    return [{ type: typeOf(one.type), reason: one.reason, count, until: latest(days) }]
  })
}

/** Null where one of the days is not known. */
function latest(days: readonly (string | null)[]): string | null {
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null)
}

const typeOf = (type: string): KeptType => KNOWN.find((one) => one === type) ?? 'other'
