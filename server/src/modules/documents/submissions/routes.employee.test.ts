import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { db, v2, clock, pool } = service
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)
const { idsInVault } = vaultCalls(service)

const TYPE = await aDocumentType(service, { visible_by_employee: true, upload_by_employee: true })
const UNSEEN = await aDocumentType(service, { visible_by_employee: false, upload_by_employee: true })
await anOrganization(service, { code: 'PAR' })
await aRole(service, { code: 'hr', permissions: ['employees:read', 'employee_documents:read'] })
const profiles = [{ role: 'hr', organizations: ['PAR'], include_below: true }]
await aManager(service, { technical_id: 'M-PAR', profiles })
const aPerson = () => anEmployee(service, { organizations: ['PAR'] })

async function post(employee: string, path: string, data: object, file: Buffer) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(file)], 'card.pdf'))
  const { headers, payload } = await asPayload(form)
  return as(`employee:${employee}`)('POST', path, { headers, body: payload })
}
async function sent(employee: string, type = TYPE, file = aPdf()): Promise<{ id: string; sha256: string }> {
  const answer = await post(employee, '/me/documents', { document_type_code: type, title: 'My card' }, file)
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json()
}
const call = (employee: string, id: string, verb: string) =>
  as(`employee:${employee}`)('POST', `/me/documents/${id}/${verb}`)
const open = (employee: string, id: string) => as(`employee:${employee}`)('GET', `/me/documents/${id}`)
/** What was sent or withdrawn lies a day back now; sessions do not last so long. */
const aDayLater = (id: string) =>
  pool.query(
    `UPDATE own_uploads SET sent_at = sent_at - interval '1 day', withdrawn_at = withdrawn_at - interval '25 hours'
     FROM documents WHERE documents.key = document_key AND documents.id = $1`,
    [id],
  )

describe('POST /portal/api/me/documents/{id}/withdraw', () => {
  test('204 takes it out of folder and vault, leaves it in the trash of the company, and can be undone', async () => {
    const employee = await aPerson()
    const { id } = await sent(employee)
    assert.ok((await open(employee, id)).json().withdrawable_until)

    const answers = [await call(employee, id, 'withdraw'), await call(employee, id, 'withdraw')]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [204, 204],
    )
    assert.equal((await open(employee, id)).statusCode, 404)
    assert.deepEqual(await idsInVault(employee), [])
    assert.equal((await v2('GET', `/employee_documents/${id}`)).json().trashed, true)
    assert.deepEqual(await eventsOf(db, id), ['employee_document.created', 'employee_document.trashed'])

    assert.equal((await call(employee, id, 'restore')).statusCode, 204)
    assert.equal((await open(employee, id)).statusCode, 200)
    assert.deepEqual(await idsInVault(employee), [id])
    assert.equal((await eventsOf(db, id)).at(-1), 'employee_document.restored')
    assert.equal((await call(employee, id, 'withdraw')).statusCode, 204, 'and withdrawn again')
  })

  test('204 takes back what the employee does not see once it was sent', async () => {
    const employee = await aPerson()
    const { id } = await sent(employee, UNSEEN)
    assert.equal((await call(employee, id, 'withdraw')).statusCode, 204)
    assert.equal((await v2('GET', `/employee_documents/${id}`)).json().trashed, true)
  })

  test('409 after a day, once HR has changed it, under legal hold, and for what the company filed', async () => {
    const employee = await aPerson()
    const filed = await aDocument('employee', { employee_technical_id: employee, document_type_code: TYPE })
    const changed = await sent(employee)
    const held = await sent(employee)
    const old = await sent(employee)
    clock.advance(60)
    await v2('PATCH', at({ kind: 'employee', id: changed.id }), { body: { title: 'Filed by HR' } })
    await v2('PATCH', at({ kind: 'employee', id: held.id }), { body: { legal_hold: true } })
    for (const [id, code] of [
      [filed.id, 'not_withdrawable'],
      [changed.id, 'not_withdrawable'],
      [held.id, 'legal_hold'],
    ] as const) {
      assert.equal((await open(employee, id)).json().withdrawable_until, null)
      const answer = await call(employee, id, 'withdraw')
      assert.deepEqual([answer.statusCode, answer.json().code], [409, code])
    }
    await aDayLater(old.id)
    assert.equal((await open(employee, old.id)).json().withdrawable_until, null)
    assert.equal((await call(employee, old.id, 'withdraw')).statusCode, 409)
    assert.equal((await post(employee, `/me/documents/${old.id}/replace`, {}, aPdf('new'))).statusCode, 409)
  })

  test('409 while a retention policy protects it, and no withdrawal is offered', async () => {
    const employee = await aPerson()
    const { id } = await sent(employee, UNSEEN)
    const seen = await sent(employee)
    const policy = {
      name: 'Nine years',
      resource_type: 'employee_document',
      filters: { document_type_codes: [TYPE] },
      trigger: { event: 'created' },
      delay: 'P9Y',
      action: 'delete',
      protects: true,
    }
    assert.equal((await v2('PUT', '/retention_policies/protects', { body: policy })).statusCode, 201)

    const [opened, withdrawn] = [await open(employee, seen.id), await call(employee, seen.id, 'withdraw')]
    assert.equal((await v2('DELETE', '/retention_policies/protects')).statusCode, 204)

    assert.equal(opened.json().withdrawable_until, null)
    assert.deepEqual([withdrawn.statusCode, withdrawn.json().code], [409, 'retention'])
    assert.ok((await open(employee, seen.id)).json().withdrawable_until)
    assert.equal((await call(employee, id, 'withdraw')).statusCode, 204)
  })

  test('404 for others, and for what HR put into the trash; it cannot be brought back from there', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const rival = await anEmployee(service, { owner: globex })
    const { id } = await sent(employee)
    for (const verb of ['withdraw', 'restore']) {
      assert.equal((await call(other, id, verb)).statusCode, 404)
      const foreign = await as(`employee:${rival}`, globex.client.id)('POST', `/me/documents/${id}/${verb}`)
      assert.equal(foreign.statusCode, 404)
      assert.equal((await call(employee, 'no-uuid', verb)).statusCode, 404)
      assert.equal((await as('manager:M-PAR')('POST', `/me/documents/${id}/${verb}`)).statusCode, 403)
    }
    await v2('PUT', `${at({ kind: 'employee', id })}/trash`)
    assert.equal((await call(employee, id, 'withdraw')).statusCode, 404)
    assert.equal((await call(employee, id, 'restore')).statusCode, 404)
  })

  test('409 brings nothing back a day after it was withdrawn', async () => {
    const employee = await aPerson()
    const { id } = await sent(employee)
    await call(employee, id, 'withdraw')
    await aDayLater(id)
    assert.equal((await call(employee, id, 'restore')).statusCode, 409)
  })
})

