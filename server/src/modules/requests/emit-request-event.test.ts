import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const addresses: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14'],
  'inside.example.com': ['10.1.2.3'],
}
const guard = { allowPrivate: false, resolve: async (name: string) => addresses[name] ?? [] }
const service = await startApp({ guard })
const { post, made } = requestCalls(service)
const manager = await aManager(service)
const form = { form_code: 'default', subject: 'S', body: 'B', creator_technical_id: manager }
const countRequests = async () => (await service.pool.query('SELECT FROM requests')).rowCount

describe('Spec 388: callback_url of a request', () => {
  for (const callback_url of [
    'http://127.0.0.1/in',
    'http://10.0.0.8:8080/in',
    'http://[::1]/in',
    'http://169.254.169.254/latest',
    'http://2130706433/in',
    'http://[::ffff:192.168.0.1]/in',
    'https://inside.example.com/in',
  ]) {
    test(`400 with the reason for ${callback_url}, and nothing is stored`, async () => {
      const before = await countRequests()
      const answer = await post({ ...form, callback_url })

      assert.equal(answer.statusCode, 400)
      const message = 'Callbacks cannot be sent to this address: it is private or reserved.'
      assert.deepEqual(answer.json(), [{ callback_url: [message] }])
      assert.equal(await countRequests(), before)
    })
  }

  test('400 names it with the other mistakes, and once', async () => {
    const answer = await post({ ...form, subject: undefined, callback_url: 'http://127.0.0.1/in' })
    assert.deepEqual(answer.json().flatMap(Object.keys).toSorted(), ['callback_url', 'subject'])
    assert.equal((await post({ ...form, callback_url: 'nowhere' })).json()[0].callback_url.length, 1)
  })

  test('200 for a public address, and for a name that may be known later', async () => {
    for (const host of ['hooks.example.com', 'later.example.com']) {
      await made({ ...form, callback_url: `https://${host}/in` })
    }
  })

  test('200 for a private address where the operator allows them', async () => {
    const lenient = await startApp({ guard: { ...guard, allowPrivate: true } })
    const creator_technical_id = await aManager(lenient)
    await requestCalls(lenient).made({ ...form, creator_technical_id, callback_url: 'http://127.0.0.1:9/in' })
  })
})
