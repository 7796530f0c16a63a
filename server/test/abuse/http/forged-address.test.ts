import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, describe, test } from 'node:test'
import { signingToken } from '#modules/signatures/signing/signing-link.ts'
import type { TrustedProxies } from '#platform/net/client-address.ts'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { anApiKey } from '#test/harness/builders.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'

const service = await startApp()
service.clock.stop()
const CLIENT = '203.0.113.9'
const CLAIMED = '198.51.100.77'

/** The service on a port, behind these proxies; every call comes to it from 127.0.0.1. */
async function listening(trustProxy: TrustedProxies, publicUrl = 'http://localhost:8080') {
  const app = await buildApp({ ...service, trustProxy, publicUrl })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  after(() => app.close())
  return (path: string, headers: Record<string, string | string[]> = {}, body?: object) =>
    new Promise<number>((answered, failed) => {
      const method = body ? 'POST' : 'GET'
      const type = body ? { 'content-type': 'application/json' } : {}
      const call = request({ port, host: '127.0.0.1', path, method, headers: { ...type, ...headers } }, (answer) => {
        answer.resume()
        answer.on('end', () => answered(answer.statusCode ?? 0))
      })
      call.on('error', failed)
      call.end(body && JSON.stringify(body))
    })
}
const byList = await listening(['127.0.0.1'])
const byHops = await listening(1)
const direct = await listening(false)

/** What a proxy makes of a header that the client sent: it adds where the call came from. */
const throughProxy = (claimed: string) => ({ 'x-forwarded-for': `${claimed}, ${CLIENT}` })

describe('behind a proxy', () => {
  test('nobody is let in to an API key by claiming an address of its allow-list', async () => {
    const { key } = await anApiKey(service, { allowed_addresses: [CLAIMED] })
    for (const call of [byList, byHops]) {
      const status = await call('/api/nowhere', { 'x-api-key': key, ...throughProxy(CLAIMED) })

      assert.equal(status, 403)
    }
  })

  test('the address that the proxy saw is the one that counts', async () => {
    const { key } = await anApiKey(service, { allowed_addresses: [CLIENT] })
    for (const call of [byList, byHops]) {
      assert.equal(await call('/api/nowhere', { 'x-api-key': key, ...throughProxy(CLAIMED) }), 404)
      assert.equal(
        await call('/api/nowhere', { 'x-api-key': key, 'x-forwarded-for': [CLAIMED, `${CLIENT}:4711`] }),
        404,
      )
    }
  })

  test('nobody goes on guessing API keys from ever new addresses that they claim', async () => {
    const statuses: number[] = []
    for (let index = 1; index <= 60; index += 1) {
      statuses.push(
        await byList('/api/nowhere', { 'x-api-key': `guess-${index}`, ...throughProxy(`192.0.2.${index}`) }),
      )
    }

    assert.ok(statuses.includes(429), statuses.join())
  })

  test('nobody writes another address into the evidence of a signature', async () => {
    const { started } = signatureCalls(service)
    const { id, signers } = await started()
    const visits = `/portal/api/signing/${signingToken(service.keyring, signers[0]?.id ?? '')}/visits`

    await byList(visits, { 'x-requested-with': 'dossier', ...throughProxy(CLAIMED) }, { code: '000000' })

    const { rows } = await service.pool.query(
      `SELECT address FROM signature_evidence WHERE process_id = $1 AND action = 'code_refused'`,
      [id],
    )
    assert.deepEqual(rows, [{ address: CLIENT }])
  })
})

describe('without a proxy', () => {
  test('nobody claims an address', async () => {
    const { key } = await anApiKey(service, { allowed_addresses: [CLAIMED] })

    assert.equal(await direct('/api/nowhere', { 'x-api-key': key, 'x-forwarded-for': CLAIMED }), 403)
  })
})

describe('the metrics', () => {
  test('are shown on loopback where no proxy can stand between', async () => {
    assert.equal(await direct('/metrics'), 200)
  })

  test('are not shown to a stranger through a proxy on the same machine, whatever it adds or leaves out', async () => {
    const published = await listening(false, 'https://hr.example')
    for (const call of [byList, byHops, published]) {
      const statuses = [
        await call('/metrics'),
        await call('/metrics', { 'x-forwarded-for': '127.0.0.1' }),
        await call('/metrics', throughProxy('127.0.0.1')),
        await call('/metrics', { 'x-real-ip': CLIENT }),
      ]

      assert.deepEqual(statuses, [403, 403, 403, 403])
    }
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
    ]) {
      assert.equal(await direct('/metrics', { [header]: '127.0.0.1' }), 403, header)
    }
  })
})
