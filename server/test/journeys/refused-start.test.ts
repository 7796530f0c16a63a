import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, launchService, type ServiceOptions, startService } from '#test/harness/processes/service.ts'

/** Starts what is meant to be refused, and gives back its exit code and its words. */
async function refusal(options: ServiceOptions): Promise<{ code: number | null; lines: string[] }> {
  const { process: child, output } = await launchService(options)
  await once(child, 'close')
  return { code: child.exitCode, lines: output().stderr.trim().split('\n') }
}

/** A data folder that a service has run on. */
const aUsedFolder = async () => (await aDemoFolder()).dataDir

describe('a start that cannot be', () => {
  test('a setting that is not usable: one line that names it, exit code 1', async () => {
    const { code, lines } = await refusal({ dataDir: await aFolder(), env: { PORT: 'eighty' } })

    assert.equal(code, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^PORT is not valid \(expected a whole number from 1 to 65535\)\./)
  })

  test('a level of seals that needs a timestamp authority, without one: one line, exit code 1', async () => {
    const { code, lines } = await refusal({ dataDir: await aUsedFolder(), env: { SEAL_LEVEL: 'B-LT' } })

    assert.equal(code, 1)
    assert.deepEqual(lines, ['SEAL_LEVEL is B-LT, which needs TIMESTAMP_URL.'])
  })

  test('several such settings: a line for each', async () => {
    const env = { ROLE: 'boss', DATABASE_URL: 'mysql://x', SECRET_KEY: 'short' }

    const { code, lines } = await refusal({ dataDir: await aFolder(), env })

    assert.equal(code, 1)
    assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), ['DATABASE_URL', 'ROLE', 'SECRET_KEY'])
  })

  test('a port in use: one line, exit code 1', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }

    const { code, lines } = await refusal({ dataDir: await aUsedFolder(), port })
    holder.close()

    assert.equal(code, 1)
    assert.deepEqual(lines, [`PORT ${port} is in use on 127.0.0.1; set PORT to another.`])
  })

  test('a second service on one data folder: one line, exit code 1, and the first goes on', async () => {
    const dataDir = await aUsedFolder()
    const first = await startService({ dataDir })

    const { code, lines } = await refusal({ dataDir })

    assert.equal(code, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^Another Dossier is running on /)
    assert.equal((await fetch(`${first.url}/health/ready`)).status, 200)
    await first.end('SIGTERM')
  })

  test('data of a newer version: one line, exit code 1', async () => {
    const dataDir = await aUsedFolder()
    const server = await startEmbedded({ dataDir })
    const client = new pg.Client(server.address)
    await client.connect()
    await client.query(`INSERT INTO migrations (name, checksum) VALUES ('9999-from-the-future', 'x')`)
    await client.end()
    await server.stop()

    const { code, lines } = await refusal({ dataDir })

    assert.equal(code, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /written by a newer version of Dossier/)
  })

  test('another SECRET_KEY than that of the data: one line, exit code 1', async () => {
    const env = { SECRET_KEY: 'another key that is long enough to be taken' }

    const { code, lines } = await refusal({ dataDir: await aUsedFolder(), env })

    assert.equal(code, 1)
    assert.match(lines.join('\n'), /^SECRET_KEY is not the one that this database was set up with/)
  })

  test('a set-up file with a mistake: its path in the file, exit code 1', async () => {
    const file = join(await aFolder(), 'setup.yaml')
    await writeFile(
      file,
      'clients:\n  - id: acme\n    applications:\n      - id: one\n      - id: two\n        secret: 7\n',
    )

    const { code, lines } = await refusal({ dataDir: await aUsedFolder(), env: { SETUP_FILE: file } })

    assert.equal(code, 1)
    assert.match(lines.join('\n'), /clients\[0\]\.applications\[1\]\.secret: This must be a string\./)
  })

  test('a database that does not answer: one line, exit code 1', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }

    const { code, lines } = await refusal({ dataDir: await aFolder(), env })

    assert.equal(code, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^DATABASE_URL /)
  })

  test('a direct address of no database: one line, exit code 1', async () => {
    const env = { DATABASE_DIRECT_URL: 'postgres://nobody@127.0.0.1:1/none' }

    const { code, lines } = await refusal({ dataDir: await aFolder(), env })

    assert.equal(code, 1)
    assert.deepEqual(lines, ['DATABASE_DIRECT_URL needs DATABASE_URL, which it is the direct way to.'])
  })
})
