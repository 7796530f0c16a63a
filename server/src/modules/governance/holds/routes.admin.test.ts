import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { putForm } from '#modules/requests/forms/put-form.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { placed, release } = holdCalls(service)
const { made } = requestCalls(service)
const { started } = signatureCalls(service)
const { as } = portalCalls(service)

const top = await anOrganization(service, { code: 'HQ' })
const document_type_code = await aDocumentType(service)
const managerWith = async (permissions: string[] | undefined, organization = top) => {
  const role = await aRole(service, permissions ? { permissions } : {})
  const profiles = [{ role, organizations: [organization], include_below: true }]
  return as(`manager:${await aManager(service, { profiles })}`)
}
const admin = await managerWith(undefined)

/** An employee of an organization of their own, with a document and a note on each. */
async function aFolder() {
  const organization = await anOrganization(service, { parent: top })
  const employee = await anEmployee(service, { organizations: [organization] })
  const document = await uploaded({ document_type_code, employee_technical_id: employee })
  const note = await written('employees', { employee_technical_id: employee })
  return { organization, employee, document, note }
}

const preview = (scope: object, call = admin) => call('POST', '/admin/legal_holds/preview', { body: { scope } })

describe('POST /admin/legal_holds/preview', () => {
  test('200 counts what the hold covers when it is placed, and stores nothing', async () => {
    const { organization, employee, document, note } = await aFolder()
    const scope = { organization_codes: [organization] }
    const before = await service.pool.query('SELECT count(*) FROM legal_holds')

    const answer = await preview(scope)

    assert.equal(answer.statusCode, 200, answer.body)
    const { counts, total, samples } = answer.json()
    assert.deepEqual([counts, total], [{ employee: 1, employee_document: 1, note: 1 }, 3])
    const ids = samples.map((one: { resource_id: string }) => one.resource_id)
    assert.deepEqual(ids.toSorted(), [employee, document, note].toSorted())
    const after = await service.pool.query('SELECT count(*) FROM legal_holds')
    assert.deepEqual(after.rows, before.rows)
    assert.deepEqual((await placed(scope)).counts, counts)
  })

  test('200 shows at most three of a type, with their names', async () => {
    const { employee } = await aFolder()
    for (let n = 0; n < 4; n += 1) await uploaded({ document_type_code, employee_technical_id: employee })
    const scope = { employee_technical_ids: [employee], resource_types: ['employee_document'] }

    const { counts, samples } = (await preview(scope)).json()

    assert.deepEqual(counts, { employee_document: 5 })
    assert.equal(samples.length, 3)
    for (const { title, employee: owner } of samples)
      assert.deepEqual([typeof title, owner.technical_id], ['string', employee])
  })

  test('200 with nothing where nothing fits', async () => {
    const { employee } = await aFolder()
    const scope = { employee_technical_ids: [employee], date_until: '1999-12-31' }
    assert.deepEqual((await preview(scope)).json(), { counts: {}, total: 0, samples: [] })
  })

  for (const [field, scope] of [
    ['scope', {}],
    ['scope', { date_since: '2021-01-01' }],
    ['scope.employee_technical_ids.0', { employee_technical_ids: ['nobody'] }],
    ['scope.organization_codes.0', { organization_codes: ['nowhere'] }],
    [
      'scope.date_until',
      { document_type_codes: [document_type_code], date_since: '2021-02-02', date_until: '2021-02-01' },
    ],
  ] as const) {
    test(`422 on ${field} for ${JSON.stringify(scope)}`, async () => {
      const answer = await preview(scope)
      assert.equal(answer.statusCode, 422, answer.body)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        [field],
      )
    })
  }

  test('422 for what belongs to another client', async () => {
    const { employee } = await aFolder()
    const owner = globex
    const role = await aRole(service, { owner })
    const profiles = [{ role, organizations: [await anOrganization(service, { owner })], include_below: true }]
    const rival = as(`manager:${await aManager(service, { owner, profiles })}`, 'globex')
    const answer = await preview({ employee_technical_ids: [employee] }, rival)
    assert.deepEqual(
      [answer.statusCode, answer.json().errors?.[0].field],
      [422, 'scope.employee_technical_ids.0'],
      answer.body,
    )
  })

  test('403 without the write permission for the whole client, 401 without a session', async () => {
    const { organization, employee } = await aFolder()
    const scope = { employee_technical_ids: [employee] }
    assert.equal((await preview(scope, await managerWith(['legal_holds:read']))).statusCode, 403)
    assert.equal((await preview(scope, await managerWith(undefined, organization))).statusCode, 403)
    assert.equal((await preview(scope, as(undefined))).statusCode, 401)
  })
})

