import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, globex } from '#test/harness/builders.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { deletionCalls, holdCalls } from '#test/harness/features/governance.ts'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

/* What is erased does not come back: who must not decide about it must not get anything to go, nor keep it from going. */

const service = await startApp()
const { v2, pool } = service
const { ask, run, finish, read, act, evaluated, erased } = deletionCalls(service)
const { aDocument } = filingCalls(service)
const { placed } = holdCalls(service)
const { as } = portalCalls(service)

const top = await anOrganization(service)

async function aPerson() {
  const organization = await anOrganization(service, { parent: top })
  const id = await anEmployee(service, { organizations: [organization] })
  const document = await aDocument('employee', { employee_technical_id: id })
  return { organization, id, document }
}
const isThere = async (id: string) => (await v2('GET', `/employee_documents/${id}`)).statusCode === 200

describe('a deletion request', () => {
  test('is refused to managers of a part of the client, and without the permission to write', async () => {
    const { organization, id } = await aPerson()
    const found = await evaluated('employee', id)
    const every = await aRole(service)
    const reading = await aRole(service, { permissions: ['deletion_requests:read', 'employees:*'] })
    const managers = [
      await aManager(service, { profiles: [{ role: every, organizations: [organization], include_below: true }] }),
      await aManager(service, { profiles: [{ role: reading, organizations: [top], include_below: true }] }),
    ]
    for (const manager of managers) {
      const call = as(`manager:${manager}`)
      for (const verb of ['confirm', 'cancel', 'retry']) {
        const answer = await call('POST', `/admin/deletion_requests/${found.id}/${verb}`, { body: {} })
        assert.equal(answer.statusCode, 403, answer.body)
        const named = await act(found.id, verb as 'confirm', { actor_technical_id: manager })
        assert.equal(named.statusCode, 403, named.body)
      }
      const body = { resource_type: 'employee', resource_id: id }
      assert.equal((await call('POST', '/admin/deletion_requests', { body })).statusCode, 403)
    }
    const application = await allowedTo(service, 'deletion_requests:read')
    const confirmed = await v2('POST', `/deletion_requests/${found.id}/confirm`, { headers: application, body: {} })
    assert.equal(confirmed.statusCode, 403)
    assert.equal((await read(found.id)).status, 'evaluated')
  })

  test('knows nothing of another client: neither requests nor people, whatever the id', async () => {
    const { id, document } = await aPerson()
    const namesake = await anEmployee(service, { owner: globex })
    const found = await evaluated('employee', id)
    for (const path of ['', '/report', '/report/seal']) {
      const answer = await v2('GET', `/deletion_requests/${found.id}${path}`, { application: 'rival' })
      assert.equal(answer.statusCode, 404)
    }
    for (const verb of ['confirm', 'cancel', 'retry']) {
      const answer = await v2('POST', `/deletion_requests/${found.id}/${verb}`, { application: 'rival', body: {} })
      assert.equal(answer.statusCode, 404)
    }
    for (const [resource_type, resource_id] of [
      ['employee', id],
      ['employee_document', document.id],
    ]) {
      const answer = await v2('POST', '/deletion_requests', {
        application: 'rival',
        body: { resource_type, resource_id },
      })
      assert.equal(answer.statusCode, 422, answer.body)
    }
    assert.equal((await ask('employee', namesake)).statusCode, 422)
  })

  test('is found under its id alone: 404 for every other spelling, and nothing is decided', async () => {
    const { id } = await aPerson()
    const found = await evaluated('employee', id)
    const hex = found.id.replaceAll('-', '')
    for (const one of [hex, `{${found.id}}`, `${found.id} `, `${found.id}%00`, '0', "' OR true --", 'x'.repeat(90)]) {
      const answer = await v2('POST', `/deletion_requests/${encodeURIComponent(one)}/confirm`, { body: {} })
      assert.ok([400, 404, 422].includes(answer.statusCode), `${one}: ${answer.statusCode}`)
    }
    for (const one of [
      ` ${id}`,
      `${id} `,
      id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase(),
      `${id}\u200b`,
      '%',
    ]) {
      const answer = await ask('employee', one)
      assert.equal(answer.statusCode, 422, one)
    }
    assert.equal((await read(found.id)).status, 'evaluated')
  })

  test('is decided once, whatever comes at the same moment', async () => {
    const { id, document } = await aPerson()
    const { id: request } = await evaluated('employee', id, { grace_days: 30 })
    const verbs = Array.from({ length: 10 }, (_, n) => (n % 2 ? 'confirm' : 'cancel'))
    const answers = await Promise.all(verbs.map((verb) => act(request, verb as 'confirm' | 'cancel')))
    const won = verbs.filter((_, n) => answers[n]?.statusCode === 200)
    // What was confirmed can still be canceled, and nothing else twice.
    assert.ok(won.filter((verb) => verb === 'cancel').length === 1 && won.length <= 2, won.join())
    assert.ok(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 400))
    await run(request)
    assert.deepEqual([(await read(request)).status, await isThere(document.id)], ['canceled', true])
    const told = (await v2('GET', `/events?resource_id=${request}`)).json().map(({ type }: { type: string }) => type)
    assert.equal(told.filter((type: string) => type === 'deletion_request.canceled').length, 1)
  })

  test('takes nothing that a hold covers since it was confirmed', async () => {
    const { id, document } = await aPerson()
    const other = await aDocument('employee', { employee_technical_id: id })
    const { id: request } = await evaluated('employee', id)
    await act(request, 'confirm')
    await placed({ document_ids: [document.id] })
    await run(request)
    assert.deepEqual([await isThere(document.id), await isThere(other.id)], [true, false])
    assert.equal((await read(request)).outcome, 'partial')
  })
})