describe('POST /portal/api/me/documents/{id}/replace', () => {
  test('201 files the other file under the same title and type, and withdraws the first', async () => {
    const employee = await aPerson()
    const { id } = await sent(employee)

    const answer = await post(employee, `/me/documents/${id}/replace`, {}, aPdf('sharper'))

    assert.equal(answer.statusCode, 201, answer.body)
    const { id: made, title, document_type_code } = answer.json()
    assert.deepEqual([title, document_type_code], ['My card', TYPE])
    assert.equal((await open(employee, id)).statusCode, 404)
    assert.ok((await open(employee, made)).json().withdrawable_until)
    assert.deepEqual(await idsInVault(employee), [made])
  })

  test('4xx leaves everything as it is', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const { id } = await sent(employee)

    assert.equal((await post(other, `/me/documents/${id}/replace`, {}, aPdf())).statusCode, 404)
    assert.equal((await post(employee, `/me/documents/${id}/replace`, {}, Buffer.alloc(0))).statusCode, 422)

    assert.equal((await open(employee, id)).statusCode, 200)
    const list = await as(`employee:${employee}`)('GET', '/me/documents')
    assert.equal(list.json().length, 1)
  })
})

describe('GET /portal/api/…/documents?sha256=', () => {
  test('200 finds the same file among what one may see, and nowhere else', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const file = aPdf('identical')
    const { id, sha256 } = await sent(employee, TYPE, file)
    const hidden = await sent(other, UNSEEN, file)
    const query = `?sha256=${sha256}`
    const ids = async (who: Parameters<typeof as>[0], path: string) =>
      (await as(who)('GET', path)).json().map((one: { id: string }) => one.id)

    assert.deepEqual(await ids(`employee:${employee}`, `/me/documents${query}`), [id])
    assert.deepEqual(await ids(`employee:${other}`, `/me/documents${query}`), [], 'not of a type that they do not see')
    assert.deepEqual(await ids('manager:M-PAR', `/manager/employees/${employee}/documents${query}`), [id])
    assert.deepEqual(await ids('manager:M-PAR', `/manager/employees/${other}/documents${query}`), [hidden.id])
    for (const wrong of ['abc', 'A'.repeat(64), '']) {
      const answer = await as(`employee:${employee}`)('GET', `/me/documents?sha256=${wrong}`)
      assert.ok([400, 422].includes(answer.statusCode), answer.body)
    }
  })
})
