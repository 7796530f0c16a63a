import { type Command, print } from '#commands/command.ts'
import { openProgressBar } from '#commands/progress-bar.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'put a backup in place',
  usage: 'SOURCE [--at MOMENT] [--overwrite] [--json]',
  help: `Restores the newest backup of SOURCE, which is the TARGET of dossier backup, into the database and the file store
of the settings. Both have to be empty. Stop the service before. SECRET_KEY and BACKUP_KEY have to be those of the backup.

  --at         restore the backup of this moment, as dossier backup has printed it
  --overwrite  replace what is in the database; files that are there stay
  --json       print what was restored as JSON

A restore that was interrupted leaves a database on which no process starts; run the command again. At the end, every
row is counted, every foreign key checked, and every file that a row names looked for.`,
  flags: { at: { type: 'string' }, overwrite: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 1,
  async run(config, { positionals: [address = ''], flags }) {
    const { runRestore } = await import('./run-restore.ts')
    const bar = openProgressBar()
    const onStep = (step: string) => {
      bar.close()
      if (!flags.json) print(`${step} …`)
    }
    const { manifest, missing } = await runRestore(config, address, {
      at: typeof flags.at === 'string' ? flags.at : undefined,
      mayOverwrite: flags.overwrite === true,
      onStep,
      onShare: bar.show,
      onFile: bar.count,
    })
    bar.close()
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    if (flags.json) print(JSON.stringify({ ...manifest, missing }, null, 2))
    else {
      for (const key of missing) print(`missing  ${key}`)
      print(
        `Restored the backup of ${manifest.created_at}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files.`,
      )
    }
    return missing.length === 0 ? 0 : 1
  },
}