describe('an employee', () => {
  test('reads and withdraws nobody else’s request, nor one that the company made', async () => {
    const [own, other] = [await aPerson(), await aPerson()]
    const mine = (await as(`employee:${own.id}`)('POST', '/me/deletion_requests', { body: {} })).json().id
    const ofCompany = await evaluated('employee', other.id)
    await run(mine)
    const stranger = as(`employee:${other.id}`)
    for (const id of [mine, ofCompany.id]) {
      const answer = await stranger('POST', `/me/deletion_requests/${id}/cancel`, { body: {} })
      assert.equal(answer.statusCode, 404, answer.body)
    }
    assert.deepEqual((await stranger('GET', '/me/deletion_requests')).json(), [])
    assert.deepEqual([(await read(mine)).status, (await read(ofCompany.id)).status], ['evaluated', 'evaluated'])
  })

  test('who asks while held stays as they are, and is not told of the hold', async () => {
    const { id, document } = await aPerson()
    const { name } = await placed({ employee_technical_ids: [id] })
    const call = as(`employee:${id}`)
    const { id: request } = (await call('POST', '/me/deletion_requests', { body: {} })).json()
    await run(request)
    assert.equal((await act(request, 'confirm')).json().code, 'legal_hold')
    const shown = (await call('GET', '/me/deletion_requests')).body
    for (const text of [name, 'legal_hold"', 'A dispute']) assert.ok(!shown.includes(text), text)
    assert.deepEqual([(await read(request)).status, await isThere(document.id)], ['evaluated', true])
  })

  test('whose vault waits opens nothing but the vault, until it is collected', async () => {
    const { id, document } = await aPerson()
    await pool.query('UPDATE documents SET is_linked = true WHERE id = $1', [document.id])
    const before = as(`employee:${id}`)
    assert.equal((await before('GET', '/me/vault')).statusCode, 200)
    const packaged = await packageCalls(service).ready(id)
    const found = await erased('employee', id, { requested_by_employee: false })
    assert.equal(found.outcome, 'partial')
    assert.equal((await before('GET', '/me/vault')).statusCode, 401)

    const call = as(`employee:${found.pseudonym}`)
    assert.equal((await call('GET', '/me/vault')).statusCode, 200)
    const opened: string[] = []
    const { paths } = committedDocuments().portal ?? assert.fail('the portal is described')
    for (const [path, item] of Object.entries(paths as Record<string, object>)) {
      if (!/^(\/portal\/api)?\/(me|admin|manager|session\/(links|email|switch))\b/.test(path)) continue
      for (const method of Object.keys(item).filter((one) => /^(get|put|post|patch|delete)$/.test(one))) {
        const url = path.replace(/^\/portal\/api/, '').replaceAll(/\{\w+\}/g, document.id)
        const answer = await call(method.toUpperCase() as 'GET', url, method === 'get' ? {} : { body: {} })
        if (answer.statusCode !== 403) opened.push(`${method} ${url.replaceAll(document.id, '-')}`)
      }
    }
    assert.ok(opened.length > 5, opened.join())
    assert.deepEqual(
      opened.filter((one) => !/^(get|post) \/me\/vault\b/.test(one) && !/^get \/me\/access_packages\b/.test(one)),
      [],
    )

    const file = await call('GET', `/me/access_packages/${packaged}/file`)
    assert.equal(file.statusCode, 200, file.body)
    await finish()
    await run(found.id)
    assert.equal((await read(found.id)).outcome, 'complete')
    assert.equal((await call('GET', '/me/vault')).statusCode, 401)
  })
})
