import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { ATTRIBUTES, filingCalls, GIVEN } from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const service = await startApp()
const reading = ['employees:read', 'employee_documents:read', 'company_documents:read', 'vault_links:read']
const { all, par, reader, stranger } = await managerWorld(service, reading)
const { aDocument } = filingCalls(service)
await aDocumentType(service, { code: 'contract', name: 'Contract' })
await aDocumentType(service, { code: 'rated', ...(ATTRIBUTES as object) })
await aDocumentType(service, { code: 'notice', kind: 'company' })

type Call = typeof all
const letter = (given: object = {}) =>
  aDocument('employee', { employee_technical_id: 'ada', document_type_code: 'contract', ...given })
const notice = (given: object = {}) =>
  aDocument('company', { organization_codes: ['PAR'], document_type_code: 'notice', ...given })

async function send(call: Call, data: unknown, file: Buffer | null = aPdf(), filename = 'scan.pdf') {
  const form = new FormData()
  if (data !== undefined) form.append('data', typeof data === 'string' ? data : JSON.stringify(data))
  if (file) form.append('file', new File([new Uint8Array(file)], filename))
  const { headers, payload } = await asPayload(form)
  return call('POST', '/manager/documents', { headers, body: payload })
}
const forAda = { title: 'Signed', document_type_code: 'contract', employee_technical_id: 'ada' }

describe('GET /manager/employees/{id}/documents and document_counts', () => {
  test('200 lists and counts what the manager may see of the folder, by type', async () => {
    const person = await anEmployee(service, { organizations: ['PAR', 'LON'] })
    const own = { employee_technical_id: person, document_type_code: 'contract' }
    const inParis = await aDocument('employee', { ...own, title: 'Paris', organization_codes: ['PAR'] })
    await aDocument('employee', { ...own, title: 'London', organization_codes: ['LON'] })
    const trashed = await aDocument('employee', { ...own, title: 'Old', organization_codes: ['PAR'] })
    await par('PUT', `/manager/documents/${trashed.id}/trash`)
    const titles = async (call: Call, query = '') =>
      (await call('GET', `/manager/employees/${person}/documents${query}`)).json().map((one: Titled) => one.title)

    const counted = (await par('GET', `/manager/employees/${person}/document_counts`)).json()

    assert.deepEqual(await titles(par), ['Paris'])
    assert.deepEqual(await titles(all), ['London', 'Paris'])
    assert.deepEqual(await titles(par, '?trashed=true'), ['Old'])
    assert.deepEqual(await titles(all, '?q=lond&document_type_code=contract'), ['London'])
    assert.deepEqual(await titles(all, '?document_type_code=rated'), [])
    assert.deepEqual(counted, {
      types: [{ document_type_code: 'contract', count: 1, newest_at: inParis.created_at }],
      trashed: 1,
    })
  })

  test('404 for an employee outside of the perimeter, 403 without the permission', async () => {
    const outside = await par('GET', '/manager/employees/bob/documents')
    const counts = await par('GET', '/manager/employees/bob/document_counts')
    const forbidden = await stranger('GET', '/manager/employees/ada/documents')

    assert.deepEqual([outside.statusCode, counts.statusCode, forbidden.statusCode], [404, 404, 403])
  })
})

type Titled = { title: string }

describe('GET /manager/employee_documents and company_documents', () => {
  test('200 finds in the perimeter, with the names of whom and what they are filed under', async () => {
    await letter({ title: 'Findable letter' })
    await notice({ title: 'Findable notice' })
    await notice({ title: 'Findable elsewhere', organization_codes: ['LON'] })
    const [found] = (await par('GET', '/manager/employee_documents?q=findable')).json()
    const notices = (await par('GET', '/manager/company_documents?q=findable')).json()

    assert.deepEqual(found.employee, { technical_id: 'ada', first_name: 'Ada', last_name: 'Moreau' })
    assert.deepEqual(found.organizations, [{ code: 'PAR', name: 'Paris' }])
    assert.deepEqual(
      notices.map((one: Titled) => one.title),
      ['Findable notice'],
    )
  })

  test('200 narrows by the value of a filter or a meta', async () => {
    await letter({ title: 'Rated', document_type_code: 'rated', ...GIVEN })
    const count = async (filter: string) =>
      (await all('GET', `/manager/employee_documents?filter=${filter}`)).json().length

    assert.deepEqual([await count('year:2024'), await count('level:B'), await count('year:2025')], [1, 1, 0])
    assert.equal((await all('GET', '/manager/employee_documents?filter=year')).statusCode, 422)
  })
})

