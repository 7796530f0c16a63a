import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { db, v2, pool } = service
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)

const VISIBLE = await aDocumentType(service, {
  code: 'payslip',
  name: 'Payslip',
  localized_names: [{ language_code: 'fr-fr', value: 'Bulletin de paie' }],
  visible_by_employee: true,
})
const HIDDEN = await aDocumentType(service, { code: 'appraisal', visible_by_employee: false })
const SENDABLE = await aDocumentType(service, {
  code: 'id-card',
  name: 'Identity card',
  visible_by_employee: true,
  upload_by_employee: true,
  allowed_extensions: ['pdf', 'png'],
  metas: [{ code: 'valid_until', type: 'date', required: true }],
})
const HQ = await anOrganization(service, { code: 'HQ' })
const aPerson = (given: object = {}) => anEmployee(service, { organizations: [HQ], ...given })

async function send(employee: string, data: object | string, { file = aPdf(), filename = 'My card.pdf' } = {}) {
  const form = new FormData()
  form.append('data', typeof data === 'string' ? data : JSON.stringify(data))
  form.append('file', new File([new Uint8Array(file)], filename))
  const { headers, payload } = await asPayload(form)
  return as(`employee:${employee}`)('POST', '/me/documents', { headers, body: payload })
}

describe('GET /me/document_types', () => {
  test('200 lists what is seen or sent, in the language of the employee, with counts of what is seen', async () => {
    const employee = await aPerson({ language: 'fr-fr' })
    await aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE })
    const trashed = await aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE })
    await v2('PUT', `${at(trashed)}/trash`)
    await aDocument('employee', { employee_technical_id: employee, document_type_code: HIDDEN })

    const answer = await as(`employee:${employee}`)('GET', '/me/document_types')

    const told = answer.json().map((one: Record<string, unknown>) => [one.code, one.name, one.documents_count])
    assert.deepEqual(told, [
      [VISIBLE, 'Bulletin de paie', 1],
      [SENDABLE, 'Identity card', 0],
    ])
    assert.equal(answer.json()[1].metas[0].code, 'valid_until')
  })
})

describe('GET /me/documents', () => {
  test('200 shows visible documents of the own folder, newest first, by pages, and nothing of how they are kept', async () => {
    const employee = await aPerson()
    const filed = []
    for (const title of ['First', 'Second', 'Third']) {
      service.clock.advance(1)
      filed.push(await aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE, title }))
    }
    await aDocument('employee', { employee_technical_id: employee, document_type_code: HIDDEN })
    await aDocument('employee', { document_type_code: VISIBLE })
    const mine = as(`employee:${employee}`)

    const first = await mine('GET', '/me/documents?per_page=2')
    const second = await mine('GET', `/me/documents?per_page=2&cursor=${first.headers['next-cursor']}`)

    const titles = [...first.json(), ...second.json()].map((one: { title: string }) => one.title)
    assert.deepEqual(titles, ['Third', 'Second', 'First'])
    assert.equal(second.headers['next-cursor'], undefined)
    assert.equal(first.json()[0].document_type_name, 'Payslip')
    for (const secret of ['legal_hold', 'external_unique_id', 'api_uploader_name']) {
      assert.ok(!(secret in first.json()[0]), secret)
    }
    const colleague = await aPerson()
    const stolen = await as(`employee:${colleague}`)('GET', `/me/documents?cursor=${first.headers['next-cursor']}`)
    assert.equal(stolen.statusCode, 400)
  })

  test('200 finds by type, text and dates', async () => {
    const employee = await aPerson()
    const filed = { employee_technical_id: employee, document_type_code: VISIBLE }
    await aDocument('employee', { ...filed, title: 'Prime d’été', date: '2024-07-01' })
    await aDocument('employee', { ...filed, title: 'March', date: '2025-03-31' })
    const mine = as(`employee:${employee}`)
    const titles = async (query: string) =>
      (await mine('GET', `/me/documents?${query}`)).json().map((one: { title: string }) => one.title)

    assert.deepEqual(await titles('q=ete'), ['Prime d’été'])
    assert.deepEqual(await titles('date_since=2025-01-01'), ['March'])
    assert.deepEqual(await titles('date_until=2024-12-31'), ['Prime d’été'])
    assert.deepEqual(await titles(`document_type_code=${SENDABLE}`), [])
    assert.deepEqual(await titles(`document_type_code=${HIDDEN}`), [])
    assert.equal((await mine('GET', '/me/documents?date_since=soon')).statusCode, 400)
  })
})

