import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations, pathTo } from '#test/abuse/http/operations.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2 } = service

/** Token calls keep to OAuth, where unknown parameters are ignored. */
const operations = allOperations().filter(({ group, path }) => group === 'token' && !path.includes('token'))
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const at = (operation: (typeof operations)[number]) =>
  pathTo(operation)
    .slice('/api/v2/client'.length)
    .replace(/^\/accounts\/[^/]+/, '/accounts/employee:ada')

describe('Spec 531: an unsupported parameter', () => {
  test('is refused with 400 by every operation of group A, before anything else is looked at', async () => {
    const answers = await Promise.all(
      operations.map(async (one) => {
        const answer = await v2(one.method as 'GET', `${at(one)}?surprise=1`)
        const { code, message } = one.method === 'HEAD' ? HEAD_BODY : answer.json()
        return [nameOf(one), answer.statusCode, code, /"surprise"/.test(message)]
      }),
    )

    assert.ok(answers.length > 100)
    assert.deepEqual(
      answers,
      operations.map((one) => [nameOf(one), 400, 'invalid_request', true]),
    )
  })

  test('is named with those that the call knows', async () => {
    const answer = await v2('GET', '/datasets?sort=name&nmae=x&%00=y')

    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().message, /^Unknown query parameter "nmae", "\\u0000"\. Expected: .*\bsort\b/)
  })

  test('in great number is answered with a short message', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(20)}${index}=1`).join('&')

    const answer = await v2('GET', `/datasets?${many}`)

    assert.equal(answer.statusCode, 400)
    assert.ok(answer.body.length < 1000)
  })
})

/** Resources under an id of the caller's own, which PUT creates; data sets and their values have no PATCH. */
const isOwnResource = (path: string) => OWN_RESOURCES.test(path.replace('/api/v2/client', ''))
const OWN_RESOURCES =
  /^\/(accounts|articles|article_categories|custom_fields|document_types|employees|forms|organizations|organization_groups|retention_policies|roles|saml_identity_providers|signature_types|users)\/[^/]+$/

/** HEAD answers without a body. */
const HEAD_BODY = { code: 'invalid_request', message: '"surprise"' }

describe('Decisions 1.5: a body key that the resource does not know', () => {
  const withBody = operations.filter(({ bodies }) => bodies['application/json']?.properties)

  test('is 422 unknown_field at every operation of group A that takes JSON', async () => {
    const wrong: unknown[] = []

    for (const one of withBody.filter(({ method, path }) => method !== 'PATCH' || !isOwnResource(path))) {
      const answer = await v2(one.method as 'PUT', at(one), { body: { surprise: 1 } })
      const errors: { field: string; code: string }[] = answer.json().errors ?? []
      const isNamed = errors.some(({ field, code }) => field === 'surprise' && code === 'unknown_field')
      if (answer.statusCode !== 422 || !isNamed) wrong.push([nameOf(one), answer.statusCode, errors])
    }

    assert.ok(withBody.length > 30)
    assert.deepEqual(wrong, [])
  })

  test('matters to a PATCH only where there is something to change: 404 otherwise', async () => {
    const patches = withBody.filter(({ method, path }) => method === 'PATCH' && isOwnResource(path))

    assert.ok(patches.length > 10)
    for (const one of patches) {
      const answer = await v2('PATCH', at(one), { body: { surprise: 1 } })
      assert.equal(answer.statusCode, 404, nameOf(one))
    }
  })

  test('is found at every depth, and nothing is stored', async () => {
    const id = unique('ds')
    const offices = await aDataset(service, { dimensions: ['country'] })

    const [dataset, values, employee] = await Promise.all([
      v2('PUT', `/datasets/${id}`, { body: { dimensions: [{ id: 'a', localized_names: [], nmae: 'x' }] } }),
      v2('POST', `/datasets/${offices}/values/bulk`, {
        body: { values: [{ code: 'fr', localized_names: [{ language_code: 'fr', value: 'x', text: 'y' }] }] },
      }),
      v2('PUT', `/employees/${id}`, {
        body: { first_name: 'A', last_name: 'B', registrations: [{ organization_code: 'x', number: '1' }] },
      }),
    ])

    assert.deepEqual(unknownIn(dataset.json()), ['dimensions.0.nmae'])
    assert.deepEqual(unknownIn(values.json()), ['values.0.localized_names.0.text'])
    assert.deepEqual(unknownIn(employee.json()), ['registrations.0.number'])
    assert.equal((await v2('GET', `/datasets/${id}`)).statusCode, 404)
  })

  test('refuses only its own employee in a bulk', async () => {
    const good = unique('E')
    const bad = unique('E')
    const person = { first_name: 'A', last_name: 'B' }

    const answer = await v2('POST', '/employees/bulk', {
      body: {
        employees: [
          { technical_id: good, ...person },
          { technical_id: bad, ...person, organizations_ids: [] },
        ],
      },
    })

    const [first, second] = answer.json().results
    assert.deepEqual([first.outcome, second.outcome], ['created', 'refused'])
    assert.deepEqual(unknownIn(second), ['organizations_ids'])
  })

  test('in great number costs a bounded answer', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 1]))

    const answer = await v2('PUT', `/datasets/${unique('ds')}`, { body })

    assert.equal(answer.statusCode, 422)
    assert.equal(answer.json().errors.length, 20)
  })
})

type Body = { errors: { field: string; code: string }[] }

function unknownIn({ errors }: Body): string[] {
  return errors.filter((one) => one.code === 'unknown_field').map((one) => one.field)
}

describe('Decisions 1.5: what was read can be sent back', () => {
  const code = unique('x')
  const names = { localized_names: [] }
  const resources: Record<string, object> = {
    [`/organizations/${code}`]: { name: 'A' },
    [`/organization_groups/${code}`]: { name: 'A' },
    [`/custom_fields/${code}`]: { name: 'A', type: 'date' },
    [`/roles/${code}`]: { name: 'A', permissions: [] },
    [`/employees/${code}`]: { first_name: 'A', last_name: 'B' },
    [`/users/${code}`]: { first_name: 'A', last_name: 'B', email: `${code}@example.com` },
    [`/document_types/${code}`]: { kind: 'employee', name: 'A' },
    [`/forms/${code}`]: { title: 'A', fields: [{ code: 'a', label: 'A', type: 'text' }] },
    [`/articles/${code}`]: { title: 'A', body: 'x' },
    [`/datasets/${code}`]: { ...names, dimensions: [{ id: 'country', ...names }] },
    [`/datasets/${code}/values/fr`]: names,
  }
  for (const [path, body] of Object.entries(resources)) {
    test(`at ${path.split('/')[1]}${path.includes('/values/') ? ' (a value)' : ''}`, async () => {
      const made = await v2('PUT', path, { body })
      assert.equal(made.statusCode, 201, made.body)
      const read = await v2('GET', path)

      const answer = await v2('PUT', path, { body: read.json() })
      const refused = await v2('PATCH', path, { body: { ...(read.json() as object), surprise: 1 } })

      assert.equal(answer.statusCode, 200, answer.body)
      if (isOwnResource(path)) assert.deepEqual(unknownIn(refused.json()), ['surprise'])
      assert.deepEqual((await v2('GET', path)).json(), read.json())
    })
  }

  test('at employees with a registration, one by one and in a bulk', async () => {
    const id = await anEmployee(service, { organizations: [await anOrganization(service)] })
    const read = (await v2('GET', `/employees/${id}`)).json()

    const one = await v2('PUT', `/employees/${id}`, { body: read })
    const bulk = await v2('POST', '/employees/bulk', { body: { employees: [read] } })

    assert.equal(one.statusCode, 200, one.body)
    assert.equal(bulk.json().unchanged, 1, bulk.body)
  })

  test('at values of a data set, in a bulk', async () => {
    const id = await aDataset(service, { dimensions: ['country'], values: ['fr', 'gb'] })
    const values = (await v2('GET', `/datasets/${id}/values`)).json()

    const answer = await v2('POST', `/datasets/${id}/values/bulk`, { body: { values } })

    assert.deepEqual(answer.json(), { created: 0, updated: 0, unchanged: 2 })
  })

  test('at webhooks', async () => {
    const body = { name: 'A', callback_url: 'https://example.com/', events: ['employee.*'] }
    const made = (await v2('POST', '/webhooks', { body })).json()

    const answer = await v2('PUT', `/webhooks/${made.id}`, { body: made })

    assert.equal(answer.statusCode, 200, answer.body)
  })
})
