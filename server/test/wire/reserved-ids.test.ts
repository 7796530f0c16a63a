import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { applySetup, readSetupFile } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { aRow, fileOf, managerImportCalls } from '#test/harness/features/manager-imports.ts'
import { setupInFile } from '#test/harness/setup.ts'

const service = await startApp()
const { v2, db } = service
const folder = await mkdtemp(join(tmpdir(), 'dossier-setup-'))
after(() => rm(folder, { recursive: true, force: true }))

const person = { first_name: 'Bo', last_name: 'Ulk' }
const BODIES: Record<string, object> = {
  employees: person,
  users: { ...person, email: 'bulk@example.com', profiles: [] },
  organizations: { name: 'Bulk' },
  organization_groups: { name: 'Bulk', organizations: [] },
  roles: { name: 'Bulk', permissions: [] },
  custom_fields: { name: 'Bulk', type: 'string' },
  articles: { title: 'Bulk', body: '<p>Bulk</p>' },
  article_categories: { name: 'Bulk' },
  document_types: { name: 'Bulk', kind: 'employee' },
  forms: { title: 'Bulk', fields: [] },
  signature_types: { name: 'Bulk' },
}

describe('Decisions 1.2: reserved words are not ids', () => {
  test('405 with Allow for PUT, PATCH, DELETE and GET /employees/bulk, which takes POST', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'GET'] as const) {
      const answer = await v2(method, '/employees/bulk', method === 'PUT' || method === 'PATCH' ? { body: person } : {})

      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST'], `${method} ${answer.body}`)
      assert.equal(answer.json().code, 'method_not_allowed')
    }
  })

  for (const [resource, body] of Object.entries(BODIES).filter(([name]) => name !== 'employees')) {
    test(`404 for PUT /${resource}/bulk, which is the address of nothing`, async () => {
      const answer = await v2('PUT', `/${resource}/bulk`, { body })

      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], answer.body)
      assert.equal((await v2('PUT', `/${resource}/bulky`, { body })).statusCode, 201)
    })
  }

  test('an employee called bulk is refused by POST /employees/bulk, on technical_id', async () => {
    const answer = await v2('POST', '/employees/bulk', { body: { employees: [{ technical_id: 'bulk', ...person }] } })

    const [result] = answer.json().results
    assert.equal(result.outcome, 'refused')
    assert.deepEqual(result.errors[0].field, 'technical_id')
  })

  const sections: [string, object, string][] = [
    ['employees', { technical_id: 'bulk', ...person }, String.raw`clients\[0\]\.employees\[0\]\.technical_id`],
    ['managers', { technical_id: 'bulk', ...BODIES.users }, String.raw`clients\[0\]\.managers\[0\]\.technical_id`],
    ['roles', { code: 'bulk', ...BODIES.roles }, String.raw`clients\[0\]\.roles\[0\]\.code`],
    ['document_types', { code: 'bulk', ...BODIES.document_types }, String.raw`clients\[0\]\.document_types\[0\]\.code`],
  ]
  for (const [section, entry, field] of sections) {
    test(`a set-up file with ${section} called bulk is refused on its id`, async () => {
      const [acme] = setupInFile.clients
      const path = join(folder, `${section}.json`)
      await writeFile(path, JSON.stringify({ clients: [{ ...acme, [section]: [entry] }] }))

      await assert.rejects(async () => applySetup(service, await readSetupFile(path)), new RegExp(`${field}\\b`))
    })
  }

  test('a manager called bulk is refused by the import, on technical_id', async () => {
    const { imported } = managerImportCalls(service)

    const { errors } = await imported(fileOf([aRow({ technical_id: 'bulk' })]))

    assert.ok(errors.some(({ field }) => field === 'technical_id'))
  })

  test('no row was made', async () => {
    for (const table of ['employees', 'users'] as const) {
      const rows = await db.selectFrom(table).select('technical_id').where('technical_id', '=', 'bulk').execute()
      assert.deepEqual(rows, [])
    }
  })
})