describe('GET /me/documents/{id}', () => {
  test('404 for what is hidden, trashed, a colleague’s or of another client', async () => {
    const employee = await aPerson()
    const colleague = await aPerson()
    await anEmployee(service, { technical_id: employee, owner: globex })
    const mine = await aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE })
    const hidden = await aDocument('employee', { employee_technical_id: employee, document_type_code: HIDDEN })
    const trashed = await aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE })
    await v2('PUT', `${at(trashed)}/trash`)
    const statusOf = async (who: string, id: string, client = 'acme') => {
      const call = as(`employee:${who}`, client)
      const answers = [
        await call('GET', `/me/documents/${id}`),
        await call('GET', `/me/documents/${id}/file`),
        await call('GET', `/me/documents/${id}/pages/1`),
      ]
      return answers.map((one) => one.statusCode)
    }

    assert.deepEqual(await statusOf(employee, mine.id), [200, 200, 200])
    for (const id of [hidden.id, trashed.id, 'x']) assert.deepEqual(await statusOf(employee, id), [404, 404, 404])
    assert.deepEqual(await statusOf(colleague, mine.id), [404, 404, 404])
    assert.deepEqual(await statusOf(employee, mine.id, 'globex'), [404, 404, 404])
  })
})

describe('GET /me/documents/{id}/file', () => {
  test('200 shows what is safe in place, and saves the rest or what is asked to be saved', async () => {
    const employee = await aPerson()
    const filed = { employee_technical_id: employee, document_type_code: VISIBLE }
    const pdf = await aDocument('employee', filed)
    const page = await aDocument('employee', { ...filed, file: '<script>alert(1)</script>', filename: 'page.html' })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const picture = await aDocument('employee', { ...filed, file: svg, filename: 'a.svg' })
    const mine = as(`employee:${employee}`)
    const dispositionOf = async (path: string) =>
      String((await mine('GET', `/me/documents/${path}`)).headers['content-disposition']).split(';')[0]

    assert.equal(await dispositionOf(`${pdf.id}/file`), 'inline')
    assert.equal(await dispositionOf(`${pdf.id}/file?download=true`), 'attachment')
    for (const { id, content_type } of [page, picture]) {
      assert.equal(await dispositionOf(`${id}/file`), content_type === 'text/plain' ? 'inline' : 'attachment')
    }
    const part = await mine('GET', `/me/documents/${pdf.id}/file`, { headers: { range: 'bytes=0-3' } })
    assert.deepEqual([part.statusCode, part.body], [206, '%PDF'])
    assert.equal(part.headers['x-content-type-options'], 'nosniff')
  })
})

describe('GET /me/documents/{id}/pages/{page}', () => {
  test('200 draws a page once for each browser; 404 beyond the last, and for what is not a PDF', async () => {
    const employee = await aPerson()
    const filed = { employee_technical_id: employee, document_type_code: VISIBLE }
    const pdf = await aDocument('employee', filed)
    const text = await aDocument('employee', { ...filed, file: 'Hello', filename: 'a.txt' })
    const mine = as(`employee:${employee}`)

    const page = await mine('GET', `/me/documents/${pdf.id}/pages/1`)
    const again = await mine('GET', `/me/documents/${pdf.id}/pages/1`, {
      headers: { 'if-none-match': String(page.headers.etag) },
    })

    assert.equal(page.headers['content-type'], 'image/webp')
    assert.equal(again.statusCode, 304)
    for (const path of [`${pdf.id}/pages/999`, `${text.id}/pages/1`]) {
      const refused = await mine('GET', `/me/documents/${path}`)
      assert.deepEqual([refused.statusCode, refused.json().code], [404, 'no_preview'])
    }
    assert.equal((await mine('GET', `/me/documents/${pdf.id}/pages/0`)).statusCode, 404)
  })
})

