import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#test/harness/eventually.ts'
import { aFolder, demoCredentials, freePort, startService } from '#test/harness/processes/service.ts'
import { createDossier } from '../../../sdk/src/index.ts'
import { inLength } from './length.ts'

const KILLS = inLength(3, 10)
const WRITERS = 8

describe('kill -9 of the service during writes', () => {
  test(`${KILLS} times: nothing that was acknowledged is lost, and every next start is fine`, async () => {
    const dataDir = await aFolder()
    const port = await freePort()
    let service = await startService({ dataDir, port })
    const credentials = await eventually(
      () => /API key/.test(service.output().stdout) && demoCredentials(service.output()),
    )
    const acknowledged: string[] = []

    for (let kill = 0; kill < KILLS; kill += 1) {
      const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntilRefused(`k${kill}w${writer}`))
      const before = acknowledged.length
      await eventually(() => acknowledged.length > before + 5)
      await delay(Math.random() * 150)
      await service.end('SIGKILL')
      await Promise.all(writers)
      service = await startService({ dataDir, port })
    }

    const stored = await storedCodes()
    assert.ok(acknowledged.length > KILLS * 5)
    assert.deepEqual(
      acknowledged.filter((code) => !stored.has(code)),
      [],
    )
    const { data: dataset } = await client().GET('/api/v2/client/datasets/{id}', {
      params: { path: { id: 'offices' } },
    })
    assert.equal(dataset?.values_count, stored.size)
    assert.equal(await service.end('SIGTERM'), 0)

    function client() {
      // A write that was sent again would hide that the first attempt was lost.
      return createDossier({ baseUrl: service.url, ...credentials, retries: { maxRetries: 0 } }).raw
    }

    async function writeUntilRefused(prefix: string): Promise<void> {
      const dossier = client()
      for (let n = 0; ; n += 1) {
        const code = `${prefix}n${n}`
        const params = { path: { id: 'offices', code } }
        const body = { localized_names: [{ language_code: 'en-us', value: code }] }
        const answer = await dossier
          .PUT('/api/v2/client/datasets/{id}/values/{code}', { params, body })
          .catch(() => undefined)
        if (answer?.response.status !== 201) return
        acknowledged.push(code)
      }
    }

    async function storedCodes(): Promise<Set<string>> {
      const codes = new Set<string>()
      let cursor: string | undefined
      do {
        const query = { per_page: 1000, ...(cursor ? { cursor } : {}) }
        const { data, response } = await client().GET('/api/v2/client/datasets/{id}/values', {
          params: { path: { id: 'offices' }, query },
        })
        for (const { path } of data ?? []) codes.add(path)
        cursor = response.headers.get('next-cursor') ?? undefined
      } while (cursor)
      return codes
    }
  })
})
