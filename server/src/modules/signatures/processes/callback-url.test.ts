import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const addresses: Record<string, string[]> = { 'inside.example.com': ['10.1.2.3'] }
const guard = { allowPrivate: false, resolve: async (name: string) => addresses[name] ?? [] }
const service = await startApp({ guard })
const { v2, pool } = service
const { body, post, created, read } = signatureCalls(service)
const countProcesses = async () => (await pool.query('SELECT FROM signature_processes')).rowCount

describe('callback_url of a signature process', () => {
  for (const callback_url of ['http://127.0.0.1/in', 'http://[::1]/in', 'https://inside.example.com/in']) {
    test(`422 with the reason for ${callback_url}, and nothing is stored`, async () => {
      const { id } = await created()
      const before = await countProcesses()

      const answers = [
        await post({ callback_url }),
        await v2('PATCH', `/signature_processes/${id}`, { body: { title: 'Other', callback_url } }),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 422)
        const message = 'Callbacks cannot be sent to this address: it is private or reserved.'
        assert.deepEqual(answer.json().errors, [{ field: 'callback_url', code: 'address_not_allowed', message }])
      }
      assert.equal(await countProcesses(), before)
      assert.equal((await read(id)).callback_url, null)
    })
  }

  test('422 in the portal, which has no field for it', async () => {
    const organization = await anOrganization(service)
    const profiles = [{ role: await aRole(service), organizations: [organization], include_below: true }]
    const call = portalCalls(service).as(`manager:${await aManager(service, { profiles })}`)
    const { id } = await created()
    const given = { callback_url: 'https://hooks.example.com/in' }

    const answers = [
      await call('POST', '/manager/signatures', { body: { ...(await body()), ...given } }),
      await call('PATCH', `/manager/signatures/${id}`, { body: given }),
    ]

    for (const answer of answers) {
      assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'callback_url'], answer.body)
    }
  })

  test('201 for a name that may be known later', async () => {
    await created({ callback_url: 'https://later.example.com/in' })
  })
})
