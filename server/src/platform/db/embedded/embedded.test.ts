import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  aDataDir,
  aFolder,
  anEmbeddedProcess,
  anEmbeddedServer,
  aParent,
  FAST,
  isAlive,
  query,
} from '#test/harness/database/embedded-postgres.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { findServerPid } from './lock-files.ts'

const SECOND = /^Another Dossier is running on [^\n]+; stop it first, or set DATA_DIR to another folder\.$/

describe('startEmbedded', { concurrency: 2 }, () => {
  test('first start makes the database; the next one finds what was written, also in a folder that was opened to others', async (t) => {
    const dataDir = join(await aParent(t), 'new', 'data')
    const first = await startEmbedded({ dataDir, settings: FAST })
    await query(first.address, 'create table kept as select 42 as n')
    await first.stop()
    await first.stop()
    await chmod(join(dataDir, 'postgres'), 0o755)

    const second = await anEmbeddedServer(t, { dataDir })

    assert.deepEqual(await query(second.address, 'select n from kept'), [{ n: 42 }])
    assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log', 'run'])
    assert.equal((await stat(dataDir)).mode & 0o067, 0)
  })

  test('UTF-8, no TCP, everything acknowledged is durable: that is how the server is set', async (t) => {
    const server = await anEmbeddedServer(t, { dataDir: await aDataDir(t), settings: {} })

    const [settings] = await query(
      server.address,
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listen,
         current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, upper('é') as upper`,
    )

    assert.deepEqual(settings, { encoding: 'UTF8', listen: '', fsync: 'on', commit: 'on', upper: 'É' })
  })

  test('a second start on the folder is refused in one line, and the first goes on', async (t) => {
    const dataDir = await aDataDir(t)
    const first = await anEmbeddedServer(t, { dataDir })

    await assert.rejects(startEmbedded({ dataDir, settings: FAST }), { name: 'StartRefused', message: SECOND })

    assert.deepEqual(await query(first.address, 'select 1 as n'), [{ n: 1 }])
  })

  test('of four starts at one moment on a new folder, one wins and three are refused in one line', async (t) => {
    const dataDir = await aFolder(t)

    const services = [1, 2, 3, 4].map(() => anEmbeddedProcess(t, { dataDir }))
    const said = (await Promise.all(services.map((service) => service.firstLine))).sort()

    assert.equal(said[3], 'ready')
    for (const line of said.slice(0, 3)) assert.match(line.replace('StartRefused: ', ''), SECOND)
    assert.ok(await findRunning(dataDir))
    const winner = services.find((service) => service.lines[0] === 'ready')
    winner?.process.kill('SIGTERM')
    await winner?.ended
    assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log', 'run'])
  })

  test('a path too long for a socket works, through a private short one', async (t) => {
    const dataDir = join(await aParent(t), 'a-long-name-'.repeat(10))

    const server = await anEmbeddedServer(t, { dataDir })

    assert.match(server.address.host, /^\/tmp\/dossier-[0-9a-f]{16}$/)
    assert.equal((await stat(server.address.host)).mode & 0o777, 0o700)
    assert.deepEqual(await findRunning(dataDir), server.address)
  })

  test('quotes, commas and blanks in the path do no harm', async (t) => {
    const dataDir = join(await aParent(t), `o'ne, "two" $three`)

    const server = await anEmbeddedServer(t, { dataDir })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
  })

  test('data of a newer PostgreSQL is refused in one line, and left alone', async (t) => {
    const dataDir = await aFolder(t)
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(version, '99\n')

    const refused = {
      name: 'StartRefused',
      message: /^The data in .+ is of PostgreSQL 99 and this Dossier brings 18; .+$/,
    }
    await assert.rejects(startEmbedded({ dataDir }), refused)

    assert.equal(await readFile(version, 'utf8'), '99\n')
  })

  test('a folder of strange files in the place of the database is refused, and left alone', async (t) => {
    const dataDir = await aFolder(t)
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'mine')

    await assert.rejects(startEmbedded({ dataDir }), { name: 'StartRefused', message: /^.+ holds something else; .+$/ })

    assert.deepEqual(await readdir(dataDir), ['postgres'])
  })

  test('a data folder that is a file is refused in one line', async (t) => {
    const file = join(await aFolder(t), 'file')
    await writeFile(file, '')

    await assert.rejects(startEmbedded({ dataDir: join(file, 'data') }), {
      name: 'StartRefused',
      message: /^The data folder .+ cannot be written to \(\w+\); .+$/,
    })
  })

  test('a setting that PostgreSQL does not know: the error shows the end of its log, and no process is left', async (t) => {
    const dataDir = await aDataDir(t)

    const start = startEmbedded({ dataDir, settings: { ...FAST, no_such_setting: 'on' } })

    await assert.rejects(start, /ended at once.+unrecognized configuration parameter "no_such_setting"/s)
    assert.equal(findServerPid(join(dataDir, 'postgres')), undefined)
  })

  test('a log over 10 MB starts anew', async (t) => {
    const dataDir = await aDataDir(t)
    await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'))

    await anEmbeddedServer(t, { dataDir })

    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    assert.match(log, /^\d{4}-.+ready to accept connections/s)
  })
})

describe('findRunning', () => {
  test('undefined before the first start, the connection while a service runs, undefined after', async (t) => {
    const dataDir = join(await aParent(t), 'data')
    const before = await findRunning(dataDir)
    const server = await startEmbedded({ dataDir, settings: FAST })
    const during = await findRunning(dataDir)
    await server.stop()

    assert.equal(before, undefined)
    assert.deepEqual(during, server.address)
    assert.equal(await findRunning(dataDir), undefined)
  })
})

describe('lock files of a server that is gone', () => {
  test('a number that now belongs to another process does not block the start', async (t) => {
    const dataDir = await aDataDir(t)
    const cluster = join(dataDir, 'postgres')
    const server = await startEmbedded({ dataDir, settings: FAST })
    const lockFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
    await server.stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    t.after(() => stranger.kill())
    const stale = lockFile.replace(/^\d+/, String(stranger.pid))
    await writeFile(join(cluster, 'postmaster.pid'), stale)
    await writeFile(join(dataDir, 'run', '.s.PGSQL.5432.lock'), stale)
    await chmod(join(cluster, 'postmaster.pid'), 0o600)

    const next = await anEmbeddedServer(t, { dataDir })

    assert.deepEqual(await query(next.address, 'select 1 as n'), [{ n: 1 }])
    assert.ok(isAlive(stranger.pid ?? 0))
  })

  test('an empty one, left by a start that was cut short, does not block the start', async (t) => {
    const dataDir = await aDataDir(t)
    const lockFile = join(dataDir, 'postgres', 'postmaster.pid')
    const before = new Date(Date.now() - 60_000)
    await writeFile(lockFile, '')
    await utimes(lockFile, before, before)

    const server = await anEmbeddedServer(t, { dataDir })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
  })
})
