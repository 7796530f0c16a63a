import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { inEnglish, unique } from '../../../server/test/harness/builders.ts'
import { CERTIFICATE } from '../../../server/test/harness/http/loopback-certificate.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { createDossier, DossierError } from '../index.ts'

const { url } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })

const person = { first_name: 'Eve', last_name: 'Moneypenny' }

async function anEmployee(id = unique('E')): Promise<string> {
  await sdk.employees.put(id, person)
  return id
}

async function aDataset(): Promise<string> {
  const id = unique('ds')
  await sdk.datasets.put(id, {
    dimensions: ['country', 'city'].map((one) => ({ id: one, localized_names: inEnglish(one) })),
  })
  return id
}

const isMissing = (error: unknown) => error instanceof DossierError && error.status === 404

/** What all resources have in common, whatever they are of. */
type AnyResource = {
  list(): AsyncGenerator<object>
  page(query: { per_page: number }): Promise<{ items: object[] }>
  get(id: string): Promise<object>
  put(id: string, body: never): Promise<object>
  patch?(id: string, body: never): Promise<object>
  delete?(id: string): Promise<void>
}
type Case = { resource: AnyResource; id?: () => Promise<string>; body: () => object; change?: object }

const cases: Record<string, Case> = {
  accounts: {
    resource: sdk.accounts,
    id: async () => `employee:${await anEmployee()}`,
    body: () => ({ is_active: true }),
    change: { is_active: false },
  },
  articleCategories: {
    resource: sdk.articleCategories,
    body: () => ({ name: 'Leave', language_code: 'en-us', description: 'Leave and absence' }),
    change: { description: 'Absence' },
  },
  articles: {
    resource: sdk.articles,
    body: () => ({ title: 'Paid leave', body: '<p>How to ask for it.</p>', state: 'published' }),
    change: { featured: true },
  },
  customFields: {
    resource: sdk.customFields,
    body: () => ({ name: 'Size', type: 'list', values: ['S', 'M'] }),
    change: { values: ['S', 'M', 'L'] },
  },
  datasets: { resource: sdk.datasets, body: () => ({ localized_names: inEnglish('Offices') }) },
  documentTypes: {
    resource: sdk.documentTypes,
    body: () => ({ kind: 'employee', name: 'Payslip' }),
    change: { visible_by_employee: true },
  },
  employees: { resource: sdk.employees, body: () => person, change: { city: 'Lyon' } },
  organizationGroups: {
    resource: sdk.organizationGroups,
    body: () => ({ name: 'South' }),
    change: { name: 'The south' },
  },
  organizations: { resource: sdk.organizations, body: () => ({ name: 'Lyon' }), change: { name: 'Lyon 2' } },
  roles: {
    resource: sdk.roles,
    body: () => ({ name: 'HR', permissions: ['employees:read'] }),
    change: { permissions: ['employees:*'] },
  },
  samlIdentityProviders: {
    resource: sdk.samlIdentityProviders,
    body: () => ({
      name: 'Okta',
      entity_id: unique('https://okta.test/'),
      sso_url: 'https://okta.test/sso',
      certificates: [`${CERTIFICATE}\n`],
    }),
    change: { match_by: 'technical_id' },
  },
  users: {
    resource: sdk.users,
    body: () => ({ first_name: 'Max', last_name: 'Boss', email: 'max@acme.test' }),
    change: { language: 'fr-fr' },
  },
}

