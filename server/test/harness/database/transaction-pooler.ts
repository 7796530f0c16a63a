import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ServerConnection } from './database-server.ts'

const READY = 'Z'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

/** Greets as a server without passwords does, with a backend number of its own making, as poolers do. */
const GREETING = Buffer.from('520000000800000000' + '4b0000000c7fffff0112345678' + '5a0000000549', 'hex')

/**
 * Stands in for a pooler by transaction: its clients share one connection to PostgreSQL, and each has it from its first
 * message until the server says that no transaction is open.
 */
export async function startTransactionPooler({ host, port, user, database }: ServerConnection) {
  const server = connect(`${host}/.s.PGSQL.${port}`)
  const startup = Buffer.from(`\0\0\0\0\0\x03\0\0user\0${user}\0database\0${database}\0\0`)
  startup.writeInt32BE(startup.length)
  server.write(startup)
  let holder: Socket | undefined
  const waiting: { client: Socket; message: Buffer }[] = []
  const ready = once(server, 'ready to share')
  let rest = Buffer.alloc(0)
  server.on('data', (data) => {
    holder?.write(data)
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const isFree = rest[0] === READY && rest[5] === IDLE
      rest = rest.subarray(1 + rest.readInt32BE(1))
      if (isFree) release()
    }
  })

  function release(): void {
    server.emit('ready to share')
    holder = undefined
    const next = waiting.shift()
    if (next) send(next.client, next.message)
  }

  function send(client: Socket, message: Buffer): void {
    if (message[0] === TERMINATE) return
    if (holder && holder !== client) waiting.push({ client, message })
    else {
      holder = client
      server.write(message)
    }
  }

  const pooler = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write(GREETING)
      client.on('data', (message) => send(client, message))
    })
  }).listen(0, '127.0.0.1')
  await Promise.all([once(pooler, 'listening'), ready])
  return {
    connection: {
      host: '127.0.0.1',
      port: (pooler.address() as AddressInfo).port,
      user,
      database,
      ssl: false as const,
    },
    stop() {
      server.destroy()
      pooler.close()
    },
  }
}
