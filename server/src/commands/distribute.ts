import type { Distributed } from '#platform/db/nodes/distribute-tables.ts'
import { type Command, print } from './command.ts'

export const distribute: Command = {
  name: 'distribute',
  summary: 'spread the tables over the nodes of a Citus, by client',
  usage: '[--json]',
  help: `Applies pending migrations, and distributes every table that is not: what belongs to a client lies together on one
node, and small tables that tell clients apart are copied to each node. Rows move along. Either all tables are distributed
or none; doing it again changes nothing. The first time, it is refused while the service runs.

The database needs the extension citus, and nodes: docs/operations/scale-out.md
Tables of later versions are distributed by the migrations that every start applies.

  --json   print the names of the tables that were distributed as JSON`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { distribute: distributeTables } = await import('#kernel/migrate.ts')
    const { openStorage } = await import('#src/storage.ts')
    const storage = await openStorage(config, { mayShare: true })
    try {
      const { distributed } = await distributeTables(storage.directAddress)
      print(flags.json ? JSON.stringify(distributed) : describeDistributed(distributed))
    } finally {
      await storage.close()
    }
  },
}

function describeDistributed({ spread, copied }: Distributed): string {
  if (spread.length + copied.length === 0) return 'All tables are distributed.'
  return [
    `Distributed by client (${spread.length}): ${spread.join(', ') || 'none'}.`,
    `Copied to each node (${copied.length}): ${copied.join(', ') || 'none'}.`,
  ].join('\n')
}
