import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Given, print } from '#commands/command.ts'
import { openProgressBar } from '#commands/progress-bar.ts'
import { refuseMistakes } from '#commands/refuse-mistakes.ts'
import { type Caller, systemActor } from '#kernel/work.ts'
import { findClient, listClientIds } from '#modules/clients/index.ts'
import { type DatasetImport, DatasetImportSettings, importFileIntoDataset } from '#modules/imports/index.ts'
import { storeFile } from '#modules/uploads/index.ts'
import type { Db } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from '#src/config.ts'
import { openDeps } from '#src/deps.ts'
import { describeImport, errorTable } from './describe-import.ts'

const EXIT_CODES = { success: 0, error: 1, partial_success: 3 } as const

/** Imports a file as an operator asked for it, and answers the exit code. */
export async function importFile(config: Config, { positionals: [path = ''], flags }: Given): Promise<number> {
  const settings = {
    dataset_id: flags.dataset,
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
    ...(flags['on-error'] === undefined ? {} : { on_error: flags['on-error'] }),
    dry_run: flags['dry-run'] === true,
  }
  refuseMistakes(DatasetImportSettings, settings)
  if (!(await isReadableFile(path))) throw new StartRefused(`The file ${path} cannot be read.`)
  const deps = await openDeps(config, { isService: false })
  try {
    const caller = await callerFor(deps.db, flags.client)
    const file = await storeFile(deps.blobs, basename(path), createReadStream(path))
    const bar = openProgressBar()
    const context = { ...deps, signal: new AbortController().signal }
    const done = await importFileIntoDataset(
      caller,
      context,
      { file, settings: settings as DatasetImportSettings },
      bar.show,
    )
    bar.close()
    report(done, flags.json === true)
    return EXIT_CODES[done.result ?? 'error']
  } finally {
    await deps.close()
  }
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
  if (!client) throw new StartRefused(`Client ${id} not found.`)
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
