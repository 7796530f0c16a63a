import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { installationOf } from '#src/installation.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { createSystemMonitor } from './system-monitor.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)
await anOrganization(service, { code: 'HQ' })
const profiles = [{ role: await aRole(service), organizations: ['HQ'], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles })

describe('GET /admin/system', () => {
  test('200 tells how the service does, and what the own client has', async () => {
    const one = await aDocument('employee')
    const other = await aDocument('employee')
    await aDocument('employee', { application: 'rival' })
    await service.v2('DELETE', at(other))
    await service.doWork(
      { client: { id: 'acme', languages: [] }, actor: { type: 'system', id: null, name: null } },
      async (work) => {
        work.pendingJobs.push({ name: 'datasets.purge', data: {}, startAt: null })
      },
    )

    const answer = await as('manager:M-ALL')('GET', '/admin/system')

    const { holdings, jobs, callbacks, mail, storage, virus_scan, version, ...told } = answer.json()
    assert.equal(version, '0.0.0-test')
    assert.match(told.postgresql_version, /^\d+/)
    assert.equal(told.node_version, process.versions.node)
    assert.ok(told.database_size > 1_000_000 && told.uptime_seconds >= 0)
    assert.deepEqual(holdings, {
      employees_count: 2,
      managers_count: 1,
      documents: { count: 1, size: one.size },
      vault: { count: 1, size: one.size },
      files_size: one.size,
    })
    const purge = jobs.find((job: { name: string }) => job.name === 'datasets.purge')
    assert.deepEqual([purge.waiting, purge.active, purge.failed], [1, 0, 0])
    assert.ok(purge.oldest_waiting_seconds >= 0)
    assert.deepEqual([callbacks.due, mail, storage], [0, { transport: 'folder', failed: 0 }, { kind: 'disk' }])
    assert.deepEqual(virus_scan, { state: 'off', detail: null })
  })

  test('tells whether the virus scanner answers', async () => {
    const stateWith = async (check: () => Promise<string>) => {
      const scanner = { scan: () => assert.fail(), check }
      const look = createSystemMonitor({ ...service, installation: { ...service.installation, scanner } })
      return (await look({ id: 'acme', languages: [] })).virus_scan
    }

    assert.deepEqual(await stateWith(async () => 'ClamAV 1.4'), { state: 'working', detail: 'ClamAV 1.4' })
    const failing = async () => Promise.reject(new Error('It refuses.'))
    assert.deepEqual(await stateWith(failing), { state: 'failing', detail: 'It refuses.' })
  })
})

describe('the installation', () => {
  test('is what the settings say', () => {
    const moment = new Date('2026-01-01T00:00:00Z')
    const plain = installationOf(readConfig({}), moment)
    const grown = installationOf(
      readConfig({ SMTP_URL: 'smtp://mail.test', BLOB_URL: 's3://files', CLAMD_URL: 'tcp://clamd.test:3310' }),
      moment,
    )

    assert.deepEqual([plain.mail, plain.storage, plain.scanner], ['folder', 'disk', undefined])
    assert.deepEqual([grown.mail, grown.storage, grown.scanner !== undefined], ['smtp', 's3', true])
    assert.match(plain.version, /^\d+\.\d+\.\d+/)
  })
})