for (const [name, { resource, id = async () => unique('id'), body, change }] of Object.entries(cases)) {
  const put = async () => {
    const one = await id()
    const given = body()
    return { id: one, given, item: await resource.put(one, given as never) }
  }

  describe(`sdk.${name}`, () => {
    test('put stores what is given, and get, page and list answer it', async () => {
      const { id, given, item } = await put()

      const read = await resource.get(id)
      const page = await resource.page({ per_page: 100 })
      const listed = await all(resource.list())

      assert.partialDeepStrictEqual(item, given)
      assert.deepEqual(read, item)
      for (const items of [page.items, listed]) {
        assert.equal(items.filter((one) => JSON.stringify(one) === JSON.stringify(item)).length, 1)
      }
    })

    test('put replaces what is there', async () => {
      const { id, given } = await put()
      const different = { ...given, ...change }

      const replaced = await resource.put(id, different as never)

      assert.partialDeepStrictEqual(replaced, different)
      assert.deepEqual(replaced, await resource.get(id))
    })

    if (change !== undefined) {
      test('patch changes what is given and keeps the rest', async () => {
        const { id, given, item } = await put()

        const patched = await resource.patch?.(id, change as never)

        assert.partialDeepStrictEqual(patched, { ...given, ...change })
        assert.deepEqual(patched, await resource.get(id))
        const untouched = (one: object = {}) =>
          Object.entries(one).filter(([field]) => field !== 'updated_at' && !(field in change))
        assert.deepEqual(untouched(patched), untouched(item))
      })
    }

    if (name !== 'documentTypes' && name !== 'organizationGroups') {
      test('delete removes it, and answers nothing', async () => {
        const { id } = await put()

        const answer = await resource.delete?.(id)

        assert.equal(answer, undefined)
        await assert.rejects(resource.get(id), isMissing)
      })
    }

    test('404 for one that is not there', async () => {
      await assert.rejects(resource.get(await id()), isMissing)
    })
  })
}

describe('sdk.employees', () => {
  test('list and page take filters', async () => {
    const organization = unique('org')
    const id = unique('E')
    await sdk.organizations.put(organization, { name: 'Lyon' })
    const registrations = [{ organization_code: organization, employee_number: '7' }]
    await sdk.employees.put(id, { ...person, registrations })

    const current = await all(sdk.employees.list({ status: 'current', organization_code: organization }))
    const terminated = await sdk.employees.page({ status: 'terminated', organization_code: organization })

    assert.deepEqual(
      current.map((one) => one.technical_id),
      [id],
    )
    assert.deepEqual(terminated, { items: [], nextCursor: undefined, previousCursor: undefined })
  })

  test('restore brings a deleted one back', async () => {
    const id = await anEmployee()
    await sdk.employees.delete(id)
    const deleted = await all(sdk.employees.list({ deleted: true }))

    const restored = await sdk.employees.restore(id)

    assert.ok(deleted.some((one) => one.technical_id === id))
    assert.deepEqual(restored, await sdk.employees.get(id))
    assert.equal(restored.deleted_at, null)
  })

  test('bulk stores the good ones and tells of the others', async () => {
    const known = await anEmployee()
    const fresh = unique('E')
    const odd = unique('E')

    const result = await sdk.employees.bulk([
      { technical_id: known, ...person },
      { technical_id: fresh, ...person },
      { technical_id: odd, ...person, email: 'nowhere' },
    ])

    const { results, ...counts } = result
    assert.deepEqual(counts, { created: 1, updated: 0, unchanged: 1, refused: 1 })
    assert.deepEqual(
      results.map((one) => [one.technical_id, one.outcome, one.errors?.map(({ field }) => field)]),
      [
        [known, 'unchanged', undefined],
        [fresh, 'created', undefined],
        [odd, 'refused', ['email']],
      ],
    )
    assert.equal((await sdk.employees.get(fresh)).last_name, person.last_name)
  })
})

describe('sdk.datasets.values', () => {
  test('put, get, page, list and delete are of that data set alone', async () => {
    const offices = sdk.datasets.values(await aDataset())
    const other = sdk.datasets.values(await aDataset())
    const fr = await offices.put('fr', { localized_names: inEnglish('France') })
    const paris = await offices.put('fr.paris', { localized_names: inEnglish('Paris') })

    const read = await offices.get('fr.paris')
    const page = await offices.page()
    const listed = await all(offices.list())
    const below = await all(offices.list({ parent_code: 'fr' }))
    const others = await all(other.list())
    await offices.delete('fr')

    assert.deepEqual(read, paris)
    assert.deepEqual(
      [page.items, listed],
      [
        [fr, paris],
        [fr, paris],
      ],
    )
    assert.deepEqual([below, others], [[paris], []])
    assert.deepEqual(await all(offices.list()), [])
    await assert.rejects(other.get('fr'), isMissing)
  })

  test('bulk stores all of them', async () => {
    const offices = sdk.datasets.values(await aDataset())

    const result = await offices.bulk(
      ['fr', 'fr.paris', 'gb'].map((code) => ({ code, localized_names: inEnglish(code) })),
    )

    assert.deepEqual(result, { created: 3, updated: 0, unchanged: 0 })
    assert.deepEqual(
      (await all(offices.list())).map((one) => one.path),
      ['fr', 'gb', 'fr.paris'],
    )
  })
})