describe('POST /me/documents', () => {
  test('201 files what an employee sends in the own folder and vault, and tells of it', async () => {
    const employee = await aPerson()

    const answer = await send(employee, { document_type_code: SENDABLE, metas: { valid_until: '2030-01-31' } })

    assert.equal(answer.statusCode, 201, answer.body)
    const { id, title, origin, document_type_metas } = answer.json()
    assert.deepEqual([title, origin, document_type_metas], ['My card', 'portal', { valid_until: '2030-01-31' }])
    assert.deepEqual(await eventsOf(db, id), ['employee_document.created'])
    const filed = (await v2('GET', `/employee_documents/${id}`)).json()
    assert.deepEqual([filed.employee_technical_id, filed.organization_codes], [employee, [HQ]])
    assert.equal((await as(`employee:${employee}`)('GET', `/me/vault/${id}`)).statusCode, 200)
  })

  test('422 names what is wrong, and leaves nothing behind', async () => {
    const employee = await aPerson()
    const metas = { valid_until: '2030-01-31' }
    const fieldsOf = async (...sent: [object | string, { file?: Buffer; filename?: string }?]) => {
      const answer = await send(employee, ...sent)
      assert.equal(answer.statusCode, 422, answer.body)
      return answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
    }

    assert.deepEqual(await fieldsOf('{'), ['data invalid'])
    assert.deepEqual(await fieldsOf('[]'), ['data wrong_type'])
    assert.deepEqual(await fieldsOf({}), ['document_type_code required'])
    for (const code of [VISIBLE, HIDDEN, 'none']) {
      assert.deepEqual(await fieldsOf({ document_type_code: code }), ['document_type_code unknown_document_type'])
    }
    assert.deepEqual(await fieldsOf({ document_type_code: SENDABLE }), ['metas.valid_until required'])
    assert.deepEqual(await fieldsOf({ document_type_code: SENDABLE, metas, date: 'soon' }), ['date invalid_date'])
    assert.deepEqual(await fieldsOf({ document_type_code: SENDABLE, metas }, { filename: 'a.exe' }), [
      'file extension_not_allowed',
    ])
    assert.deepEqual(await fieldsOf({ document_type_code: SENDABLE, metas }, { file: Buffer.alloc(0) }), ['file empty'])
    const filed = await v2('GET', `/employee_documents?employee_technical_id=${employee}`)
    assert.deepEqual(filed.json(), [])
  })

  test('413 for a file that is too large, 400 for what is not a form, 403 without our header', async () => {
    const employee = await aPerson()
    const data = { document_type_code: SENDABLE, metas: { valid_until: '2030-01-31' } }
    const mine = as(`employee:${employee}`)

    const large = await send(employee, data, { file: Buffer.alloc(service.maxFileBytes + 1, 'a') })
    const plain = await mine('POST', '/me/documents', { body: data })
    const forged = await mine('POST', '/me/documents', { headers: { 'x-requested-with': '' } })

    assert.deepEqual([large.statusCode, plain.statusCode, forged.statusCode], [413, 400, 403])
    const { rowCount } = await pool.query(`
      SELECT FROM documents document JOIN employees employee ON employee.key = document.employee_key
      WHERE employee.technical_id = '${employee}'`)
    assert.equal(rowCount, 0)
  })
})
