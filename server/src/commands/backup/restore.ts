import { type Command, print } from '#commands/command.ts'
import { openProgressBar } from '#commands/progress-bar.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from '#src/config.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'put a backup in place',
  usage: 'SOURCE [--at MOMENT | --files] [--overwrite] [--json]',
  help: `Restores the newest backup of SOURCE, which is the TARGET of dossier backup, into the database and the file store
of the settings. Both have to be empty. Stop the service before. SECRET_KEY and BACKUP_KEY have to be those of the backup.

  --at         restore the backup of this moment, as dossier backup has printed it
  --files      only bring back files that rows name and the file store lacks, from all backups; the service may be running
  --overwrite  replace what is in the database; files that are there stay
  --json       print what was restored as JSON

A restore that was interrupted leaves a database on which no process starts; run the command again. At the end, every
row is counted, every foreign key checked, and every file that a row names looked for.`,
  flags: {
    at: { type: 'string' },
    files: { type: 'boolean' },
    overwrite: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  words: 1,
  async run(config, { positionals: [address = ''], flags }) {
    if (flags.files && (flags.at !== undefined || flags.overwrite))
      throw new StartRefused('--files takes neither --at nor --overwrite.')
    const missing = flags.files ? await restoreFiles(config, address, flags) : await restoreAll(config, address, flags)
    if (!flags.json) for (const key of missing) print(`missing  ${key}`)
    return missing.length === 0 ? 0 : 1
  },
}

type Flags = Parameters<Command['run']>[1]['flags']

async function restoreFiles(config: Config, address: string, flags: Flags): Promise<string[]> {
  const { bringBackFiles } = await import('./run-restore.ts')
  const bar = openProgressBar()
  const { copied, missing } = await bringBackFiles(config, address, bar.count)
  bar.close()
  print(flags.json ? JSON.stringify({ copied, missing }, null, 2) : `${copied} files were missing and brought back.`)
  return missing
}

async function restoreAll(config: Config, address: string, flags: Flags): Promise<string[]> {
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
  const { taken_at, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (flags.json) print(JSON.stringify({ taken_at, tables: tables.length, rows, files: files.count, missing }, null, 2))
  else {
    print(`Restored the backup of ${taken_at}: ${rows} rows of ${tables.length} tables, ${files.count} files.`)
    print(`People who were erased after ${taken_at} are back. Erase them again: docs/operations/backup.md.`)
  }
  return missing
}
