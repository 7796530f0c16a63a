import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findRunning, startEmbedded } from '#platform/db/embedded/embedded.ts'
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
