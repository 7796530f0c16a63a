import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { putForm } from '#modules/requests/forms/put-form.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls } from '#test/harness/features/governance.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { uploaded } = documentCalls(service)
const { made } = requestCalls(service)
const { started } = signatureCalls(service)
const { placed } = holdCalls(service)
const { as } = portalCalls(service)

const top = await anOrganization(service, { code: 'HQ' })
const document_type_code = await aDocumentType(service)
const form_code = unique('f')
await service.doWork(acme, (work) => putForm(work, form_code, { title: 'Leave', fields: [] }))
const managerOf = async (organization: string, permissions?: string[]) => {
  const role = await aRole(service, permissions ? { permissions } : {})
  const profiles = [{ role, organizations: [organization], include_below: true }]
  return as(`manager:${await aManager(service, { profiles })}`)
}
const admin = await managerOf(top)

/** Something of each type that has a page, of one employee, and the pages of managers that tell of its retention. */
async function aFolder() {
  const organization = await anOrganization(service, { parent: top })
  const employee = await anEmployee(service, { organizations: [organization] })
  const document = await uploaded({ document_type_code, employee_technical_id: employee, date: '2020-02-29T08:00:00Z' })
  const creator_technical_id = await aManager(service)
  const request = await made({ form_code, creator_technical_id, employee_technical_id: employee })
  const process = await started({ employee_technical_id: employee })
  const paths = {
    employee_document: `/manager/documents/${document}/retention`,
    request: `/manager/requests/${request.id}/retention`,
    signature_process: `/manager/signatures/${process.id}/retention`,
    employee: `/manager/employees/${employee}/retention`,
  }
  return { organization, employee, document, paths }
}

async function policy(body: object): Promise<string> {
  const id = unique('p')
  const answer = await v2('PUT', `/retention_policies/${id}`, { body: { name: id, action: 'delete', ...body } })
  assert.equal(answer.statusCode, 201, answer.body)
  return id
}

describe('GET /manager/…/retention', () => {
  test('200 tells the managers of an organization what administrators and applications are told', async () => {
    const { organization, employee, document, paths } = await aFolder()
    const filters = { organization_codes: [organization] }
    const trigger = { event: 'document_date' }
    const id = await policy({ resource_type: 'employee_document', filters, trigger, delay: 'P5Y' })
    const local = await managerOf(organization)

    for (const [type, path] of Object.entries(paths)) {
      const answer = await local('GET', path)
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.json().resource_type, type)
      assert.equal(answer.json().state, type === 'employee_document' ? 'due' : 'kept')
    }

    const { due_on, decided_by, explanation } = (await local('GET', paths.employee_document)).json()
    const told = (await v2('GET', `/employee_documents/${document}/retention`)).json()
    assert.deepEqual([due_on, decided_by], ['2025-02-28', id])
    assert.deepEqual([due_on, decided_by, explanation], [told.due_on, told.decided_by, told.explanation])
    assert.equal((await local('GET', paths.employee)).json().resource_id, employee)
  })

  test('200 without the names of holds for those who may not read holds', async () => {
    const { organization, employee, paths } = await aFolder()
    const { id } = await placed({ employee_technical_ids: [employee] }, { name: 'Court 7' })
    const local = await managerOf(organization)
    for (const path of Object.values(paths)) {
      const names = async (call: typeof local) =>
        (await call('GET', path)).json().holds.map((hold: { id: string; name: string | null }) => [hold.id, hold.name])
      assert.deepEqual(await names(local), [[id, null]])
      assert.deepEqual(await names(admin), [[id, 'Court 7']])
    }
  })

  test('404 elsewhere and for what is not there, 403 or 404 without the permission, 401 without a session', async () => {
    const { paths } = await aFolder()
    const elsewhere = await managerOf(await anOrganization(service, { parent: top }))
    const without = await managerOf(top, ['articles:read'])
    for (const path of Object.values(paths)) {
      assert.equal((await elsewhere('GET', path)).statusCode, 404, path)
      assert.ok([403, 404].includes((await without('GET', path)).statusCode), path)
      assert.equal((await as(undefined)('GET', path)).statusCode, 401, path)
    }
    for (const path of [
      `/manager/documents/${randomUUID()}/retention`,
      '/manager/requests/999999999/retention',
      `/manager/signatures/${randomUUID()}/retention`,
      '/manager/employees/nobody/retention',
    ]) {
      assert.equal((await admin('GET', path)).statusCode, 404, path)
    }
  })
})

describe('POST /admin/retention_policies/item_names', () => {
  const names = (resource_type: string, ids: string[], call = admin) =>
    call('POST', '/admin/retention_policies/item_names', { body: { resource_type, ids } })

  test('200 names what there is, and what is not there is without a name', async () => {
    const { employee, document } = await aFolder()
    const answer = await names('employee_document', [document, randomUUID(), 'x'])
    assert.equal(answer.statusCode, 200, answer.body)
    const [first, second, third] = answer.json()
    assert.deepEqual([first.resource_id, first.employee.technical_id], [document, employee])
    assert.deepEqual([typeof first.title, second.title, third], ['string', null, undefined])
    assert.equal((await names('employee', [employee])).json()[0].employee.technical_id, employee)
    assert.deepEqual((await names('request', ['x', '99999999999999999999'])).json(), [])
  })

  test('200 without names of what the administrator may not read, or of another client', async () => {
    const { document } = await aFolder()
    const little = await managerOf(top, ['retention_policies:read'])
    assert.equal((await names('employee_document', [document], little)).json()[0].title, null)
    const role = await aRole(service, { owner: globex })
    const profiles = [{ role, organizations: [await anOrganization(service, { owner: globex })], include_below: true }]
    const rival = as(`manager:${await aManager(service, { owner: globex, profiles })}`, 'globex')
    const [item] = (await names('employee_document', [document], rival)).json()
    assert.deepEqual([item.title, item.employee], [null, null])
  })

  test('422 for too many, 403 without the permission for the whole client, 401 without a session', async () => {
    const many = Array.from({ length: 51 }, () => randomUUID())
    assert.equal((await names('note', many)).statusCode, 422)
    assert.equal((await names('thing', [])).statusCode, 422)
    assert.equal((await names('note', [], await managerOf(top, ['legal_holds:read']))).statusCode, 403)
    const { organization } = await aFolder()
    assert.equal((await names('note', [], await managerOf(organization))).statusCode, 403)
    assert.equal((await names('note', [], as(undefined))).statusCode, 401)
  })
})
