import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import type { DatasetRow } from '#modules/datasets/definitions/queries.ts'
import { valueCreated, valueDeleted, valueUpdated } from '#modules/datasets/events.ts'
import { countChange } from '#modules/datasets/values/queries.ts'
import { tableBatches } from '#platform/db/table-batches.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { wantedEvents } from '#platform/events/subscriptions.ts'
import { CHANGES, type ChangeCounts, type ChangedValue } from './value-changes.ts'

/** About 60,000 changes; with events about 2,000, because these are held in memory. */
const PAGES_AT_ONCE = 400
const PAGES_WITH_EVENTS = 14

const KINDS = [
  ['deleted', valueDeleted],
  ['updated', valueUpdated],
  ['created', valueCreated],
] as const

/** Applies the differences. Decisions 4.7: single values have events only while a webhook subscribes to them. */
export async function applyChanges(
  work: Work,
  dataset: DatasetRow,
  counts: ChangeCounts,
  onProgress: (share: number) => void,
): Promise<void> {
  const { tx, client } = work
  const wanted = await wantedEvents(
    tx,
    client,
    KINDS.map(([, event]) => event.name),
  )
  const steps = KINDS.filter(([kind]) => counts[kind] > 0)
  for (const [index, [kind, event]] of steps.entries()) {
    const isWanted = wanted.has(event.name)
    const apply = CHANGES[kind](isWanted)
    for await (const { from, to, share } of tableBatches(
      tx,
      'value_changes',
      isWanted ? PAGES_WITH_EVENTS : PAGES_AT_ONCE,
    )) {
      const changed = await apply(tx, { client_id: client.id, dataset_key: dataset.key, from, to })
      for (const value of changed) emit(work, event, shown(value))
      await flushEvents(work)
      onProgress((index + share) / steps.length)
    }
  }
  await countChange(tx, { client_id: client.id, dataset_key: dataset.key, change: counts.created - counts.deleted })

  function shown({ level, ...value }: ChangedValue) {
    const dimension_id = dataset.dimensions[level - 1]?.id ?? ''
    return presentValue(value, { dataset_id: dataset.id, dimension_id }, client)
  }
}
