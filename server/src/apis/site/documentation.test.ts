import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'

const service = await startApp()
const { app } = service

type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  responses?: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown> }
  tags: { name: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
}

const document: Document = (await app.inject({ url: '/openapi.json' })).json()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** The API group whose chapters hold an operation. */
const groupOf = ([chapter = '']: string[] = []) =>
  document['x-tagGroups'].find(({ tags }) => tags.includes(chapter))?.name

/** Some operations of group A, and what they ask for. */
const GROUP_A = {
  'GET /api/v2/client/employees': 'application',
  'POST /api/v2/client/employees/bulk': 'application',
  'PATCH /api/v2/client/saml_identity_providers/{code}': 'application',
  'GET /api/v2/client/events/{id}': 'application',
  'GET /api/v2/client/datasets': 'application',
  'GET /api/v2/client/datasets/{id}': 'application',
  'PUT /api/v2/client/datasets/{id}': 'application',
  'DELETE /api/v2/client/datasets/{id}': 'application',
  'GET /api/v2/client/datasets/{id}/values': 'application',
  'GET /api/v2/client/datasets/{id}/values/{code}': 'application',
  'PUT /api/v2/client/datasets/{id}/values/{code}': 'application',
  'DELETE /api/v2/client/datasets/{id}/values/{code}': 'application',
  'POST /api/v2/client/datasets/{id}/values/bulk': 'application',
  'POST /api/v2/client/tokens': 'application_credentials',
  'POST /api/v2/client/revoke_token': 'application_credentials',
}

/** Every route of the router, written as OpenAPI writes it; what answers HEAD answers GET too. */
function mountedRoutes(): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents[depth] = (parents[depth - 1] ?? '') + segment
      const path = (parents[depth] ?? '').replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')
      return (methods ?? '')
        .split(', ')
        .filter((one) => one !== '' && one !== 'HEAD')
        .map((one) => `${one} ${path}`)
    })
}

describe('GET /openapi.json', () => {
  test('200 is an OpenAPI document of this service, on its public address', async () => {
    const elsewhere = {
      ...service,
      publicUrl: 'https://dossier.example/base',
      metricsToken: undefined,
    }
    const other = await buildApp(elsewhere)

    const answer = await other.inject({ url: '/openapi.json', headers: { host: 'evil.example' } })

    assert.equal(answer.statusCode, 200)
    assert.match(answer.json().openapi, /^3\.1\./)
    assert.equal(answer.json().info.title, 'Dossier')
    assert.deepEqual(answer.json().servers, [{ url: 'https://dossier.example/base' }])
    await other.close()
  })

  for (const [call, scheme] of Object.entries(GROUP_A)) {
    test(`describes ${call}, with a name, a summary, its group and what it asks for`, () => {
      const found = operations.find(({ path, method }) => `${method} ${path}` === call)

      const { operationId, summary, tags, security } = found?.operation ?? assert.fail('it is not described')
      assert.match(operationId ?? '', /^[a-z][A-Za-z]+$/)
      assert.ok((summary ?? '').length > 10)
      assert.equal(groupOf(tags), 'Group A (v2 client)')
      assert.deepEqual(security, [{ [scheme]: [] }])
    })
  }

  test('has a chapter for each resource, in one group each', () => {
    const chapters = document['x-tagGroups'].flatMap(({ tags }) => tags)

    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []))

    assert.deepEqual(
      chapters,
      document.tags.map(({ name }) => name),
    )
    assert.deepEqual(chapters.toSorted(), [...used].sort())
    for (const chapter of ['Data sets', 'Employees', 'SAML identity providers', 'Tokens']) assert.ok(used.has(chapter))
  })

  test('describes every route that is mounted below /api or /health, and none of the portal', () => {
    const described = operations
      .map(({ path, method }) => `${method} ${path}`)
      .filter((one) => !one.startsWith('HEAD '))
      .sort()

    const mounted = mountedRoutes().filter((one) => / \/(api|health|projects)\//.test(one))

    assert.deepEqual(described, [...new Set(mounted)].sort())
    assert.ok(mounted.includes('GET /api/v2/client/datasets/{id}'))
  })

  test('names every operation differently, and every scheme that is used', () => {
    const names = operations.map(({ operation }) => operation.operationId).filter((one) => one !== undefined)
    const schemes = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap((one) => Object.keys(one)))

    assert.equal(new Set(names).size, names.length)
    for (const scheme of new Set(schemes)) assert.ok(scheme in document.components.securitySchemes, scheme)
  })

  test('declares every parameter of each path as required', () => {
    for (const { path, method, operation } of operations) {
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        const parameter = operation.parameters?.find((one) => one.in === 'path' && one.name === name)
        assert.equal(parameter?.required, true, `${method} ${path} ${name}`)
      }
    }
  })

  test('has an answer for every operation', () => {
    for (const { path, method, operation } of operations) {
      assert.ok(Object.keys(operation.responses ?? {}).length > 0, `${method} ${path}`)
    }
  })
})

describe('the pages of the site', () => {
  for (const url of ['/', '/docs/']) {
    test(`200 for ${url}, which is HTML`, async () => {
      const answer = await app.inject({ url })

      assert.equal(answer.statusCode, 200)
      assert.match(String(answer.headers['content-type']), /^text\/html/)
      assert.match(answer.body, /<html/i)
    })
  }

  test('/docs leads to the documentation', async () => {
    const answer = await app.inject({ url: '/docs' })

    assert.ok([200, 301, 302, 307, 308].includes(answer.statusCode), String(answer.statusCode))
  })
})
