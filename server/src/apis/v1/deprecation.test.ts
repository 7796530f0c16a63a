import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations, pathTo } from '#test/abuse/http/operations.ts'
import { startApp } from '#test/harness/app.ts'

const { app } = await startApp()

/** Path and method of each v1 operation; validation has an address without the prefix too. */
const operations = allOperations().filter(({ path }) => /^\/(api\/v1|projects)\//.test(path))
const SINCE_2025 = ['@1759276800', 'Thu, 01 Oct 2026 00:00:00 GMT']
const SINCE_2021 = ['@1625097600', 'Fri, 01 Jul 2022 00:00:00 GMT']

const SUCCESSORS: Record<string, string[]> = {
  '/api/v1/distrib_projects': ['/distribution_projects'],
  '/api/v1/distrib_projects/{id}/distributions': ['/distributions'],
  '/api/v1/distrib_projects/{id}/validate': ['/distribution_projects/1/validate'],
  '/api/v1/projects/{id}/validate': ['/distribution_projects/1/validate'],
  '/projects/{id}/validate': ['/distribution_projects/1/validate'],
  '/api/v1/enterprise/documents': ['/employee_documents', '/company_documents'],
}

describe('Spec 586: the v1 API is deprecated', () => {
  for (const operation of operations) {
    const { method, path } = operation

    test(`and ${method} ${path} says so, with what replaces it`, async () => {
      const { headers } = await app.inject({ method: method as 'GET', url: pathTo(operation) })

      const isOlder = ['/api/v1/distrib_projects', '/api/v1/enterprise/documents'].includes(path)
      assert.deepEqual([headers.deprecation, headers.sunset], isOlder ? SINCE_2021 : SINCE_2025)
      const links = [...String(headers.link).matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, url, rel]) => [rel, url])
      const origin = links[0]?.[1]?.replace('/docs', '')
      assert.deepEqual(links, [
        ['deprecation', `${origin}/docs`],
        ...(SUCCESSORS[path] ?? []).map((one) => ['successor-version', `${origin}/api/v2/client${one}`]),
      ])
    })
  }

  test('and every successor exists in v2', () => {
    const known = new Set(allOperations().flatMap(({ method, path }) => (method === 'POST' ? [path] : [])))

    for (const successor of Object.values(SUCCESSORS).flat()) {
      assert.ok(known.has(`/api/v2/client${successor.replace('/1/', '/{id}/')}`), successor)
    }
  })
})
