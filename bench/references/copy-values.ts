import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { doJobs, settingsOfChild } from '../harness/child.ts'
import type { Connection } from '../harness/database.ts'

/** What storing values costs when nothing is done but that: COPY of finished rows into the same table and its indexes. */
export type CopySettings = { connection: Connection; name: string; clientId: string }
/** Takes the rows of a data set into a file, or the rows of a file into a data set; answers the milliseconds. */
export type CopyJob = { direction: 'out' | 'in'; file: string; datasetKey: string }

const COLUMNS = 'path_key, parent_key, level, code, path, localized_names, sort_name, search_text'

const { connection, name, clientId } = settingsOfChild<CopySettings>()
const client = new pg.Client({ ...connection, application_name: name })
client.on('error', () => {})
await client.connect()

doJobs<CopyJob, number>(async ({ direction, file, datasetKey }) => {
  const startedAt = performance.now()
  if (direction === 'out') await copyOut(file, datasetKey)
  else await copyIn(file, datasetKey)
  return performance.now() - startedAt
})

/** In the order in which the service has written them. */
async function copyOut(file: string, datasetKey: string): Promise<void> {
  const which = `client_id = ${client.escapeLiteral(clientId)} AND dataset_key = ${BigInt(datasetKey)}`
  const rows = client.query(to(`COPY (SELECT ${COLUMNS} FROM dataset_values WHERE ${which} ORDER BY key) TO STDOUT`))
  await pipeline(rows, createWriteStream(file))
}

/** The two columns that are the same in every row are not in the file: they are defaults for as long as this takes. */
async function copyIn(file: string, datasetKey: string): Promise<void> {
  const change = (column: string, what: string) => client.query(`ALTER TABLE dataset_values ALTER ${column} ${what}`)
  await client.query('BEGIN')
  await change('client_id', `SET DEFAULT ${client.escapeLiteral(clientId)}`)
  await change('dataset_key', `SET DEFAULT ${BigInt(datasetKey)}`)
  await pipeline(createReadStream(file), client.query(from(`COPY dataset_values (${COLUMNS}) FROM STDIN`)))
  await change('client_id', 'DROP DEFAULT')
  await change('dataset_key', 'DROP DEFAULT')
  await client.query('COMMIT')
}
