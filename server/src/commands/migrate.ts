import { type Command, print } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'apply pending migrations',
  usage: '[--json]',
  help: `Applies pending migrations. Every start does the same, under a lock, so this command is only needed if the
database should be ready before the first process starts. New tables of a distributed database are distributed.

  --json   print the applied migrations as JSON`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { migrate: bringUpToDate } = await import('#kernel/migrate.ts')
    const { openStorage } = await import('#src/storage.ts')
    const storage = await openStorage(config, { mayShare: true })
    try {
      const { applied, distributed } = await bringUpToDate(storage.directAddress)
      const names = [...distributed.spread, ...distributed.copied]
      if (flags.json) return print(JSON.stringify({ applied }))
      print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      if (names.length > 0) print(`Distributed ${names.join(', ')}.`)
    } finally {
      await storage.close()
    }
  },
}
