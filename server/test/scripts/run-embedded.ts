import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from '#platform/db/embedded/embedded.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(options: EmbeddedOptions & { writes?: boolean }): Promise<void> {
  const server = await startEmbedded(options)
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  say('ready')
  if (options.writes) await write(server.address)
  setInterval(() => undefined, 60_000)
}

async function write(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists rows (n bigint primary key)')
  for (let n = 1; ; n += 1) {
    await client.query('insert into rows values ($1)', [n])
    say(`committed ${n}`)
  }
}

await main(JSON.parse(process.argv[2] ?? '{}')).catch((error: Error) => {
  say(`${error.name}: ${error.message}`)
  process.exitCode = 1
})
