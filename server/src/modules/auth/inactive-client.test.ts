import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { basic } from '#test/harness/builders.ts'
import { aManager } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app } = service

async function switchTo(is_active: boolean): Promise<void> {
  await applySetup(service, { clients: [{ id: 'acme', is_active }] })
  // What was recognised before is remembered for 30 s.
  service.clock.advance(31)
}

describe('Spec 535: a client that is switched off', () => {
  test('400 invalid_client_id for its tokens; no new ones, no API key, no session; until it is switched on', async () => {
    const headers = await service.as('payroll')
    const manager = portalCalls(service).as(`manager:${await aManager(service)}`)
    const calls = async () => {
      const token = await app.inject({
        method: 'POST',
        url: '/api/v2/client/tokens',
        headers: {
          authorization: basic('payroll', 'payroll-secret'),
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'grant_type=client_credentials&scope=client&client_id=acme',
      })
      const called = await app.inject({ url: '/api/v2/client/roles', headers })
      const keyed = await app.inject({ url: '/api/requests/', headers: { 'x-api-key': 'acme-api-key' } })
      const me = await manager('GET', '/session')
      return { token, called, keyed, me }
    }
    const statuses = ({ token, called, keyed, me }: Awaited<ReturnType<typeof calls>>) =>
      [token, called, keyed, me].map((one) => one.statusCode)
    assert.deepEqual(statuses(await calls()), [200, 200, 200, 200])

    await switchTo(false)
    const off = await calls()
    assert.deepEqual(statuses(off), [400, 400, 403, 401])
    assert.deepEqual([off.token.json().error, off.called.json().code], ['invalid_request', 'invalid_client_id'])
    const rival = await app.inject({ url: '/api/v2/client/roles', headers: await service.as('rival') })
    assert.equal(rival.statusCode, 200)

    await switchTo(true)
    assert.deepEqual(statuses(await calls()), [200, 200, 200, 200])
  })
})
