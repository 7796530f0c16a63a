import Fastify from 'fastify'
import pg from 'pg'
import { doJobs, settingsOfChild } from '../harness/child.ts'
import type { Connection } from '../harness/database.ts'

/**
 * What getting a value costs when nothing is done but the lookup: one route, one named statement, the row as it is.
 */
export type LookupSettings = { connection: Connection; name: string; clientId: string; datasetKey: string }

const { connection, name, clientId, datasetKey } = settingsOfChild<LookupSettings>()
const pool = new pg.Pool({ ...connection, max: 20, application_name: name })
pool.on('error', () => {})

const app = Fastify({ logger: false })
app.get<{ Params: { id: string } }>('/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'lookup',
    text: `SELECT path, code, localized_names FROM dataset_values
           WHERE client_id = $1 AND dataset_key = $2 AND path_key = $3`,
    values: [clientId, datasetKey, request.params.id],
  })
  return rows[0]
})

doJobs<'listen', string>(() => app.listen({ port: 0, host: '127.0.0.1' }))
