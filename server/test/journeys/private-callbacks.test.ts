import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { demoCredentials, startService } from '#test/harness/processes/service.ts'
import { startServiceWithSetup } from '#test/harness/processes/service-with-setup.ts'
import { setupInFile } from '#test/harness/setup.ts'
import { createDossier } from '../../../sdk/src/index.ts'

const webhookAt = (callback_url: string) => ({ name: 'Near', callback_url, events: ['dataset.*'] })

/** The status that a webhook with each of these addresses gets. */
async function statuses(service: Parameters<typeof createDossier>[0], ...urls: string[]): Promise<number[]> {
  const { raw } = createDossier(service)
  const answers = urls.map((url) => raw.POST('/api/v2/client/webhooks', { body: webhookAt(url) }))
  return (await Promise.all(answers)).map(({ response }) => response.status)
}

describe('callbacks to private addresses', () => {
  test('are refused by a service that was set up, though it listens on loopback, and named at its start', async () => {
    const clients = setupInFile.clients.map((client) => ({
      ...client,
      distribution_callback_url: 'http://127.0.0.1/in',
    }))
    const { url, output } = await startServiceWithSetup({ setup: { ...setupInFile, clients } })
    const service = { baseUrl: url, ...credentialsOf('payroll') }

    assert.deepEqual(await statuses(service, 'http://127.0.0.1:9/', 'http://10.1.2.3/'), [422, 422])
    await eventually(() => /^distribution_callback_url of acme: .*private or reserved/m.test(output().stdout))
    await eventually(() => /"check":"distribution_callback_url of acme"/.test(output().stdout + output().stderr))
  })

  test('are taken where WEBHOOK_ALLOWED_NETWORKS says so, and nowhere else', async () => {
    const { url } = await startServiceWithSetup({
      env: { WEBHOOK_ALLOWED_NETWORKS: '10.1.2.0/24, ::1' },
    })
    const service = { baseUrl: url, ...credentialsOf('payroll') }

    const near = ['http://10.1.2.3/', 'http://[::1]:9/', 'http://10.1.3.3/', 'http://127.0.0.1:9/']
    assert.deepEqual(await statuses(service, ...near), [201, 201, 422, 422])
  })

  test('are taken by the demo, but for those where clouds hand out credentials', async () => {
    const { dataDir, welcome } = await aDemoFolder()
    const demo = await startService({ dataDir })
    const service = { baseUrl: demo.url, ...demoCredentials(welcome) }

    assert.deepEqual(await statuses(service, 'http://127.0.0.1:9/', 'http://169.254.169.254/'), [201, 422])
    assert.equal(await demo.end('SIGTERM'), 0)
  })
})
