import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findClient, listClientIds } from '#modules/clients/index.ts'
import { type DatasetImport, DatasetImportSettings, importFileIntoDataset } from '#modules/imports/index.ts'
import { storeFile } from '#modules/uploads/index.ts'
import type { Db } from '#platform/db/db.ts'
import { type Caller, systemActor } from '#platform/db/work.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { openParts } from '#src/parts.ts'
import { type Command, print } from './command.ts'
import { describeImport, errorTable } from './describe-import.ts'
import { openProgressBar } from './progress-bar.ts'
import { refuseMistakes } from './refuse-mistakes.ts'

const EXIT_CODES = { success: 0, error: 1, partial_success: 3 } as const

export const importDataset: Command = {
  name: 'import-dataset',
  summary: 'import a CSV file into a data set',
  usage: 'FILE --dataset ID [--client ID] [--mode MODE] [--on-error WHAT] [--dry-run] [--json]',
  help: `Imports a CSV file of values, as POST /api/v2/client/dataset_imports does, and waits for its end. A service may run
on the same data meanwhile; its readers see the old content until the new one is complete.

  --dataset ID       the data set; one that does not exist is made
  --client ID        whose data set it is; needed when there are several clients
  --mode MODE        replace (the default): the file becomes the whole content; merge: it is added to the content
  --on-error WHAT    abort (the default): any error imports nothing; skip: rows that are wrong are left out
  --dry-run          say what would be done, and do nothing
  --json             print the record of the import as JSON

Exit code 0 when the file was imported, 1 when nothing was, 2 for a mistake in the command, 3 when rows were left out.`,
  flags: {
    dataset: { type: 'string' },
    client: { type: 'string' },
    mode: { type: 'string' },
    'on-error': { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  needs: ['dataset'],
  words: 1,
  async run(config, { positionals: [path = ''], flags }) {
    const settings = {
      dataset_id: flags.dataset,
      ...(flags.mode === undefined ? {} : { mode: flags.mode }),
      ...(flags['on-error'] === undefined ? {} : { on_error: flags['on-error'] }),
      dry_run: flags['dry-run'] === true,
    }
    refuseMistakes(DatasetImportSettings, settings)
    if (!(await isReadableFile(path))) throw new StartRefused(`The file ${path} cannot be read.`)
    const parts = await openParts(config, { isService: false })
    try {
      const caller = await callerFor(parts.db, flags.client)
      const file = await storeFile(parts.blobs, basename(path), createReadStream(path))
      const bar = openProgressBar()
      const context = { ...parts, signal: new AbortController().signal }
      const done = await importFileIntoDataset(caller, context, file, settings as DatasetImportSettings, bar.show)
      bar.close()
      report(done, flags.json === true)
      return EXIT_CODES[done.result ?? 'error']
    } finally {
      await parts.close()
    }
  },
}

async function isReadableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

async function callerFor(db: Db, asked: string | boolean | undefined): Promise<Caller> {
  const ids = await listClientIds(db, 2)
  const id = asked === undefined && ids.length === 1 ? ids[0] : asked
  if (id === undefined) throw new StartRefused('--client ID is missing: there are several clients, or none.')
  const client = await findClient(db, String(id))
  if (!client) throw new StartRefused(`There is no client ${id}.`)
  return { client: { id: client.id, languages: client.languages }, actor: systemActor }
}

function report(done: DatasetImport, isJson: boolean): void {
  if (isJson) {
    print(JSON.stringify(done, null, 2))
    return
  }
  print(describeImport(done))
  if (done.errors.length > 0) print(`\n${errorTable(done)}`)
}