describe('GET /manager/documents/{id}', () => {
  test('200 tells what the manager may do, and hands out the file and pictures of its pages', async () => {
    const { id, sha256 } = await letter()
    const opened = (await reader('GET', `/manager/documents/${id}`)).json()
    const file = await reader('GET', `/manager/documents/${id}/file`)
    const page = await reader('GET', `/manager/documents/${id}/pages/1`)
    const known = { headers: { 'if-none-match': String(page.headers.etag) } }
    const again = await reader('GET', `/manager/documents/${id}/pages/1`, known)

    assert.deepEqual(opened.permissions, reading.toSorted())
    assert.equal(opened.may_hold, false)
    assert.equal(file.headers.etag, `"${sha256}"`)
    assert.deepEqual([page.statusCode, page.headers['content-type'], again.statusCode], [200, 'image/webp', 304])
    assert.equal((await reader('GET', `/manager/documents/${id}/pages/9`)).json().code, 'no_preview')
  })

  test('404 for one outside of the perimeter, one of a deleted employee and none, all alike', async () => {
    const outside = await aDocument('employee', { employee_technical_id: 'bob', document_type_code: 'contract' })
    const person = await anEmployee(service, { organizations: ['PAR'] })
    const left = await aDocument('employee', { employee_technical_id: person, document_type_code: 'contract' })
    await service.v2('DELETE', `/employees/${person}`)

    for (const id of [outside.id, left.id, '00000000-0000-7000-8000-000000000000', 'x']) {
      for (const path of ['', '/file', '/pages/1']) {
        const answer = await par('GET', `/manager/documents/${id}${path}`)
        assert.deepEqual([answer.statusCode, answer.json().message], [404, `Document ${id} not found.`])
      }
    }
  })
})

describe('POST /manager/documents', () => {
  test('201 files it in the name of the manager, and tells of it', async () => {
    const answer = await send(par, { ...forAda, date: '2024-05-01', external_unique_id: 'portal-1' })
    const { id, origin, api_uploader_name, page_count } = answer.json()

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([origin, api_uploader_name, page_count], ['portal', 'Pa par', 1])
    assert.deepEqual(await eventsOf(service.db, id), ['employee_document.created'])
  })

  test('201 files a company document', async () => {
    const data = { title: 'Rules', document_type_code: 'notice', organization_codes: ['PAR'] }

    assert.equal((await send(par, data)).json().kind, 'company')
  })

  test('422 names what is wrong, and nothing is filed', async () => {
    const before = await countDocuments()
    const cases: [unknown, string, Buffer | null][] = [
      [{ ...forAda, title: '' }, 'title', aPdf()],
      [{ ...forAda, document_type_code: 'none' }, 'document_type_code', aPdf()],
      [{ title: 'x', document_type_code: 'contract' }, 'employee_technical_id', aPdf()],
      [{ title: 'x', document_type_code: 'notice' }, 'organization_codes', aPdf()],
      [{ ...forAda, document_type_code: 'rated' }, 'document_type_metas.signed_on', aPdf()],
      [{ ...forAda, external_unique_id: 'portal-1' }, 'external_unique_id', aPdf()],
      ['no json', 'data', aPdf()],
      ['[]', 'data', aPdf()],
      [undefined, 'data', aPdf()],
      [forAda, 'file', null],
      [forAda, 'file', Buffer.alloc(0)],
    ]
    for (const [data, field, file] of cases) {
      const answer = await send(par, data, file)
      assert.deepEqual([answer.statusCode, answer.json().errors?.[0].field], [422, field], answer.body)
    }
    assert.equal(await countDocuments(), before)
  })

  test('404 for employees and organizations outside of the perimeter, and for those who may only read', async () => {
    const company = { title: 'x', document_type_code: 'notice' }
    const answers = [
      await send(par, { ...forAda, employee_technical_id: 'bob' }),
      await send(par, { ...forAda, employee_technical_id: 'nobody' }),
      await send(par, { ...company, organization_codes: ['PAR', 'LON'] }),
      await send(reader, forAda),
      await send(stranger, forAda),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [404, 404, 404, 404, 404],
    )
  })
})

