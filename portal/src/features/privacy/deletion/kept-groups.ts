import type { MyDeletion } from './deletion.api.ts'

export type MyKept = MyDeletion['modules'][number]['kept'][number]

/** What employees know by these names; the rest is `other`. */
const KNOWN = ['employee', 'employee_document', 'vault_document', 'request', 'signature_process'] as const
export type KeptType = (typeof KNOWN)[number] | 'other'

export type KeptGroup = {
  type: KeptType
  reason: MyKept['reason']
  count: number
  first: string | null
  last: string | null
}

/** What has to stay, by what it is and why. */
export function keptGroups(modules: MyDeletion['modules']): KeptGroup[] {
  const all = modules.flatMap(({ kept }) => kept)
  const groups = Map.groupBy(all, ({ resource_type, reason }) => `${typeOf(resource_type)} ${reason}`)
  return [...groups.values()].flatMap((items) => {
    const [one] = items
    if (!one) return []
    const days = items.flatMap(({ until }) => until ?? []).toSorted()
    const first = days[0] ?? null
    return [{ type: typeOf(one.resource_type), reason: one.reason, count: items.length, first, last: days.at(-1) ?? null }]
  })
}

const typeOf = (type: string): KeptType => KNOWN.find((one) => one === type) ?? 'other'
