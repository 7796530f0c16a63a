import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'

const service = await startApp()
const { v2 } = service
startDispatcher(service)

describe('Spec 470: a webhook that is subscribed to webhooks', () => {
  for (const events of [['webhook.*'], ['*'], ['webhook.created', 'webhook.updated', 'webhook.deleted']]) {
    test(`hears of itself, of its deletion too, signed with its key: ${events}`, async () => {
      const { receiver, webhook } = await aReceivingWebhook(service, { events })
      const heard = () => receiver.received.filter((one) => one.json.data.id === webhook.id).map((one) => one.json.type)
      await eventually(async () => heard().includes('webhook.created'))

      await v2('PATCH', `/webhooks/${webhook.id}`, { body: { name: 'Renamed' } })
      await eventually(async () => heard().includes('webhook.updated'))
      assert.equal((await v2('DELETE', `/webhooks/${webhook.id}`)).statusCode, 204)
      await eventually(async () => heard().includes('webhook.deleted'))

      const last = receiver.received.find((one) => one.json.type === 'webhook.deleted')
      const signature = createHmac('sha256', webhook.signature_key ?? '')
        .update(last?.raw ?? '')
        .digest('hex')
      assert.equal(last?.headers['x-event-signature'], signature)
      assert.equal(last?.headers['x-webhook-id'], webhook.id)
      assert.equal(last?.json.webhook_id, webhook.id)
      assert.deepEqual(heard().toSorted(), ['webhook.created', 'webhook.deleted', 'webhook.updated'])
    })
  }

  test('hears nothing of its deletion when it is switched off, or subscribed to something else', async () => {
    const off = await aReceivingWebhook(service, { events: ['webhook.*'], is_active: false })
    const other = await aReceivingWebhook(service, { events: ['dataset.*'] })
    const control = await aReceivingWebhook(service, { events: ['webhook.*'] })
    for (const { webhook } of [off, other, control]) await v2('DELETE', `/webhooks/${webhook.id}`)

    const typesAt = ({ receiver }: typeof control) => receiver.received.map((one) => one.json.type)
    await eventually(async () => typesAt(control).includes('webhook.deleted'))
    assert.deepEqual([typesAt(off), typesAt(other)], [[], []])
  })
})
