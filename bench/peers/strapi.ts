import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../harness/database.ts'
import { freePort } from '../harness/free-port.ts'
import { formOfCreation } from './creation.ts'
import { install } from './install.ts'
import { call, type Peer } from './peer.ts'
import { copyPlaces, type Place } from './places.ts'
import { startServer } from './server.ts'
import { writeProject } from './strapi-project.ts'

export const STRAPI = '5.54.0'
const PACKAGES = {
  '@strapi/strapi': STRAPI,
  pg: '8.20.0',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'react-router-dom': '6.30.3',
  'styled-components': '6.4.0',
}
const HEARD_WITHIN_MS = 2000
const DOCUMENT_ID = `left(md5(path), 24)`
const documentId = (path: string) => createHash('md5').update(path).digest('hex').slice(0, 24)

/** Strapi with a token that may do everything, in a database of its own on the same PostgreSQL. */
export async function startStrapi(folder: string, database: Database, places: Place[]): Promise<Peer> {
  await install(folder, PACKAGES)
  await writeProject(folder)
  await database.client.query('CREATE DATABASE strapi')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = settings(database, port)
  const script = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js')
  const start = () => startServer({ folder, script, args: ['start'], env, readyUrl: `${url}/_health` })
  const first = await start()
  const client = new pg.Client({ ...database.connection, database: 'strapi' })
  await client.connect()
  // As a project's own migration would: it has none for what is looked up.
  await client.query(
    'CREATE INDEX ON places (document_id); CREATE INDEX ON places (path); CREATE INDEX ON places (parent)',
  )
  await copyPlaces(
    client,
    'document_id, path, parent, code, name_en, name_fr, created_at, updated_at, published_at',
    `${DOCUMENT_ID}, path, parent, code, name_en, name_fr, now(), now(), now()`,
    places,
  )
  await client.end()
  await first.stop()
  const { pid, startMs } = await start()
  const token = await readFile(env.TOKEN_FILE ?? '', 'utf8')
  const program = { url, headers: { authorization: `Bearer ${token}` } }
  const tell = async (callbackUrl: string) => {
    await writeFile(env.WEBHOOK_FILE ?? '', callbackUrl)
    process.kill(pid, 'SIGUSR2')
    await delay(HEARD_WITHIN_MS)
  }
  return { name: `Strapi ${STRAPI}`, pid, startMs, ...program, ...callsOf(program, tell) }
}

function settings({ connection, folder }: Database, port: number): Record<string, string> {
  return {
    DB_HOST: connection.host,
    DB_PORT: String(connection.port),
    DB_USER: connection.user,
    DB_NAME: 'strapi',
    SECRET: randomBytes(32).toString('hex'),
    TOKEN_FILE: join(folder, 'strapi-token'),
    WEBHOOK_FILE: join(folder, 'strapi-webhook'),
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
    PORT: String(port),
  }
}

type Calls = Pick<Peer, 'readOne' | 'readChildren' | 'search' | 'creation' | 'create' | 'subscribe'>

/** It takes no files of values. */
function callsOf(program: Pick<Peer, 'url' | 'headers'>, subscribe: Peer['subscribe']): Calls {
  return {
    readOne: ({ path }) => `/api/places/${documentId(path)}`,
    readChildren: (parent) => `/api/places?filters[parent][$eq]=${parent}&sort=name_en&pagination[limit]=20`,
    search: (word) => `/api/places?_q=${word}&pagination[limit]=20`,
    creation: {
      paths: ['/api/places'],
      forms: formOfCreation(
        (path) => ({ data: { path, code: path, name_en: `Office ${path}`, name_fr: `Bureau ${path}` } }),
        201,
      ),
    },
    create: (code, name) =>
      call(program, 'POST', '/api/places', { data: { path: code, code, name_en: name, name_fr: `Bureau ${code}` } }),
    subscribe,
  }
}
