import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'

const service = await startApp()
const { v2, pool } = service
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { placed, release, covered } = holdCalls(service)

const document_type_code = await aDocumentType(service)

const RESTRICT_VIOLATION = '23001'

/** Refused by the database, which names the hold. */
async function refused(statement: string, values: unknown[], hold: string): Promise<void> {
  await assert.rejects(pool.query(statement, values), (error: { code?: string; detail?: string }) => {
    assert.equal(error.code, RESTRICT_VIOLATION)
    assert.match(error.detail ?? '', new RegExp(hold))
    return true
  })
}

describe('plain SQL', () => {
  let employee = ''
  let document = ''
  let note = ''
  let hold = ''
  before(async () => {
    employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
    document = await uploaded({ document_type_code, employee_technical_id: employee })
    note = await written('employees', { employee_technical_id: employee })
    hold = (await placed({ employee_technical_ids: [employee] })).id
  })

  test('deletes no row that is held', async () => {
    await refused('DELETE FROM documents WHERE id = $1', [document], hold)
    await refused('DELETE FROM notes WHERE id = $1', [note], hold)
    await refused('DELETE FROM employees WHERE technical_id = $1', [employee], hold)
  })

  test('puts no document into the trash that is held', async () => {
    await refused('UPDATE documents SET trashed_at = now() WHERE id = $1', [document], hold)
  })

  for (const table of ['documents', 'notes', 'employees']) {
    test(`does not empty ${table}`, async () => {
      await refused(`TRUNCATE ${table} CASCADE`, [], hold)
    })
  }

  test('deletes what is held no more', async () => {
    const other = await uploaded({ document_type_code, employee_technical_id: employee })
    const { id } = await placed({ document_ids: [other] })
    const all = await placed({ document_ids: [other] })
    await release(hold)
    await refused('DELETE FROM documents WHERE id = $1', [other], all.id)
    await release(id)
    await refused('DELETE FROM documents WHERE id = $1', [other], all.id)
    await release(all.id)
    const { rowCount } = await pool.query('DELETE FROM documents WHERE id = $1', [other])
    assert.equal(rowCount, 1)
  })
})

describe('what comes to fit', () => {
  test('with an employee who moves below a held organization: everything of the employee', async () => {
    const top = await anOrganization(service)
    const below = await anOrganization(service, { parent: top })
    const technicalId = await anEmployee(service, { organizations: [await anOrganization(service)] })
    const document = await uploaded({ document_type_code, employee_technical_id: technicalId })
    const note = await written('documents', { document_id: document })
    const hold = await placed({ organization_codes: [top] })
    assert.deepEqual(await covered(hold.id), [])

    const registrations = [{ organization_code: below, employee_number: '1' }]
    await v2('PATCH', `/employees/${technicalId}`, { body: { registrations } })

    assert.deepEqual(
      await covered(hold.id),
      [`employee ${technicalId}`, `employee_document ${document}`, `note ${note}`].toSorted(),
    )
  })

  test('with an organization that moves below a held one: its employees and its company documents', async () => {
    const [top, moved] = [await anOrganization(service), await anOrganization(service)]
    const technicalId = await anEmployee(service, { organizations: [moved] })
    const company = await uploaded({
      document_type_code: await aDocumentType(service, { kind: 'company' }),
      organization_codes: [moved],
    })
    const hold = await placed({ organization_codes: [top] })

    await v2('PATCH', `/organizations/${moved}`, { body: { parent: top } })

    assert.deepEqual(await covered(hold.id), [`company_document ${company}`, `employee ${technicalId}`])
  })

  test('and no longer fits later: it stays covered', async () => {
    const top = await anOrganization(service)
    const technicalId = await anEmployee(service, { organizations: [top] })
    const hold = await placed({ organization_codes: [top] })
    const registrations = [{ organization_code: await anOrganization(service), employee_number: '1' }]
    await v2('PATCH', `/employees/${technicalId}`, { body: { registrations } })

    assert.deepEqual(await covered(hold.id), [`employee ${technicalId}`])
  })
})

describe('a document that is filed under a matter', () => {
  test('is under hold from its first answer on, with its notes', async () => {
    const technicalId = await anEmployee(service, { organizations: [await anOrganization(service)] })
    const hold = await placed({ employee_technical_ids: [technicalId] })
    const document = await uploaded({ document_type_code, employee_technical_id: technicalId })
    const note = await written('documents', { document_id: document })

    assert.equal((await v2('GET', `/employee_documents/${document}`)).json().legal_hold, true)
    assert.equal((await v2('DELETE', `/notes/${note}`)).statusCode, 409)
    assert.equal((await covered(hold.id)).length, 3)
  })
})
