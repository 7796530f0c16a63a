import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../harness/database.ts'
import { freePort } from '../harness/free-port.ts'
import { formOfCreation } from './creation.ts'
import { install, installNode, run } from './install.ts'
import { call, type Peer } from './peer.ts'
import { copyPlaces, fileOf, type Place } from './places.ts'
import { startServer } from './server.ts'

export const DIRECTUS = '12.4.0'
/** A part of it that is compiled does not know newer ones. */
const NODE = '22.23.3'
const CLI = 'node_modules/directus/cli.js'
const TOKEN = randomBytes(24).toString('base64url')

const text = (field: string, schema: object) => ({ field, type: 'string', schema, meta: {} })

/** A collection as its documentation has it: a key of its own, and an index where values are looked up. */
const PLACES = {
  collection: 'places',
  schema: {},
  meta: {},
  fields: [
    text('path', { is_primary_key: true, length: 255 }),
    text('parent', { is_indexed: true, length: 255 }),
    text('code', { length: 255 }),
    text('name_en', { length: 255 }),
    text('name_fr', { length: 255 }),
  ],
}

/** Directus with an administrator's token, in a database of its own on the same PostgreSQL. */
export async function startDirectus(folder: string, database: Database, places: Place[]): Promise<Peer> {
  const node = await installNode(`${folder}-node`, NODE)
  await install(folder, { directus: DIRECTUS }, node)
  await database.client.query('CREATE DATABASE directus')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = settings(database, url, port)
  await run(folder, node, [CLI, 'bootstrap'], env)
  const start = () =>
    startServer({ node, folder, script: join(folder, CLI), args: ['start'], env, readyUrl: `${url}/server/ping` })
  const first = await start()
  const program = { url, headers: { authorization: `Bearer ${TOKEN}` } }
  await call(program, 'POST', '/collections', PLACES)
  const client = new pg.Client({ ...database.connection, database: 'directus' })
  await client.connect()
  await copyPlaces(client, 'path, parent, code, name_en, name_fr', 'path, parent, code, name_en, name_fr', places)
  await client.end()
  await first.stop()
  const { pid, startMs } = await start()
  return { name: `Directus ${DIRECTUS}`, pid, startMs, ...program, ...callsOf(program) }
}

function settings({ connection }: Database, url: string, port: number): Record<string, string> {
  return {
    DB_CLIENT: 'pg',
    DB_HOST: connection.host,
    DB_PORT: String(connection.port),
    DB_USER: connection.user,
    DB_PASSWORD: '',
    DB_DATABASE: 'directus',
    SECRET: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomBytes(24).toString('base64url'),
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    // Calls that it refuses would say nothing of it.
    PRESSURE_LIMITER_ENABLED: 'false',
    // Otherwise it sends nothing to this machine.
    IMPORT_IP_DENY_LIST: '',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
  }
}

type Calls = Pick<Peer, 'readOne' | 'readChildren' | 'search' | 'creation' | 'create' | 'importFile' | 'subscribe'>

function callsOf(program: Pick<Peer, 'url' | 'headers'>): Calls {
  return {
    readOne: ({ path }) => `/items/places/${path}`,
    readChildren: (parent) => `/items/places?filter[parent][_eq]=${parent}&sort=name_en&limit=20`,
    search: (word) => `/items/places?search=${word}&limit=20`,
    creation: {
      paths: ['/items/places'],
      forms: formOfCreation(
        (path) => ({ path, code: path, name_en: `Office ${path}`, name_fr: `Bureau ${path}` }),
        200,
      ),
    },
    create: (code, name) =>
      call(program, 'POST', '/items/places', { path: code, code, name_en: name, name_fr: `Bureau ${code}` }),
    async importFile(rows) {
      const form = new FormData()
      const text = fileOf(rows, 'path,code,name_en,name_fr', (one) =>
        [one.path, one.code, one.name_en, one.name_fr].join(','),
      )
      form.append('file', new Blob([text], { type: 'text/csv' }), 'places.csv')
      const { headers, url } = program
      const answer = await fetch(`${url}/utils/import/places`, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`)
    },
    subscribe: (callbackUrl) => subscribe(program, callbackUrl),
  }
}

/** A flow that sends each new value. */
async function subscribe(program: Pick<Peer, 'url' | 'headers'>, url: string): Promise<void> {
  const flow = {
    name: 'tell',
    status: 'active',
    trigger: 'event',
    accountability: null,
    options: { type: 'action', scope: ['items.create'], collections: ['places'] },
  }
  const made = await call<{ data: { id: string } }>(program, 'POST', '/flows', flow)
  const operation = {
    flow: made.data.id,
    key: 'send',
    name: 'Send',
    type: 'request',
    position_x: 19,
    position_y: 1,
    options: { method: 'POST', url, body: '{{$trigger}}' },
  }
  const sending = await call<{ data: { id: string } }>(program, 'POST', '/operations', operation)
  await call(program, 'PATCH', `/flows/${made.data.id}`, { operation: sending.data.id })
}
