import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerOf } from '#kernel/access/caller.ts'
import type { Routes } from '#platform/http/routes.ts'
import { Problem } from '#platform/problem.ts'
import { smallServer } from '#test/harness/http/small-server.ts'
import { mountGroup } from './mount-group.ts'

const routes: Routes = (scope) => {
  scope.get('/closed', { config: { allow: ['application'] } }, async (request) => callerOf(request).actor.id)
  scope.get('/open', { config: { allow: ['anyone'] } }, async () => 'open')
  scope.post('/tokens', { config: { allow: ['application_credentials'] } }, async () => 'token')
}

/** A server with one group under /api, whose callers show the word `sesame`. */
async function aServer(...features: Routes[]) {
  const { app, methods } = smallServer()
  mountGroup(app, methods, {
    prefix: '/api',
    tag: 'Test',
    features,
    async authenticate(request) {
      if (request.headers.authorization !== 'sesame')
        throw new Problem('unauthenticated', 'invalid_token', 'Who is it?')
      request.caller = {
        client: { id: 'acme', languages: [] },
        actor: { type: 'application', id: 'payroll', name: null },
      }
    },
  })
  await app.ready()
  return async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url, headers })
    return { status: answer.statusCode, body: answer.body, allow: answer.headers.allow }
  }
}
const sesame = { authorization: 'sesame' }

describe('a route', () => {
  test('that does not say whom it allows keeps the server from starting, and is named', async () => {
    const forgetful: Routes = (scope) => scope.get('/forgotten', async () => 'leaked')

    await assert.rejects(aServer(routes, forgetful), /GET \/api\/forgotten does not say whom it allows/)
  })

  test('that is closed is reached by known callers only', async () => {
    const call = await aServer(routes)

    assert.equal((await call('GET', '/api/closed')).status, 401)
    assert.deepEqual(await call('GET', '/api/closed', sesame), { status: 200, body: 'payroll', allow: undefined })
  })

  test('that anyone may use, or that checks credentials itself, is reached without being known', async () => {
    const call = await aServer(routes)

    assert.equal((await call('GET', '/api/open')).body, 'open')
    assert.equal((await call('POST', '/api/tokens')).body, 'token')
  })

  test('that anyone may use has no caller to ask for', async () => {
    const curious: Routes = (scope) =>
      scope.get('/who', { config: { allow: ['anyone'] } }, async (request) => callerOf(request))
    const call = await aServer(curious)

    assert.equal((await call('GET', '/api/who')).status, 500)
  })

  test('keeps what one caller was found to be from the next', async () => {
    const call = await aServer(routes)

    const statuses = [await call('GET', '/api/closed', sesame), await call('GET', '/api/closed')].map(
      (one) => one.status,
    )

    assert.deepEqual(statuses, [200, 401])
  })
})

describe('an address of a group', () => {
  test('that is not there is told to known callers only', async () => {
    const call = await aServer(routes)

    assert.equal((await call('GET', '/api/nothing')).status, 401)
    assert.equal((await call('GET', '/api/nothing', sesame)).status, 404)
  })

  test('with a wrong method answers 405 with Allow, known caller or not', async () => {
    const call = await aServer(routes)

    const answers = [await call('DELETE', '/api/closed'), await call('DELETE', '/api/closed/', sesame)]

    assert.deepEqual(
      answers.map(({ status, allow }) => [status, allow]),
      [
        [405, 'GET, HEAD'],
        [405, 'GET, HEAD'],
      ],
    )
  })

  test('beside the group is not guarded by it', async () => {
    const call = await aServer(routes)

    assert.equal((await call('GET', '/elsewhere')).status, 404)
    assert.equal((await call('GET', '/apixyz')).status, 404)
  })
})