describe('sdk.events', () => {
  test('list, page and get tell what happened', async () => {
    const id = await anEmployee()
    await sdk.employees.delete(id)

    const listed = await all(sdk.events.list({ resource_id: id }))
    const page = await sdk.events.page({ resource_id: id, type: 'employee.created' })

    assert.deepEqual(
      listed.map((one) => one.type),
      ['employee.deleted', 'employee.created'],
    )
    assert.deepEqual(page.items, listed.slice(1))
    assert.deepEqual(await sdk.events.get(page.items[0]?.id ?? ''), page.items[0])
    assert.partialDeepStrictEqual(page.items[0], { actor: { type: 'application', id: 'payroll' }, data: person })
  })
})

describe('sdk.raw', () => {
  test('makes any call of the API, and answers a refusal rather than throw it', async () => {
    const id = await anEmployee()
    const path = '/api/v2/client/employees/{technical_id}'

    const found = await sdk.raw.GET(path, { params: { path: { technical_id: id } } })
    const missing = await sdk.raw.GET(path, { params: { path: { technical_id: unique('E') } } })

    assert.equal(found.data?.technical_id, id)
    assert.equal(missing.response.status, 404)
    assert.equal(missing.error?.code, 'not_found')
  })
})

describe('ids that an address has to encode', () => {
  const odd = [
    'a b',
    'Zoë 🙂 北京',
    '100%',
    '%41',
    '%2F',
    '#1',
    'who?',
    'a&b=c',
    '1+1',
    'a\\b',
    'a;b:c@d',
    '"<>|^`{}',
    "!'()*~",
    '...',
    '..a',
    '{technical_id}',
  ]
  for (const id of odd) {
    test(`${id} is that id in every call`, async () => {
      const created = await sdk.employees.put(id, person)
      const read = await sdk.employees.get(id)
      const patched = await sdk.employees.patch(id, { city: 'Lyon' })
      await sdk.employees.delete(id)
      const restored = await sdk.employees.restore(id)

      assert.deepEqual(
        [created, read, patched, restored].map((one) => one.technical_id),
        [id, id, id, id],
      )
      assert.deepEqual(
        (await all(sdk.events.list({ resource_id: id }))).map((one) => one.type),
        ['employee.restored', 'employee.deleted', 'employee.updated', 'employee.created'],
      )
    })

    test(`${id} is a data set of its own`, async () => {
      await sdk.datasets.put(id, { dimensions: [{ id: 'country', localized_names: [] }] })

      await sdk.datasets.values(id).put('fr', { localized_names: [] })

      assert.equal((await sdk.datasets.get(id)).values_count, 1)
      assert.equal((await sdk.datasets.values(id).get('fr')).dataset_id, id)
    })
  }

  test('a slash is refused by the service', async () => {
    await assert.rejects(sdk.employees.put('a/b', person), { name: 'DossierError', status: 422 })
    await assert.rejects(sdk.employees.get('a/b'), { name: 'DossierError', status: 404 })
  })

  for (const id of ['', '.', '..']) {
    test(`${JSON.stringify(id)} would be another address, and nothing is sent`, async () => {
      const dataset = await aDataset()
      const values = sdk.datasets.values(dataset)
      const misnamed = { name: 'TypeError', message: `code cannot be ${JSON.stringify(id)} in an address.` }

      await assert.rejects(values.delete(id), misnamed)
      await assert.rejects(values.get(id), misnamed)
      await assert.rejects(sdk.datasets.values(id).page(), { name: 'TypeError' })

      assert.equal((await sdk.datasets.get(dataset)).id, dataset)
    })
  }
})
