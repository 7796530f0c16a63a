import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findRunning, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { keepEmbedded } from '#platform/db/embedded/keep-embedded.ts'
import { findServerPid } from '#platform/db/embedded/lock-files.ts'
import { spawnAs } from '#platform/db/embedded/run-as.ts'
import { chooseRunner } from '#platform/db/embedded/runner.ts'
import { serverSettings } from '#platform/db/embedded/settings.ts'
import {
  aDataDir,
  aFolder,
  anEmbeddedProcess,
  anEmbeddedServer,
  FAST,
  isAlive,
  query,
  until,
} from '#test/harness/database/embedded-postgres.ts'
import { aFolder as aFolderOfAService, startService } from '#test/harness/processes/service.ts'
import { testWhenLong } from './length.ts'

describe('a service killed outright', { concurrency: 2 }, () => {
  test('its server ends by itself, and what was committed is there after the next start', async (t) => {
    const dataDir = await aDataDir(t)
    const service = anEmbeddedProcess(t, { dataDir, settings: {}, writes: true })
    assert.equal(await service.firstLine, 'ready')
    assert.ok(await until(() => service.lines.length > 100))
    const pid = findServerPid(join(dataDir, 'postgres'))

    service.process.kill('SIGKILL')
    await service.ended

    assert.ok(pid && (await until(() => findServerPid(join(dataDir, 'postgres')) === undefined)))
    const next = await anEmbeddedServer(t, { dataDir })
    await assertKept(next.address, service.lines)
  })

  test('its server killed with it: the lock files it leaves do not block, and what was committed is there', async (t) => {
    const dataDir = await aDataDir(t)
    const service = anEmbeddedProcess(t, { dataDir, settings: {}, writes: true })
    assert.equal(await service.firstLine, 'ready')
    assert.ok(await until(() => service.lines.length > 100))
    const pid = findServerPid(join(dataDir, 'postgres')) ?? 0

    process.kill(pid, 'SIGKILL')
    service.process.kill('SIGKILL')
    await service.ended

    assert.ok(existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
    const next = await anEmbeddedServer(t, { dataDir })
    await assertKept(next.address, service.lines)
  })

  test('a start at the same moment waits for the ending server, and succeeds', async (t) => {
    const dataDir = await aDataDir(t)
    const service = anEmbeddedProcess(t, { dataDir, writes: true })
    assert.equal(await service.firstLine, 'ready')
    assert.ok(await until(() => service.lines.length > 10))

    service.process.kill('SIGKILL')
    const next = await anEmbeddedServer(t, { dataDir })

    await service.ended
    await assertKept(next.address, service.lines)
  })

  for (const afterMs of [50, 400]) {
    test(`during its first start (${afterMs} ms into it), leaves nothing that spoils the next`, async (t) => {
      const dataDir = await aFolder(t)
      const service = anEmbeddedProcess(t, { dataDir })
      assert.ok(await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.draft-'))))
      await delay(afterMs)
      service.process.kill('SIGKILL')
      await service.ended

      const next = await anEmbeddedServer(t, { dataDir })

      assert.deepEqual(await query(next.address, 'select 1 as n'), [{ n: 1 }])
      assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'run'])
    })
  }
})

describe('a server without its service', () => {
  test('is stopped by the next start, which then has the folder for itself', async (t) => {
    const dataDir = await aDataDir(t)
    await (await startEmbedded({ dataDir, settings: FAST })).stop()
    const orphan = await anOrphan(dataDir)
    t.after(() => orphan.kill('SIGKILL'))
    assert.ok(await until(() => findServerPid(join(dataDir, 'postgres')) !== undefined))
    assert.equal(await findRunning(dataDir), undefined)

    const next = await anEmbeddedServer(t, { dataDir })

    assert.equal(isAlive(orphan.pid ?? 0), false)
    assert.deepEqual(await findRunning(dataDir), next.address)
  })
})

describe('a crash inside the server', { concurrency: 2 }, () => {
  test('loses the lock of the service for a moment only: a second start is still refused', async (t) => {
    const dataDir = await aDataDir(t)
    const server = await anEmbeddedServer(t, { dataDir })
    const backends = await query(
      server.address,
      `select pid from pg_stat_activity where application_name = 'dossier launcher' and pid <> pg_backend_pid()`,
    )

    for (const { pid } of backends) process.kill(pid as number, 'SIGKILL')

    assert.equal(backends.length, 1)
    assert.ok(await until(async () => (await findRunning(dataDir)) !== undefined))
    await assert.rejects(startEmbedded({ dataDir, settings: FAST }), { name: 'StartRefused' })
    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
  })

  test('that ends it for good does not end the process of the service, and stop still resolves', async (t) => {
    const dataDir = await aDataDir(t)
    const server = await startEmbedded({ dataDir, settings: FAST })
    const pid = findServerPid(join(dataDir, 'postgres')) ?? 0

    process.kill(pid, 'SIGKILL')

    assert.ok(await until(() => !isAlive(pid)))
    await delay(300)
    await server.stop()
    const next = await anEmbeddedServer(t, { dataDir })
    assert.deepEqual(await query(next.address, 'select 1 as n'), [{ n: 1 }])
  })
})

