import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foldRequestCounts } from '#modules/requests/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { disposalCalls, holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aFile, requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'

const service = await startApp()
const { v2, db, pool } = service
const { written } = noteCalls(service)
const { placed } = holdCalls(service)
const { aPolicy, made, items } = disposalCalls(service)
const requests = requestCalls(service)
const signatures = signatureCalls(service)

async function aPlace() {
  const organization = await anOrganization(service)
  return { organization, employee: await anEmployee(service, { organizations: [organization] }) }
}

/** A request with a comment and a file. */
async function aRequest(employee: string) {
  const request = await requests.made({
    creator_technical_id: await aManager(service),
    employee_technical_id: employee,
    subject: 'A secret subject',
    body: '<p>A secret body</p>',
  })
  await requests.send(`/requests/${request.id}/comments/`, { body: 'A secret comment', files: [aFile('secret bytes')] })
  return request
}

describe('requests', () => {
  test('are deleted with comments, files and history', async () => {
    const { organization, employee } = await aPlace()
    const { id } = await aRequest(employee)

    const { counts, id: disposal } = await made(await aPolicy(organization, { resource_type: 'request' }))

    assert.equal(counts.done, 1)
    assert.equal((await requests.call('GET', `/requests/${id}/`)).statusCode, 404)
    assert.equal((await items(disposal))[0]?.files.length, 1)
    assert.equal((await eventsOf(db, id)).filter((type) => type === 'request.deleted').length, 1)
    for (const table of ['request_comments', 'request_files', 'request_history']) {
      const { rows } = await pool.query(`SELECT FROM ${table} WHERE request_id = $1`, [id])
      assert.equal(rows.length, 0, table)
    }
  })

  test('are made anonymous: they stay for counting, without a text or a person, once', async () => {
    const { organization, employee } = await aPlace()
    const { id } = await aRequest(employee)
    const total = async () => Number((await requests.call('GET', '/requests/')).headers['x-total-count'])
    await runJob(service, foldRequestCounts, {})
    const before = await total()
    const policy = await aPolicy(organization, { resource_type: 'request', action: 'anonymise' })

    const first = await made(policy)
    const second = await made(policy)
    await runJob(service, foldRequestCounts, {})

    const { body, statusCode } = await requests.call('GET', `/requests/${id}/`)
    const request = JSON.parse(body)
    assert.deepEqual([first.counts.done, second.counts.total, statusCode], [1, 0, 200])
    assert.doesNotMatch(body, /secret/)
    assert.ok(!body.includes(employee))
    assert.match(request.employee.technical_id, /^erased-[0-9a-f]{16}$/)
    assert.deepEqual([request.employee.first_name, request.employee.last_name, request.employee.email], ['', '', ''])
    assert.deepEqual(await (await requests.call('GET', `/requests/${id}/comments/`)).json(), [])
    assert.equal(await total(), before)
    assert.equal((await eventsOf(db, id)).at(-1), 'request.updated')
  })

  test('that a hold covers are neither, also by plain SQL', async () => {
    const { organization, employee } = await aPlace()
    const { id } = await aRequest(employee)
    await placed({ employee_technical_ids: [employee] })

    const { counts } = await made(await aPolicy(organization, { resource_type: 'request', action: 'anonymise' }))

    assert.deepEqual([counts.held, counts.done], [1, 0])
    await assert.rejects(
      pool.query(`UPDATE requests SET anonymised_as = 'erased', creator_employee_key = NULL WHERE id = $1`, [id]),
      { code: '23001' },
    )
  })
})

describe('notes', () => {
  test('are deleted, those on an employee and those on documents', async () => {
    const { organization, employee } = await aPlace()
    const id = await written('employees', { employee_technical_id: employee })
    const { counts } = await made(await aPolicy(organization, { resource_type: 'note' }))
    assert.deepEqual([counts.done, (await v2('GET', `/notes/${id}`)).statusCode], [1, 404])
  })
})

describe('signature processes', () => {
  test('are deleted with their files; one that is being signed stays', async () => {
    const { organization, employee } = await aPlace()
    const draft = await signatures.created({ employee_technical_id: employee })
    const signing = await signatures.started({ employee_technical_id: employee })

    const policy = await aPolicy(organization, { resource_type: 'signature_process' })
    const { counts, id } = await made(policy)

    const statusOf = async (one: string) => (await v2('GET', `/signature_processes/${one}`)).statusCode
    assert.deepEqual([await statusOf(draft.id), await statusOf(signing.id)], [404, 200])
    assert.deepEqual([counts.done, counts.not_due], [1, 1])
    assert.equal((await items(id, '?status=not_due'))[0]?.reason, 'in_use')
    assert.equal((await eventsOf(db, draft.id)).at(-1), 'signature_process.deleted')
  })
})
