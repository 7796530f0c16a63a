import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, anApplication } from '#test/harness/builders.ts'
import { noNameServers, settings, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'

const service = await startApp({ guard: noNameServers })
const { app, db, v2 } = service
const { create, read, get } = webhookCalls(service)

describe('POST /webhooks/{id}/take_over', () => {
  const takeOver = async (id: string, ...permissions: string[]) => {
    const headers = await allowedTo(service, 'webhooks:*', ...permissions)
    return app.inject({ method: 'POST', url: `/api/v2/client/webhooks/${id}/take_over`, headers })
  }

  test('200 makes the caller the owner, and emits webhook.updated', async () => {
    const { id, owner } = (await create(settings())).json()

    const answer = await takeOver(id, 'datasets:read')

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(owner, { type: 'application', id: 'payroll' })
    assert.notDeepEqual(answer.json().owner, owner)
    assert.deepEqual(await read(id), answer.json())
    const [event] = (await v2('GET', `/events?resource_id=${id}&type=webhook.updated`)).json()
    assert.deepEqual(event.data.owner, answer.json().owner)
  })

  test('200 of an owner changes nothing and emits nothing', async () => {
    const { id } = (await create(settings())).json()
    const before = await read(id)

    const answer = await v2('POST', `/webhooks/${id}/take_over`)

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual((await v2('GET', `/events?resource_id=${id}&type=webhook.updated`)).json(), [])
  })

  test('200 brings back what was withheld since the owner is gone', async () => {
    const { id: gone } = await anApplication(service)
    const { id } = (await create(settings({ events: ['*'] }))).json()
    await sql`UPDATE webhooks SET owner_id = ${gone} WHERE id = ${id}`.execute(db)
    await sql`UPDATE applications SET revoked_at = now() WHERE id = ${gone}`.execute(db)
    assert.deepEqual((await read(id)).withheld_events, ['*'])

    const answer = await v2('POST', `/webhooks/${id}/take_over`)

    assert.deepEqual(answer.json().withheld_events, [])
  })

  test('403 for somebody who may not read all that it is told of, and 404 for what is not there', async () => {
    const { id } = (await create(settings({ events: ['dataset.*', 'employee.created'] }))).json()

    assert.equal((await takeOver(id, 'datasets:read')).statusCode, 403)
    assert.equal((await takeOver('01940000-0000-7000-8000-000000000000', '*')).statusCode, 404)
    assert.equal((await get(id)).json().owner.id, 'payroll')
  })
})

test('the upgrade gives each webhook to who created it, and one without a known creator to the service', async () => {
  const file = join(import.meta.dirname, '../../../../migrations/0028-webhook-owners.sql')
  const [assign = ''] = (await readFile(file, 'utf8')).match(/^UPDATE [^;]+;/m) ?? []
  const known = (await create(settings())).json().id
  const unknown = (await create(settings())).json().id
  await sql`DELETE FROM events WHERE resource_id = ${unknown}`.execute(db)
  await sql`UPDATE webhooks SET owner_type = 'system', owner_id = NULL`.execute(db)

  await sql.raw(assign).execute(db)

  assert.deepEqual((await read(known)).owner, { type: 'application', id: 'payroll' })
  assert.deepEqual((await read(unknown)).owner, { type: 'system', id: null })
  assert.deepEqual((await read(unknown)).withheld_events, [])
})
