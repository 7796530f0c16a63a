import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, v2 } = service
const { sessionOf } = portalCalls(service)

await anOrganization(service, { code: 'PAR' })
await anOrganization(service, { code: 'LON' })
const role = await aRole(service, { permissions: ['employees:read'] })
const blind = await aRole(service, { permissions: ['notes:read'] })
const manager = await aManager(service, {
  profiles: [
    { role, organizations: ['PAR'] },
    { role: blind, organizations: ['LON'] },
  ],
})
const inParis = await anEmployee(service, { technical_id: 'E 1/ü', organizations: ['PAR'] })
const inLondon = await anEmployee(service, { organizations: ['LON'] })
await anEmployee(service, { technical_id: 'GE-1', owner: globex })
const types: [string, object][] = [
  ['payslip', { kind: 'employee', visible_by_employee: true }],
  ['id-card', { kind: 'employee', upload_by_employee: true }],
  ['policy', { kind: 'company' }],
  ['rules', { kind: 'company', visible_by_employee: true, upload_by_employee: true }],
]
for (const [code, body] of types) await v2('PUT', `/document_types/${code}`, { body })
await aDocumentType(service, { code: 'globex-only', owner: globex })

const go = async (path: string, who?: AccountId) =>
  app.inject({
    url: `/api/v1/url${path}`,
    headers: who ? { cookie: await sessionOf(who) } : { 'x-api-key': 'acme-api-key' },
  })
const whereTo = async (path: string, who?: AccountId) => {
  const answer = await go(path, who)
  assert.equal(answer.statusCode, 302, answer.body)
  return answer.headers.location
}

describe('GET /api/v1/url/…', () => {
  test('302 leads a manager and an employee to their pages', async () => {
    const m: AccountId = `manager:${manager}`
    const e: AccountId = `employee:${inLondon}`
    const id = encodeURIComponent(inParis)

    assert.equal(await whereTo(`/manager/employee/folder/?employee_id=${id}`, m), `/portal/manager/employees/${id}`)
    assert.equal(await whereTo('/manager/documents/upload/', m), '/portal/manager/documents/upload')
    assert.equal(
      await whereTo('/manager/documents/upload?doc_type=payslip', m),
      '/portal/manager/documents/upload?type=payslip',
    )
    assert.equal(await whereTo('/employee/folder/', e), '/portal/documents')
    assert.equal(await whereTo('/employee/documents/?doc_type=payslip', e), '/portal/documents?type=payslip')
    assert.equal(
      await whereTo('/employee/documents/upload/?doc_type=id-card', e),
      '/portal/documents/upload?type=id-card',
    )
  })

  test('302 without a type that there is not, or that is not for this', async () => {
    const e: AccountId = `employee:${inLondon}`

    assert.equal(await whereTo('/employee/documents/?doc_type=none', e), '/portal/documents')
    assert.equal(await whereTo('/employee/documents/?doc_type=id-card', e), '/portal/documents')
    assert.equal(await whereTo('/employee/documents/upload/?doc_type=payslip', e), '/portal/documents/upload')
  })

  test('Spec 287: 302 fills in types of both kinds for a manager, and of the own folder for an employee', async () => {
    const m: AccountId = `manager:${manager}`
    const e: AccountId = `employee:${inLondon}`
    const filledIn = async (path: string, who: AccountId) => {
      const codes = ['payslip', 'id-card', 'policy', 'rules', 'none', 'globex-only', '']
      const pages = await Promise.all(codes.map((code) => whereTo(`${path}?doc_type=${code}`, who)))
      return pages.flatMap((page) => /\?type=(.*)$/.exec(String(page))?.[1] ?? [])
    }

    assert.deepEqual(await filledIn('/manager/documents/upload/', m), ['payslip', 'id-card', 'policy', 'rules'])
    assert.deepEqual(await filledIn('/employee/documents/', e), ['payslip'])
    assert.deepEqual(await filledIn('/employee/documents/upload/', e), ['id-card'])
    const folder = `/manager/employee/folder/?employee_id=${encodeURIComponent(inParis)}&doc_type=policy`
    assert.equal(await whereTo(folder, m), `/portal/manager/employees/${encodeURIComponent(inParis)}`)
  })

  test('302 to the log-in, which comes back, for nobody and for an API key; with the reason for the wrong role', async () => {
    const path = '/employee/documents/?doc_type=payslip&x=%2F'
    const next = encodeURIComponent(`/api/v1/url${path}`)

    assert.equal(await whereTo(path), `/login?next=${next}`)
    assert.equal(await whereTo(path, `manager:${manager}`), `/login?next=${next}&reason=role`)
    assert.match(String(await whereTo('/manager/documents/upload', `employee:${inLondon}`)), /&reason=role$/)
  })

  test('404 for an employee whom the manager may not see, of another client, or who is not there', async () => {
    for (const id of [inLondon, 'GE-1', 'nobody']) {
      const answer = await go(`/manager/employee/folder/?employee_id=${id}`, `manager:${manager}`)
      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { errors: `Employee ${id} not found.` })
    }
  })

  test('400 names an employee_id that is missing', async () => {
    const answer = await go('/manager/employee/folder/', `manager:${manager}`)

    assert.equal(answer.statusCode, 400)
    assert.ok('employee_id' in answer.json().errors)
  })
})
