import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { freePort } from '../../../server/test/harness/processes/service.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { startProxy } from '../../test/proxy.ts'
import { createDossier, DossierError } from '../index.ts'

const { url, pool: db } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })
/** Retries have tests of their own. */
const ONCE = { retries: { maxRetries: 0 } }
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function refusalOf(call: Promise<unknown>): Promise<DossierError> {
  const error = await call.then(
    () => assert.fail('It was not refused.'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DossierError, String(error))
  return error
}

/** An sdk for which every call but that for a token is answered like this. */
async function answeredWith(answer: () => Response) {
  const proxy = await startProxy(url, async ({ path }) => (path.endsWith('/tokens') ? undefined : answer()))
  return { sdk: createDossier({ baseUrl: proxy.url, ...credentialsOf('payroll'), ...ONCE }), ...proxy }
}

describe('DossierError', () => {
  test('401 for credentials that are wrong', async () => {
    const stranger = createDossier({ baseUrl: url, ...credentialsOf('payroll'), applicationSecret: 'guessed' })

    const { status, code, message, errors, requestId } = await refusalOf(stranger.employees.get('E-1'))

    assert.deepEqual([status, code, errors], [401, 'invalid_client', []])
    assert.ok(message.length > 0)
    assert.match(requestId ?? '', UUID)
  })

  test('400 for a client that the application was not issued for', async () => {
    const stranger = createDossier({ baseUrl: url, ...credentialsOf('payroll'), clientId: 'globex' })

    const { status, code } = await refusalOf(stranger.employees.get('E-1'))

    assert.deepEqual([status, code], [400, 'invalid_request'])
  })

  test('403 for what the application was not issued for', async () => {
    const reader = createDossier({ baseUrl: url, ...credentialsOf('reader') })

    const { status, code, message } = await refusalOf(reader.employees.page())

    assert.deepEqual([status, code], [403, 'insufficient_scope'])
    assert.equal(message, 'This application lacks the permission employees:read.')
  })

  test('404 for what is not there, with the id of the request', async () => {
    const id = unique('E')

    const error = await refusalOf(sdk.employees.get(id))

    assert.deepEqual([error.status, error.code, error.errors], [404, 'not_found', []])
    assert.equal(error.message, `Employee ${id} not found.`)
    assert.match(error.requestId ?? '', UUID)
    assert.equal(error.retryAfterSeconds, undefined)
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'DossierError')
  })

  test('409 for what is in use', async () => {
    const parent = unique('org')
    const child = unique('org')
    await sdk.organizations.put(parent, { name: 'Above' })
    await sdk.organizations.put(child, { name: 'Below', parent })

    const { status, code } = await refusalOf(sdk.organizations.delete(parent))

    assert.deepEqual([status, code], [409, 'organization_in_use'])
  })

  test('422 with every field that is to blame', async () => {
    const { status, code, errors } = await refusalOf(
      sdk.employees.put(unique('E'), { first_name: '', last_name: 'Moneypenny', email: 'nowhere' }),
    )

    assert.deepEqual([status, code], [422, 'validation_error'])
    assert.deepEqual(
      errors.map(({ field, code }) => [field, code]),
      [
        ['first_name', 'too_short'],
        ['email', 'invalid_email'],
      ],
    )
    assert.ok(errors.every(({ message }) => message.length > 0))
  })

  test('400 for a cursor of another list', async () => {
    const { status, code } = await refusalOf(sdk.roles.page({ cursor: 'zzzz' }))

    assert.deepEqual([status, code], [400, 'invalid_request'])
  })

  test('429 with how long to wait, when too many secrets were guessed', async () => {
    const applicationId = unique('app')
    const stranger = { baseUrl: url, clientId: 'acme', applicationId, applicationSecret: 'x', ...ONCE }
    const guess = () => refusalOf(createDossier(stranger).roles.page())
    const refusals: DossierError[] = []

    while (refusals.length < 50 && refusals.at(-1)?.status !== 429) refusals.push(await guess())
    await db.query('DELETE FROM login_failures')

    const last = refusals.at(-1)
    assert.deepEqual([last?.status, last?.code], [429, 'too_many_failures'])
    assert.ok((last?.retryAfterSeconds ?? 0) >= 1)
  })

  const waits: [string, string | undefined, number | undefined][] = [
    ['a number of seconds', '7', 7],
    ['a date that is gone', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['nothing', undefined, undefined],
    ['something odd', 'soon', undefined],
    ['half a second, which it cannot', '1.5', undefined],
  ]
  for (const status of [429, 503]) {
    for (const [what, header, seconds] of waits) {
      test(`${status} that names ${what} is thrown with how long to wait`, async () => {
        const headers = header === undefined ? {} : { 'retry-after': header }
        const busy = await answeredWith(() => Response.json({ code: 'busy', message: 'Later.' }, { status, headers }))

        const error = await refusalOf(busy.sdk.roles.page())

        assert.deepEqual([error.status, error.code, error.message], [status, 'busy', 'Later.'])
        assert.equal(error.retryAfterSeconds, seconds)
        assert.equal(busy.otherCalls().length, 1)
      })
    }
  }

  test('a date to wait for counts from now', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2024-01-31T12:00:00.500Z') })
    const headers = { 'retry-after': 'Wed, 31 Jan 2024 12:01:00 GMT' }
    const busy = await answeredWith(() => Response.json({}, { status: 503, headers }))

    assert.equal((await refusalOf(busy.sdk.roles.page())).retryAfterSeconds, 60)
  })

  for (const body of ['<html>Bad gateway</html>', '', '"text"', 'null', '[1]']) {
    test(`502 of something before the service, which says ${JSON.stringify(body)}`, async () => {
      const broken = await answeredWith(() => new Response(body, { status: 502 }))

      const { status, code, message, errors, requestId } = await refusalOf(broken.sdk.roles.get('hr'))

      assert.deepEqual([status, code, errors, requestId], [502, 'unexpected_answer', [], undefined])
      assert.equal(message, 'The service answered 502.')
    })
  }

  const field = { field: 'description', code: 'required', message: 'This field is required.' }
  const ofGroupB: [what: string, status: number, body: object, expected: unknown[]][] = [
    [
      'notes and documents: a number, and a list of fields',
      400,
      { code: 1408, message: 'Validation failed', errors: [field] },
      ['1408', 'Validation failed', [field]],
    ],
    [
      'distribution projects: each field with its messages',
      400,
      { errors: { name: ['Is missing.'] } },
      ['validation_error', 'name: Is missing.', [{ field: 'name', code: 'invalid', message: 'Is missing.' }]],
    ],
    ['distribution projects: a text', 404, { errors: 'Not here.' }, ['not_found', 'Not here.', []]],
  ]
  for (const [what, status, body, expected] of ofGroupB) {
    test(`${status} of group B, ${what}`, () => {
      const { code, message, errors } = new DossierError(Response.json(body, { status }), body)

      assert.deepEqual([code, message, errors], expected)
    })
  }

  test('200 without a token is not a token', async () => {
    const { url: baseUrl } = await startProxy(url, async () => new Response('<html>Welcome</html>'))
    const misled = createDossier({ baseUrl, ...credentialsOf('payroll') })

    const { status, code } = await refusalOf(misled.roles.page())

    assert.deepEqual([status, code], [200, 'unexpected_answer'])
  })

  test('is not what a service that cannot be reached leads to', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const nobody = createDossier({ baseUrl, ...credentialsOf('payroll'), ...ONCE })

    await assert.rejects(nobody.roles.page(), { name: 'TypeError' })
  })
})