/** Something of each type, all of one employee. */
async function aFullFolder() {
  const folder = await aFolder()
  const { employee, organization, document } = folder
  const form_code = unique('f')
  await service.doWork(acme, (work) => putForm(work, form_code, { title: 'Leave', fields: [] }))
  const creator_technical_id = await aManager(service)
  const request = await made({ form_code, creator_technical_id, employee_technical_id: employee, subject: 'Two weeks' })
  const process = await started({ employee_technical_id: employee, title: 'Contract' })
  const onDocument = await written('documents', { document_id: document })
  const scope = { employee_technical_ids: [employee] }
  return { ...folder, organization, onDocument, request: String(request.id), process: process.id, scope }
}

describe('GET /admin/legal_holds/{id}/items', () => {
  test('200 names what is covered, and whom it is about', async () => {
    const { employee, document, note, onDocument, request, process, scope } = await aFullFolder()
    const hold = await placed(scope)

    const items = (await admin('GET', `/admin/legal_holds/${hold.id}/items`)).json()

    const named = new Map(
      items.map(({ covered_at, ...item }: { resource_id: string; covered_at: string }) => {
        assert.ok(Date.parse(covered_at) > 0)
        return [item.resource_id, item]
      }),
    )
    const of = { technical_id: employee, name: `Eve ${employee}` }
    const shown = (type: string, id: string, title: string | null, document_id: string | null = null) => {
      assert.deepEqual(named.get(id), { resource_type: type, resource_id: id, title, employee: of, document_id })
    }
    assert.equal(named.size, 6)
    shown('employee', employee, null)
    shown('employee_document', document, (await service.v2('GET', `/employee_documents/${document}`)).json().title)
    shown('request', request, 'Two weeks')
    shown('signature_process', process, 'Contract')
    shown('note', note, null)
    shown('note', onDocument, null, document)
  })

  test('200 without names of what the administrator may not read', async () => {
    const { document, request, scope } = await aFullFolder()
    const hold = await placed(scope)
    const reader = await managerWith(['legal_holds:read', 'requests:read', 'employee_documents:read'])

    const items = (await reader('GET', `/admin/legal_holds/${hold.id}/items`)).json()

    const titled = items.filter((one: { title: string | null; employee: unknown }) => one.title ?? one.employee)
    assert.deepEqual(
      titled.map((one: { resource_id: string }) => one.resource_id),
      [document],
    )
    assert.ok(items.some((one: { resource_id: string }) => one.resource_id === request))
  })

  test('200 for applications without names', async () => {
    const { scope } = await aFullFolder()
    const hold = await placed(scope)
    const [item] = (await service.v2('GET', `/legal_holds/${hold.id}/items`)).json()
    assert.deepEqual(Object.keys(item).toSorted(), ['covered_at', 'resource_id', 'resource_type'])
  })
})

describe('what managers are told of holds', () => {
  test('200 names the open ones on a page, to those alone who may read holds', async () => {
    const { employee, organization, document, request, process, scope } = await aFullFolder()
    const over = await placed(scope)
    await release(over.id)
    const hold = await placed(scope, { name: 'Court 7' })
    const local = await managerWith(undefined, organization)
    for (const [path, read] of [
      [`/manager/documents/${document}`, (body: Told) => body.legal_holds],
      [`/manager/requests/${request}`, (body: Told) => body.legal_holds],
      [`/manager/signatures/${process}`, (body: Told) => body.legal_holds],
      [`/manager/employees/${employee}/legal_holds`, (body: Told) => body as unknown as Told['legal_holds']],
    ] as const) {
      const told = { id: hold.id, kind: 'matter', placed_at: hold.created_at }
      const toAdmin = await admin('GET', path)
      assert.equal(toAdmin.statusCode, 200, toAdmin.body)
      assert.deepEqual(read(toAdmin.json()), [{ ...told, name: 'Court 7' }], path)
      assert.deepEqual(read((await local('GET', path)).json()), [{ ...told, name: null }], path)
    }
  })

  test('404 for the holds of an employee elsewhere, 403 without the permission, 401 without a session', async () => {
    const { employee } = await aFolder()
    const path = `/manager/employees/${employee}/legal_holds`
    const elsewhere = await managerWith(undefined, await anOrganization(service, { parent: top }))
    assert.equal((await elsewhere('GET', path)).statusCode, 404)
    assert.equal((await (await managerWith(['notes:read']))('GET', path)).statusCode, 403)
    assert.equal((await as(undefined)('GET', path)).statusCode, 401)
  })
})

type Told = { legal_holds: { id: string; name: string | null }[] }
