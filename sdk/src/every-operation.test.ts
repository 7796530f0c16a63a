import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { UNVERSIONED_CALLS, V1_CALLS, V2_CALLS } from '../test/every-operation.ts'
import { createDossier, createDossierWithApiKey, type TransportOptions } from './index.ts'

type Operation = { operationId: string; method: string; path: RegExp }

function operationsOf(name: string): Operation[] {
  const file = join(import.meta.dirname, `../../openapi/${name}.json`)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  return Object.entries(paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      method: method.toUpperCase(),
      path: new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
}

/** Stands for a service that does whatever is asked of it; what the calls answer is tested elsewhere. */
function recorder() {
  const sent: { method: string; path: string }[] = []
  const fetch: NonNullable<TransportOptions['fetch']> = async (input, init) => {
    const request = new Request(input, init)
    const { pathname: path } = new URL(request.url)
    sent.push({ method: request.method, path })
    return path.endsWith('/tokens') ? Response.json({ access_token: 'a', expires_in: 3600 }) : Response.json([])
  }
  return { fetch, sent }
}

const baseUrl = 'http://127.0.0.1:1'
const application = { baseUrl, clientId: 'a', applicationId: 'b', applicationSecret: 'c' }

function check<Sdk>(
  name: string,
  calls: Record<string, (sdk: Sdk) => Promise<unknown>>,
  sdkWith: (fetch: NonNullable<TransportOptions['fetch']>) => Promise<Sdk>,
): void {
  describe(`Every operation of openapi/${name}.json`, () => {
    const operations = operationsOf(name)

    test('is in the list of calls, which has no other', () => {
      assert.deepEqual(Object.keys(calls).sort(), operations.map(({ operationId }) => operationId).sort())
    })

    test('is reached by its call', async () => {
      for (const { operationId, method, path } of operations) {
        const { fetch, sent } = recorder()
        await calls[operationId]?.(await sdkWith(fetch))
        const last = sent.at(-1)
        assert.equal(last?.method, method, operationId)
        assert.match(last?.path ?? '', path, operationId)
      }
    })
  })
}

check('v2', V2_CALLS, async (fetch) => {
  const sdk = createDossier({ ...application, fetch })
  await sdk.tokens.current()
  return sdk
})
check('v1', V1_CALLS, async (fetch) => createDossierWithApiKey({ baseUrl, apiKey: 'a', fetch }))
check('unversioned', UNVERSIONED_CALLS, async (fetch) => createDossierWithApiKey({ baseUrl, apiKey: 'a', fetch }))
