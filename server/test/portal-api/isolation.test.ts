import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'
import { ALL_CASES } from './cases/index.ts'
import { type IsolationCase, makeWorld } from './isolation-case.ts'

type Operation = { operationId: string; security?: object[] }
const OPENAPI = join(import.meta.dirname, '../../../openapi/portal.json')
const { paths } = JSON.parse(await readFile(OPENAPI, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)
// HEAD is GET without the body.
const guarded = operations.filter(({ method, security = [] }) => method !== 'HEAD' && security.length > 0)
const ofAdministrators = guarded.filter(({ path }) => path.startsWith('/portal/api/admin/'))

const service = await startApp()
const { as } = portalCalls(service)
const world = await makeWorld(service)
const cases: IsolationCase[] = []
for (const casesOf of ALL_CASES) cases.push(...(await casesOf(world)))

/** Everybody but the one it is for: [who, client]. */
function outsidersOf({ who, isForEveryone: isOwn = false }: IsolationCase): [AccountId, string][] {
  if (isOwn) return []
  const strangers: [AccountId, string][] = [
    ['manager:GM-ALL', 'globex'],
    ['employee:GE-1', 'globex'],
    ['employee:E-LON', 'acme'],
    ['manager:M-NONE', 'acme'],
    ['manager:M-LON', 'acme'],
  ]
  if (who.startsWith('employee:')) return [...strangers, ['manager:M-PAR', 'acme'], ['manager:M-ALL', 'acme']]
  return [...strangers, ['employee:E-PAR', 'acme']]
}

describe('what belongs to others stays with them', () => {
  test('every call for people who are logged in is tried out', () => {
    const tried = new Set(cases.map(({ operationId }) => operationId))
    const others = guarded.filter((one) => !ofAdministrators.includes(one)).map(({ operationId }) => operationId)

    assert.deepEqual(
      others.filter((one) => !tried.has(one)),
      [],
    )
  })

  for (const one of cases) {
    test(`${one.operationId}: ${one.method} ${one.path}`, async () => {
      const { method, path, body, headers = {}, finds } = one
      const options = { headers, ...(body === undefined ? {} : { body }) }

      const ofNobody = await as(undefined)(method, path, options)
      assert.equal(ofNobody.statusCode, 401, 'nobody is logged in')
      for (const [outsider, client] of outsidersOf(one)) {
        const { statusCode, body: answer } = await as(outsider, client)(method, path, options)
        // What belongs to another client cannot be named.
        const isUnknown = statusCode === 422 && client !== 'acme'
        const isRefused = statusCode === 403 || statusCode === 404 || isUnknown
        const findsNothing = finds !== undefined && statusCode < 300 && !answer.includes(finds)
        assert.ok(isRefused || findsNothing, `${outsider} gets ${statusCode}: ${answer.slice(0, 300)}`)
      }
      const { statusCode, body: answer } = await as(one.who)(method, path, options)
      assert.ok(statusCode >= 200 && statusCode < 300, `${one.who} gets ${statusCode}: ${answer.slice(0, 300)}`)
      if (finds !== undefined) assert.ok(answer.includes(finds), `${one.who} finds ${finds}: ${answer.slice(0, 300)}`)
    })
  }
})

describe('administration is for managers who may do the same for the whole client', () => {
  for (const { method, path, operationId } of ofAdministrators) {
    test(`${operationId}: ${method} ${path}`, async () => {
      const url = path.replace('/portal/api', '').replaceAll(/\{[^}]+\}/g, '1')
      const call = (who: AccountId | undefined) => as(who)(method as 'GET', url)

      const answers = await Promise.all(
        [undefined, 'employee:E-PAR', 'manager:M-PAR', 'manager:M-NONE'].map((who) => call(who as AccountId)),
      )

      const isLittle = method === 'GET' && /^\/admin\/organization/.test(url)
      const allowed = [401, 403, 403, isLittle ? 200 : 403]
      const got = answers.map(({ statusCode }) => (statusCode === 404 ? 200 : statusCode))
      assert.deepEqual(got, allowed)
    })
  }
})
