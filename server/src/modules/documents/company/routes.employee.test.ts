import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { type FiledOptions, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)

await anOrganization(service, { code: 'GROUP' })
await anOrganization(service, { code: 'FRANCE', name: 'France SAS', parent: 'GROUP' })
await anOrganization(service, { code: 'PARIS', parent: 'FRANCE' })
await anOrganization(service, { code: 'LYON', parent: 'FRANCE' })
const OPEN = await aDocumentType(service, {
  code: 'rules',
  kind: 'company',
  name: 'Rules',
  visible_by_employee: true,
  localized_names: [{ language_code: 'fr-fr', value: 'Règlement' }],
})
const HIDDEN = await aDocumentType(service, { code: 'minutes', kind: 'company' })

const employee = await anEmployee(service, { organizations: ['FRANCE'], language: 'fr-fr' })
const mine = as(`employee:${employee}`)
const list = async (query = '') => (await mine('GET', `/me/company_documents${query}`)).json() as { title: string }[]
const titles = async (query = '') => (await list(query)).map((one) => one.title)

function filed(title: string, organization_codes: string[], given: FiledOptions = {}) {
  service.clock.advance(1)
  return aDocument('company', { document_type_code: OPEN, title, organization_codes, ...given })
}
const PARTS = ['', '/file', '/pages/1']
async function statuses(id: string, call = mine): Promise<number[]> {
  const answers = await Promise.all(PARTS.map((part) => call('GET', `/me/company_documents/${id}${part}`)))
  return answers.map((one) => one.statusCode)
}
const READ = [200, 200, 200]
const ABSENT = [404, 404, 404]

const own = await filed('Own', ['FRANCE', 'GROUP', 'LYON'], { filename: 'own.pdf' })
const above = await filed('Above', ['GROUP'])
const below = await filed('Below', ['PARIS'])
const hidden = await filed('Hidden', ['FRANCE'], { document_type_code: HIDDEN })
const trashed = await filed('Trashed', ['FRANCE'])
await v2('PUT', `${at(trashed)}/trash`)

describe('Spec 20: company documents that an employee may read', () => {
  test('200 lists those of the own organizations and of all above, newest first, in the language of the employee', async () => {
    assert.deepEqual(await titles(), ['Above', 'Own'])
    assert.partialDeepStrictEqual((await list())[1], {
      id: own.id,
      document_type_name: 'Règlement',
      filename: 'own.pdf',
      page_count: 1,
      organizations: [{ code: 'FRANCE', name: 'France SAS' }, { code: 'GROUP' }],
    })
  })

  test('200 searches titles, and pages in both directions', async () => {
    assert.deepEqual(await titles('?q=abov'), ['Above'])
    assert.deepEqual(await titles('?q=hidden'), [])
    const first = await mine('GET', '/me/company_documents?per_page=1')
    const second = await mine('GET', `/me/company_documents?per_page=1&cursor=${first.headers['next-cursor']}`)
    const back = await mine('GET', `/me/company_documents?per_page=1&cursor=${second.headers['previous-cursor']}`)
    assert.deepEqual(
      [first, second, back].map((page) => page.json()[0].title),
      ['Above', 'Own', 'Above'],
    )
    assert.equal(second.headers['next-cursor'], undefined)
    assert.equal((await mine('GET', '/me/company_documents?per_page=0')).statusCode, 400)
    assert.equal((await mine('GET', '/me/company_documents?cursor=forged')).statusCode, 400)
  })

  test('200 the document, its file and its pages', async () => {
    assert.deepEqual(await statuses(own.id), READ)
    assert.deepEqual(await statuses(above.id), READ)
    const file = await mine('GET', `/me/company_documents/${own.id}/file?download=true`)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="own.pdf"/)
    assert.doesNotMatch((await mine('GET', `/me/company_documents/${own.id}`)).body, /LYON/)
  })

  test('404 for another organization, a type that is not visible, the trash, a document of an employee, and no document', async () => {
    const personal = await aDocument('employee', { employee_technical_id: employee })

    for (const { id } of [below, hidden, trashed, personal, { id: 'none' }])
      assert.deepEqual(await statuses(id), ABSENT)
  })

  test('404 for an employee of another organization, a terminated one, another client; 403 for managers', async () => {
    const elsewhere = await anEmployee(service, { organizations: ['LYON'] })
    const left = await anEmployee(service, {
      registrations: [{ organization_code: 'FRANCE', employee_number: '7', active: false }],
    })
    const onlyFrance = await filed('Only France', ['FRANCE'])
    await anOrganization(service, { code: 'FRANCE', owner: globex })
    await anEmployee(service, { technical_id: employee, organizations: ['FRANCE'], owner: globex })
    const outside = await anEmployee(service, { organizations: [await anOrganization(service)] })
    const role = await aRole(service)
    const manager = await aManager(service, { profiles: [{ role, organizations: ['GROUP'], include_below: true }] })

    assert.deepEqual(await statuses(onlyFrance.id, as(`employee:${elsewhere}`)), READ, 'below France')
    assert.deepEqual(await statuses(below.id, as(`employee:${elsewhere}`)), ABSENT)
    for (const call of [as(`employee:${left}`), as(`employee:${employee}`, 'globex'), as(`employee:${outside}`)]) {
      assert.deepEqual(await statuses(onlyFrance.id, call), ABSENT)
      assert.deepEqual((await call('GET', '/me/company_documents')).json(), [])
    }
    assert.deepEqual(await statuses(onlyFrance.id, as(`manager:${manager}`)), [403, 403, 403])
    await v2('DELETE', at(onlyFrance))
  })

  test('a change of visibility, of organizations or of the registration counts at once', async () => {
    const mover = await anEmployee(service, { organizations: ['PARIS'] })
    const theirs = as(`employee:${mover}`)
    const document = await filed('Paris only', ['PARIS'])
    const show = (visible_by_employee: boolean) =>
      v2('PATCH', `/document_types/${OPEN}`, { body: { visible_by_employee } })
    assert.deepEqual(await statuses(document.id, theirs), READ)

    await show(false)
    assert.deepEqual(await statuses(document.id, theirs), ABSENT)
    assert.deepEqual((await theirs('GET', '/me/company_documents')).json(), [])
    await show(true)
    assert.deepEqual(await statuses(document.id, theirs), READ)

    const registrations = [{ organization_code: 'LYON', employee_number: '1' }]
    await v2('PATCH', `/employees/${mover}`, { body: { registrations } })
    assert.deepEqual(await statuses(document.id, theirs), ABSENT)
    await v2('PATCH', at(document), { body: { organization_codes: ['LYON'] } })
    assert.deepEqual(await statuses(document.id, theirs), READ)
  })
})