async function countDocuments(): Promise<number> {
  return (await service.db.selectFrom('documents').select('id').execute()).length
}

describe('PATCH, trash, untrash and DELETE /manager/documents/{id}', () => {
  test('200 changes it, puts it into the trash and takes it out; 204 deletes it', async () => {
    const { id } = await letter()
    const patched = await par('PATCH', `/manager/documents/${id}`, { body: { title: 'New', date: '2023-01-02' } })
    const trashed = await par('PUT', `/manager/documents/${id}/trash`)
    const back = await par('PUT', `/manager/documents/${id}/untrash`)
    const gone = await par('DELETE', `/manager/documents/${id}`)

    assert.deepEqual([patched.json().title, patched.json().employee.first_name], ['New', 'Ada'])
    assert.deepEqual([trashed.json().trashed, back.json().trashed, gone.statusCode], [true, false, 204])
    const events = ['created', 'updated', 'trashed', 'restored', 'deleted'].map((one) => `employee_document.${one}`)
    assert.deepEqual(await eventsOf(service.db, id), events)
  })

  test('409 under legal hold, which only those put and lift who write for the whole company', async () => {
    const { id } = await letter()
    const refused = await par('PATCH', `/manager/documents/${id}`, { body: { legal_hold: true } })
    const held = await all('PATCH', `/manager/documents/${id}`, { body: { legal_hold: true } })

    assert.deepEqual([refused.statusCode, held.json().legal_hold], [403, true])
    for (const [method, path] of [['PUT', '/trash'] as const, ['DELETE', ''] as const]) {
      const answer = await par(method, `/manager/documents/${id}${path}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'legal_hold'])
    }
  })

  test('403 for those who may only read it, and it stays as it is', async () => {
    const { id } = await letter()
    const calls = [
      ['PATCH', '', { body: { title: 'Mine' } }],
      ['PUT', '/trash', {}],
      ['PUT', '/untrash', {}],
      ['DELETE', '', {}],
      ['DELETE', '/vault_link', {}],
    ] as const

    for (const [method, path, options] of calls) {
      assert.equal((await reader(method, `/manager/documents/${id}${path}`, options)).statusCode, 403, path)
    }
    assert.deepEqual(await eventsOf(service.db, id), ['employee_document.created'])
  })

  test('422 for a value that does not fit the type', async () => {
    const { id } = await letter({ document_type_code: 'rated', ...GIVEN })
    const body = { document_type_metas: { signed_on: 'soon' } }
    const answer = await par('PATCH', `/manager/documents/${id}`, { body })

    assert.equal(answer.json().errors[0].field, 'document_type_metas.signed_on')
  })
})

describe('the vault of an employee', () => {
  test('is linked by the first document, unlinked, and linked again', async () => {
    const person = await anEmployee(service, { organizations: ['PAR'] })
    const at = `/manager/employees/${person}/vault_link`
    const state = async (call: Call = par) => (await call('GET', at)).json()
    assert.equal((await state()).state, 'never')
    const { id } = await letter({ employee_technical_id: person })
    assert.equal((await par('DELETE', `/manager/documents/${id}/vault_link`)).statusCode, 204)
    assert.equal((await par('GET', `/manager/documents/${id}`)).json().linked_to_vault, false)

    assert.equal((await state()).state, 'linked')
    assert.equal((await par('PUT', at)).json().code, 'already_linked')
    assert.equal((await par('DELETE', at)).json().state, 'unlinked')
    assert.equal((await par('DELETE', at)).statusCode, 404)
    assert.equal((await par('PUT', at)).json().state, 'linked')
    assert.deepEqual([(await state(reader)).may_write, (await reader('PUT', at)).statusCode], [false, 403])
    assert.equal((await par('GET', '/manager/employees/bob/vault_link')).statusCode, 404)
  })
})

test('GET /manager/document_types lists the types of what the manager may see, and which may be written', async () => {
  const types = async (call: Call) => (await call('GET', '/manager/document_types')).json()

  assert.deepEqual(await types(stranger), [])
  const [contract] = await types(reader)
  assert.deepEqual([contract.code, contract.name, contract.may_write], ['contract', 'Contract', false])
  assert.equal((await types(par)).find((one: { code: string }) => one.code === 'notice').may_write, true)
})
