import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { startProxy } from '../../test/proxy.ts'
import { createDossier, createDossierWithApiKey, DossierError } from '../index.ts'

const { url } = await startServing()
const newRequest = { form_code: 'default', creator_technical_id: 'M-1', subject: 'A certificate', body: 'Why?' }

/** A service that has moved, as one says that is reached by `http` behind a proxy that wants `https`; and who is there now. */
async function startMoved(status: number, isMoved: (path: string) => boolean = () => true) {
  const stranger = await startProxy(url, async () => Response.json({}))
  const moved = await startProxy(url, async ({ path }) =>
    isMoved(path) ? new Response(null, { status, headers: { location: stranger.url + path } }) : undefined,
  )
  return { url: moved.url, callsOfStranger: stranger.calls }
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  const error = await call.then(
    () => assert.fail('It was taken for done.'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DossierError, String(error))
  return error.status
}

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is a refusal, and its target is told nothing: with an API key`, async () => {
      const { url: baseUrl, callsOfStranger } = await startMoved(status)
      const dossier = createDossierWithApiKey({ baseUrl, apiKey: 'acme-api-key' })
      const calls = [
        dossier.requests.page(),
        dossier.requests.create(newRequest),
        dossier.requests.delete('R-1'),
        dossier.requests.file('R-1', 'proof'),
      ]

      assert.deepEqual(await Promise.all(calls.map(statusOf)), [status, status, status, status])
      assert.deepEqual(callsOfStranger, [])
    })

    test(`${status} is a refusal, and its target is told nothing: with an application`, async () => {
      const atTokens = await startMoved(status)
      const behindTokens = await startMoved(status, (path) => !path.endsWith('/tokens'))
      const calls = [atTokens, behindTokens].flatMap((one) => {
        const dossier = createDossier({ baseUrl: one.url, ...credentialsOf('payroll') })
        return [dossier.employees.put('E-1', { first_name: 'Ada', last_name: 'Byron' }), dossier.employees.page()]
      })

      assert.deepEqual(await Promise.all(calls.map(statusOf)), [status, status, status, status])
      assert.deepEqual([...atTokens.callsOfStranger, ...behindTokens.callsOfStranger], [])
    })
  }

  test('an upload is not sent to where it leads', async () => {
    const { url: baseUrl, callsOfStranger } = await startMoved(307, (path) => path.endsWith('/uploads'))
    const dossier = createDossier({ baseUrl, ...credentialsOf('payroll'), retries: { maxRetries: 0 } })

    await assert.rejects(dossier.uploads.create(new Blob(['bytes']), { filename: 'bytes.txt' }), { name: 'TypeError' })

    assert.deepEqual(callsOfStranger, [])
  })
})
