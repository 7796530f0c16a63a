import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { uploaded } = documentCalls(service)
const { recorded, chain, entries } = auditCalls(service)
const { as } = portalCalls(service)

const top = await anOrganization(service, { code: 'HQ' })
const document_type_code = await aDocumentType(service)
const managerWith = async (permissions: string[], owner = undefined as typeof globex | undefined) => {
  const role = await aRole(service, { permissions, ...(owner ? { owner } : {}) })
  const code = owner ? await anOrganization(service, { owner }) : top
  const profiles = [{ role, organizations: [code], include_below: true }]
  const id = await aManager(service, { profiles, ...(owner ? { owner } : {}) })
  return as(`manager:${id}`, owner ? 'globex' : 'acme')
}
const admin = await managerWith(['*'])

/** The sequence of an entry about a document of an employee, and about their log-in. */
async function written() {
  const employee = await anEmployee(service, { organizations: [top], first_name: 'Ada', last_name: unique('Moreau') })
  const document = await uploaded({ document_type_code, employee_technical_id: employee, title: 'Payslip of March' })
  await recorded([
    {
      action: 'document.viewed',
      subject: { type: 'employee', technical_id: employee },
      resource: { type: 'employee_document', id: document },
    },
  ])
  await chain()
  const [entry] = await entries({ resource_id: document, action: 'document.viewed' })
  return { employee, document, sequence: entry?.sequence ?? assert.fail() }
}

const names = (sequences: readonly number[] | string, call = admin) =>
  call('GET', `/admin/audit_entries/names?sequences=${sequences}`)

describe('GET /admin/audit_entries/names', () => {
  test('200 names the person and the document of an entry', async () => {
    const { employee, document, sequence } = await written()

    const answer = await names([sequence])

    assert.equal(answer.statusCode, 200, answer.body)
    const { subjects, resources } = answer.json()
    assert.deepEqual(
      subjects.map(({ type, technical_id, name }: Record<string, string>) => [type, technical_id, name?.split(' ')[0]]),
      [['employee', employee, 'Ada']],
    )
    assert.deepEqual(resources, [{ type: 'employee_document', id: document, title: 'Payslip of March' }])
  })

  test('200 with nothing for those who may not read it, and for ids that are none of their kind', async () => {
    const { sequence } = await written()
    const auditor = await managerWith(['audit_entries:read'])
    assert.deepEqual((await names([sequence], auditor)).json(), { subjects: [], resources: [] })

    const types = ['employee_document', 'request', 'signature_process', 'legal_hold', 'role', 'application']
    await recorded(types.map((type) => ({ action: 'document.viewed' as const, resource: { type, id: 'no such id' } })))
    await chain()
    const strange = await entries({ resource_id: 'no such id' })
    const answer = await names(strange.map((one) => one.sequence))
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual(answer.json(), { subjects: [], resources: [] })
  })

  test('200 with nothing of another client', async () => {
    const { sequence } = await written()
    const theirs = await managerWith(['*'], globex)
    assert.deepEqual((await names([sequence], theirs)).json(), { subjects: [], resources: [] })
  })

  for (const sequences of ['', 'x', '1,', `${'1,'.repeat(100)}1`]) {
    test(`422 for the sequences ${sequences.slice(0, 12)}`, async () => {
      const answer = await names(sequences)
      assert.ok([400, 422].includes(answer.statusCode), answer.body)
    })
  }

  test('403 without the permission, 401 without a log-in', async () => {
    assert.equal((await names([1], await managerWith(['events:read']))).statusCode, 403)
    assert.equal((await names([1], as(undefined))).statusCode, 401)
  })
})
