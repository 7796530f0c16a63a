import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'

const service = await startApp()
const { v2, db } = service
const { aDocument, at } = filingCalls(service)

const read = async (document: Parameters<typeof at>[0]) => (await v2('GET', at(document))).json()
const findBy = async (query: string) =>
  (await v2('GET', `/employee_documents?${query}`)).json().map((one: { id: string }) => one.id)

describe('DELETE /organizations/{code} under which documents are filed', () => {
  test('409 says how many documents there are, of both kinds and in the trash too, and nothing changes', async () => {
    const code = await anOrganization(service)
    const left = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [code] })
    const filed = [
      await aDocument('company', { organization_codes: [left, code] }),
      await aDocument('company', { organization_codes: [code] }),
      await aDocument('employee', { employee_technical_id }),
    ]
    await v2('PUT', `${at(filed[1] ?? assert.fail())}/trash`)
    // They stay where they were filed when the employee moves on.
    await anEmployee(service, { technical_id: employee_technical_id, organizations: [left] })

    const answer = await v2('DELETE', `/organizations/${code}`)

    assert.equal(answer.statusCode, 409)
    assert.deepEqual(answer.json(), {
      code: 'organization_in_use',
      message: `The organization ${code} is used by 3 documents.`,
    })
    assert.equal((await v2('GET', `/organizations/${code}`)).statusCode, 200)
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('409 counts one document as one, beside what else relies on it', async () => {
    const code = await anOrganization(service)
    await anOrganization(service, { parent: code })
    await aDocument('company', { organization_codes: [code] })

    const answer = await v2('DELETE', `/organizations/${code}`)

    const message = `The organization ${code} is used by 1 organization below it; 1 document.`
    assert.deepEqual([answer.statusCode, answer.json().message], [409, message])
  })

  test('204 once the documents are filed elsewhere, or deleted', async () => {
    const code = await anOrganization(service)
    const other = await anOrganization(service)
    const moved = await aDocument('company', { organization_codes: [code] })
    const deleted = await aDocument('company', { organization_codes: [code, other] })

    await v2('PATCH', at(moved), { body: { organization_codes: [other] } })
    const still = await v2('DELETE', `/organizations/${code}`)
    await v2('DELETE', at(deleted))
    const gone = await v2('DELETE', `/organizations/${code}`)

    assert.deepEqual([still.statusCode, gone.statusCode], [409, 204])
    assert.deepEqual((await read(moved)).organization_codes, [other])
  })

  test('204 does not mind documents of another client under the same code', async () => {
    const code = await anOrganization(service)
    const theirs = unique('org')
    await v2('PUT', `/organizations/${theirs}`, { application: 'rival', body: { name: 'A' } })
    await aDocument('company', { application: 'rival', organization_codes: [theirs] })
    await anOrganization(service, { code: theirs })

    const answers = [await v2('DELETE', `/organizations/${theirs}`), await v2('DELETE', `/organizations/${code}`)]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [204, 204],
    )
  })
})

describe('an organization that is renamed or moved', () => {
  test('keeps its documents, which name it by its code', async () => {
    const code = await anOrganization(service)
    const above = await anOrganization(service)
    const document = await aDocument('company', { organization_codes: [code] })

    await v2('PATCH', `/organizations/${code}`, { body: { name: 'Renamed', parent: above } })

    assert.deepEqual(await read(document), document)
    const listed = (await v2('GET', `/company_documents?organization_code=${code}`)).json()
    assert.deepEqual(listed, [document])
    assert.deepEqual((await v2('GET', `/company_documents?organization_code=${above}`)).json(), [])
  })

  test('shows its code as it is now, when an operator changes it', async () => {
    const code = await anOrganization(service)
    const renamed = unique('org')
    const document = await aDocument('company', { organization_codes: [code] })

    await db
      .updateTable('organizations')
      .set({ code: renamed })
      .where('client_id', '=', acme.client.id)
      .where('code', '=', code)
      .execute()

    assert.deepEqual((await read(document)).organization_codes, [renamed])
    const listed = (await v2('GET', `/company_documents?organization_code=${renamed}`)).json()
    assert.deepEqual(
      listed.map((one: { id: string }) => one.id),
      [document.id],
    )
  })
})

describe('an employee who is deleted', () => {
  test('keeps the documents: they read, list, go to the trash and come back as before', async () => {
    const organization = await anOrganization(service)
    const employee = await anEmployee(service, { organizations: [organization] })
    const document = await aDocument('employee', { employee_technical_id: employee, file: 'kept' })

    await v2('DELETE', `/employees/${employee}`)

    assert.deepEqual(await read(document), document)
    assert.equal((await v2('GET', `${at(document)}/file`)).body, 'kept')
    assert.deepEqual(await findBy(`employee_technical_id=${employee}`), [document.id])
    assert.deepEqual(await findBy(`organization_code=${organization}`), [document.id])
    assert.equal((await v2('PUT', `${at(document)}/trash`)).statusCode, 200)
    assert.equal((await v2('PUT', `${at(document)}/untrash`)).statusCode, 200)
    assert.equal((await v2('DELETE', `/employees/${employee}/documents/${document.id}/link`)).statusCode, 204)
    assert.deepEqual(await eventsOf(db, document.id), [
      'employee_document.created',
      'employee_document.trashed',
      'employee_document.restored',
      'employee_document.unlinked',
    ])
  })

  test('has them when restored, and gets new ones again', async () => {
    const employee = await anEmployee(service)
    const document = await aDocument('employee', { employee_technical_id: employee })
    await v2('DELETE', `/employees/${employee}`)

    const restored = await v2('POST', `/employees/${employee}/restore`)
    const another = await aDocument('employee', { employee_technical_id: employee })

    assert.equal(restored.statusCode, 200)
    assert.deepEqual(await read(document), document)
    assert.deepEqual(await findBy(`employee_technical_id=${employee}&sort=created_at`), [document.id, another.id])
  })

  test('does not keep a document from being deleted', async () => {
    const document = await aDocument('employee')
    await v2('DELETE', `/employees/${document.employee_technical_id}`)

    assert.equal((await v2('DELETE', at(document))).statusCode, 204)
    assert.equal((await v2('GET', at(document))).statusCode, 404)
  })
})
