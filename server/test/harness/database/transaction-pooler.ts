import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ServerConnection } from './database-server.ts'

const READY = 'Z'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

/** Greets as a server without passwords does, with a backend number of its own making, as poolers do. */
const GREETING = Buffer.from('520000000800000000' + '4b0000000c7fffff0112345678' + '5a0000000549', 'hex')

type Shared = { server: Socket; holder: Socket | undefined }
type Pool = { connections: Shared[]; waiting: { client: Socket; message: Buffer }[] }

/**
 * Stands in for a pooler by transaction that knows no prepared statements: its clients share a few connections to
 * PostgreSQL, and each has the first that is free from its first message until the server says that no transaction is open.
 */
export async function startTransactionPooler(to: ServerConnection, { connections = 1 } = {}) {
  const pool: Pool = { connections: [], waiting: [] }
  for (let count = 0; count < connections; count += 1) pool.connections.push(await openShared(to, pool))
  const pooler = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write(GREETING)
      client.on('data', (message) => send(pool, client, message))
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { user, database } = to
  const { port } = pooler.address() as AddressInfo
  return {
    connection: { host: '127.0.0.1', port, user, database, ssl: false as const },
    stop() {
      for (const { server } of pool.connections) server.destroy()
      pooler.close()
    },
  }
}

async function openShared({ host, port, user, database }: ServerConnection, pool: Pool): Promise<Shared> {
  const server = connect(`${host}/.s.PGSQL.${port}`)
  const startup = Buffer.from(`\0\0\0\0\0\x03\0\0user\0${user}\0database\0${database}\0\0`)
  startup.writeInt32BE(startup.length)
  server.write(startup)
  const shared: Shared = { server, holder: undefined }
  const ready = once(server, 'ready to share')
  let rest = Buffer.alloc(0)
  server.on('data', (data) => {
    shared.holder?.write(data)
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const isFree = rest[0] === READY && rest[5] === IDLE
      rest = rest.subarray(1 + rest.readInt32BE(1))
      if (isFree) release(pool, shared)
    }
  })
  await ready
  return shared
}

function release(pool: Pool, shared: Shared): void {
  shared.server.emit('ready to share')
  shared.holder = undefined
  const next = pool.waiting.shift()
  if (next) send(pool, next.client, next.message)
}

function send(pool: Pool, client: Socket, message: Buffer): void {
  if (message[0] === TERMINATE) return
  const { connections, waiting } = pool
  const shared =
    connections.find(({ holder }) => holder === client) ?? connections.find(({ holder }) => holder === undefined)
  if (!shared) waiting.push({ client, message })
  else {
    shared.holder = client
    shared.server.write(message)
  }
}
