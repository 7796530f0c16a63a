import { defineJob } from '#kernel/jobs.ts'
import { dropPartitions, makePartitionsAhead, type PartitionedTable } from '#platform/db/partitions/partitions.ts'

const DAY_MS = 24 * 3600 * 1000

export const EVENTS: PartitionedTable = { name: 'events', period: 'quarter', ahead: 1 }

/** Makes the partitions of the quarters to come, and removes those whose events need not be kept any longer. */
export const partitionEvents = defineJob(
  'events.partition',
  async (_data, { db, clock, eventRetentionDays }) => {
    const now = clock.now()
    await makePartitionsAhead(db, EVENTS, now)
    if (eventRetentionDays === undefined) return
    await dropPartitions(db, EVENTS, { before: new Date(now.getTime() - eventRetentionDays * DAY_MS) })
  },
  { schedule: '47 1 * * *' },
)
