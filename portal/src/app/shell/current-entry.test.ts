import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { NavigationEntry } from '#kernel/pages/navigation-entry.ts'

const { isCurrent } = await import('./current-entry.ts')

const src = join(import.meta.dirname, '../..')

/** The entries that features declare for an audience. */
async function declared(audience: 'employee' | 'manager'): Promise<NavigationEntry[]> {
  const files = globSync(`features/*/navigation.${audience}.ts`, { cwd: src })
  const modules = await Promise.all(files.map((file) => import(join(src, file))))
  return modules.flatMap((module) => module[`${audience}Navigation`])
}

const MENUS = { employee: await declared('employee'), manager: await declared('manager') }
const files = globSync('features/*/pages.ts', { cwd: src })
const source = files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n')
const routes = [...source.matchAll(/path: '(\/portal(?:\/[^']*)?)'/g)].map(([, path = '']) => path)

/** Opened from the header, not from the navigation. */
const ELSEWHERE = [
  '/portal/profile',
  '/portal/my-data',
  '/portal/my-data/deletion',
  '/portal/my-data/views',
  '/portal/help',
  '/portal/search',
  '/portal/manager/bulk-actions',
  '/portal/manager/bulk-actions/$id',
]
const PERSONAL = ['/portal/sign/$id']
const isOfManagers = (path: string) => /^\/portal\/(manager|admin)(\/|$)/.test(path)

function entriesOf(menu: keyof typeof MENUS, path: string): string[] {
  const page = path.replace(/\$\w+/g, 'x-1')
  return MENUS[menu].filter((entry) => isCurrent(entry, page)).map(({ id }) => id)
}

describe('every page', () => {
  assert.ok(routes.length > 50, `found ${routes.length} routes`)

  for (const path of routes.filter((one) => !ELSEWHERE.includes(one))) {
    test(`${path} belongs to one entry`, () => {
      const menus = PERSONAL.includes(path)
        ? (['employee', 'manager'] as const)
        : ([isOfManagers(path) ? 'manager' : 'employee'] as const)
      for (const menu of menus) assert.equal(entriesOf(menu, path).length, 1, `${entriesOf(menu, path)}`)
    })
  }

  test('belongs to the entry that lists it, in whatever way it was reached', () => {
    assert.deepEqual(entriesOf('manager', '/portal/manager/employees/E-1/requests'), ['employees'])
    assert.deepEqual(entriesOf('manager', '/portal/manager/requests/new?employee=E-1'), ['requests'])
    assert.deepEqual(entriesOf('manager', '/portal/admin/people/employee:E-1'), ['people'])
    assert.deepEqual(entriesOf('manager', '/portal/manager/'), ['home'])
    assert.deepEqual(entriesOf('employee', '/portal/documents/company/1'), ['documents'])
  })
})
