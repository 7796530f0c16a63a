import { type Command, print } from '#commands/command.ts'
import { openProgressBar } from '#commands/progress-bar.ts'
import type { BackupReport } from '#platform/backup/make-backup.ts'
import { StartRefused } from '#platform/start-refused.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'back up the database and all files',
  usage: 'TARGET [--keep NUMBER] [--json]',
  help: `Copies the database as it is at one moment, and every file that it names then, to TARGET: a folder, or a bucket in
the form of BLOB_URL (s3://bucket/prefix?…). The service may be running. Everything is encrypted under BACKUP_KEY. Files
and tables that TARGET has from earlier backups are not copied again.

  --keep   keep this number of backups, the newest ones, and delete the others
  --json   print what was backed up as JSON

SECRET_KEY is not part of a backup, and is needed to restore it. The exit code is 1 if a file is missing in the file store:
docs/operations/backup.md`,
  flags: { keep: { type: 'string' }, json: { type: 'boolean' } },
  words: 1,
  async run(config, { positionals: [address = ''], flags }) {
    const keep = parseKeep(flags.keep)
    const { makeBackup } = await import('#platform/backup/make-backup.ts')
    const { openBackupTarget } = await import('#src/open-backup-target.ts')
    const { openDeps } = await import('#src/deps.ts')
    const { BLOB_NAMES } = await import('#src/worker.ts')
    const target = await openBackupTarget(config, 'TARGET', address)
    const deps = await openDeps(config, { isService: false })
    try {
      const bar = openProgressBar()
      const onStep = (step: string) => {
        bar.close()
        if (!flags.json) print(`${step} …`)
      }
      const report = await makeBackup(
        { ...deps, target, names: BLOB_NAMES },
        { keep, onStep, onShare: bar.show, onFile: bar.count },
      )
      bar.close()
      print(flags.json ? JSON.stringify(summaryOf(report), null, 2) : describe(report))
      return report.manifest.files.missing.length === 0 ? 0 : 1
    } finally {
      await deps.close()
    }
  },
}

function parseKeep(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined
  const keep = /^\d{1,6}$/.test(String(given)) ? Number(given) : 0
  if (keep < 1) throw new StartRefused('--keep is not valid (expected a whole number from 1).')
  return keep
}

function summaryOf({ manifest, copied, rows, pruned }: BackupReport) {
  const { taken_at, tables, files } = manifest
  const { count, bytes, missing } = files
  return { taken_at, tables: tables.length, rows, files: { count, bytes, copied, missing }, pruned }
}

function describe(report: BackupReport): string {
  const { taken_at, tables, rows, files, pruned } = summaryOf(report)
  const lines = files.missing.map((key) => `missing  ${key}`)
  if (pruned.backups > 0) lines.push(`Deleted ${pruned.backups} older backups, with ${pruned.objects} objects.`)
  return [
    ...lines,
    `Backup of ${taken_at}: ${rows} rows of ${tables} tables, ${files.count} files of ${files.bytes} bytes (${files.copied} new).`,
  ].join('\n')
}
