import pg from 'pg'
import type { Connection } from '../database.ts'
import { type Round, summarise } from './load.ts'

/** Connections of a reference that writes. */
export async function openWriters(connection: Connection, name: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ ...connection, application_name: name }))
  for (const client of clients) {
    client.on('error', () => {})
    await client.connect()
  }
  return clients
}

/** Writes one thing after the other on each connection until the time is over; each has a serial of its own. */
export async function writeFor(
  clients: pg.Client[],
  { seconds, serials }: { seconds: number; serials: string },
  writeOne: (client: pg.Client, serial: string) => Promise<void>,
): Promise<Round> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  let serial = 0
  await Promise.all(
    clients.map(async (client) => {
      for (let now = performance.now(); now < deadline; ) {
        serial += 1
        await writeOne(client, `${serials}-${serial}`)
        const after = performance.now()
        latencies.push(after - now)
        now = after
      }
    }),
  )
  return summarise(latencies, performance.now() - startedAt)
}