describe('a server that is kept running', { concurrency: 2 }, () => {
  const isThere = ([row]: Record<string, unknown>[]) => row?.n === 42
  const pidIn = (dataDir: string) => findServerPid(join(dataDir, 'postgres')) ?? 0

  test('and killed is started again, with all that was committed, and stops when it is told to', async (t) => {
    const dataDir = await aDataDir(t)
    const said: string[] = []
    const server = await keepEmbedded({ dataDir, settings: FAST }, { say: (line) => said.push(line), waitsMs: [0, 50] })
    t.after(server.stop)
    await query(server.address, 'create table kept as select 42 as n')

    for (const start of ['1 of 2', '2 of 2']) {
      const pid = pidIn(dataDir)
      process.kill(pid, 'SIGKILL')
      assert.ok(await until(() => pidIn(dataDir) !== pid && pidIn(dataDir) > 0))
      assert.ok(await until(() => query(server.address, 'select n from kept').then(isThere, () => false)))
      assert.equal(said.at(-1), `PostgreSQL has ended by itself; starting it again (${start}).`)
    }

    await assert.rejects(startEmbedded({ dataDir, settings: FAST }), { name: 'StartRefused' })
    await server.stop()
    assert.equal(pidIn(dataDir), 0)
  })

  test('is given up with one line when it dies again and again', async (t) => {
    const dataDir = await aDataDir(t)
    const server = await keepEmbedded({ dataDir, settings: FAST }, { say: () => {}, waitsMs: [0] })
    t.after(server.stop)
    const first = pidIn(dataDir)

    process.kill(first, 'SIGKILL')
    assert.ok(await until(async () => (await findRunning(dataDir)) !== undefined && pidIn(dataDir) !== first))
    process.kill(pidIn(dataDir), 'SIGKILL')

    assert.match(
      (await server.lost).message,
      /^PostgreSQL has ended by itself 2 times in a short time; its log .+ says why\.$/,
    )
  })

  test('of a service: the service refuses calls meanwhile, and goes on', async () => {
    const service = await aWholeService()
    const pid = pidIn(service.dataDir)
    const codes = new Set<number>()
    const logIn = async () => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'dossier' }
      const body = JSON.stringify({ client: 'none', login: 'nobody@example.com', password: 'wrong' })
      codes.add((await fetch(`${service.url}/portal/api/session`, { method: 'POST', headers, body })).status)
      return (await fetch(`${service.url}/health/ready`)).ok
    }

    process.kill(pid, 'SIGKILL')

    assert.ok(await until(async () => (await logIn()) && ![0, pid].includes(pidIn(service.dataDir))))
    assert.deepEqual(
      [...codes].filter((code) => code >= 500 && code !== 503),
      [],
    )
    assert.match(service.output().stderr, /PostgreSQL has ended by itself; starting it again \(1 of 5\)\./)
    assert.equal(await service.end('SIGTERM'), 0)
  })

  testWhenLong('of a service: it ends with one line when the server is given up', async () => {
    const service = await aWholeService()
    const ended = once(service.process, 'close')

    for (let death = 0; death < 6; death += 1) {
      assert.ok(await until(() => pidIn(service.dataDir) > 0, 60_000))
      process.kill(pidIn(service.dataDir), 'SIGKILL')
      await delay(200)
    }

    assert.deepEqual(await ended, [1, null])
    assert.match(service.output().stderr, /PostgreSQL has ended by itself 6 times in a short time; .+ says why\.\n/)
  })
})

/** Started to the end: one whose database dies in the middle of its start ends. */
async function aWholeService() {
  const service = await startService({ dataDir: await aFolderOfAService(), env: { DEMO: 'false' } })
  assert.ok(await until(() => service.output().stdout.includes('Dossier is ready'), 60_000))
  return service
}

async function assertKept(connection: Parameters<typeof query>[0], lines: string[]): Promise<void> {
  const committed = Number(lines.findLast((line) => line.startsWith('committed '))?.split(' ')[1])
  const [found] = await query(connection, `select count(*)::int as n from rows where n <= ${committed}`)
  assert.ok(committed > 0)
  assert.deepEqual(found, { n: committed })
}

async function anOrphan(dataDir: string) {
  const settings = { ...serverSettings(join(dataDir, 'run')), ...FAST }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { way, binaries } = await chooseRunner({ dataDir })
  return spawnAs(way, binaries.postgres, ['-D', join(dataDir, 'postgres'), ...options], { cwd: '/', stdio: 'ignore' })
}
