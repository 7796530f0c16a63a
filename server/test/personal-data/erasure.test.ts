import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { runDeletions } from '#modules/governance/erasure/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { DECLARATIONS } from '#test/harness/declared-columns.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aReceivingWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'

/** Stands in everything that is about the employee, and in nothing else. */
const MARK = 'quixworth'
const EMPLOYEE = 'E-Quixworth'
/** Events of others, one of whom has the number of the employee’s request. */
const OTHERS = `SELECT type, resource_id, data::text FROM events WHERE type ~ '^(user|role|organization|distribution_project|custom_field)[.]' ORDER BY id`

const service = await startApp()
const { v2, pool } = service

async function taken(method: 'PUT' | 'POST', path: string, body: object): Promise<{ id: string; status: string }> {
  const answer = await v2(method, path, { body })
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.json()
}

/** The columns in which the mark is found, the data of jobs included. */
async function marked(): Promise<string[]> {
  const columns = DECLARATIONS.flatMap(({ tables }) =>
    tables.flatMap(({ table, holds, none, harmless }) =>
      [...Object.values(holds).flat(), ...none, ...Object.keys(harmless)].map((column) => [table, column] as const),
    ),
  )
  const found: string[] = []
  for (const [table, column] of [...columns, ['jobs.job', 'data'], ['jobs.job', 'output']] as const) {
    const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE ${column}::text ILIKE '%${MARK}%' LIMIT 1`)
    if (rowCount !== 0) found.push(`${table}.${column}`)
  }
  return found
}

async function anEmployeeWithEverything(): Promise<void> {
  await taken('PUT', '/organizations/works', { name: 'Works' })
  await taken('PUT', '/roles/hr', { name: 'HR', permissions: ['*'] })
  await taken('PUT', '/users/M-Boss', {
    first_name: 'Max',
    last_name: 'Boss',
    email: 'max@acme.test',
    profiles: [{ role: 'hr', organizations: ['works'] }],
  })
  await taken('PUT', '/custom_fields/badge', { name: 'Badge', type: 'string' })
  await taken('PUT', `/employees/${EMPLOYEE}`, {
    first_name: 'Zdenka',
    last_name: 'Quixworth',
    email: 'former@quixworth.test',
    registrations: [{ organization_code: 'works', employee_number: 'Quixworth-former' }],
  })
  await taken('PUT', `/employees/${EMPLOYEE}`, {
    first_name: 'Zdenka',
    last_name: 'Quixworth',
    email: 'zdenka@quixworth.test',
    address: '7 Quixworth Lane',
    city: 'Quixworth',
    registrations: [{ organization_code: 'works', employee_number: 'Quixworth-77' }],
    custom_fields: { badge: 'quixworth-badge' },
  })
  await taken('PUT', `/accounts/employee:${EMPLOYEE}`, { is_active: true })
}

async function documents(): Promise<void> {
  const type = await aDocumentType(service, { code: 'contract' })
  const { uploaded } = documentCalls(service)
  const data = { document_type_code: type, employee_technical_id: EMPLOYEE, date: '2030-01-31' }
  const id = await uploaded({ ...data, title: 'Contract of Quixworth' }, { filename: 'quixworth.pdf' })
  const note = (path: string, body: object) =>
    service.app.inject({
      method: 'POST',
      url: `/api/v1/notes/${path}/`,
      headers: { 'x-api-key': 'acme-api-key' },
      payload: body,
    })
  await note('employees', { employee_technical_id: EMPLOYEE, description: 'Ask Quixworth' })
  await note('documents', { document_id: id, description: 'Show it to Quixworth' })
  const { delivered } = distributionCalls(service)
  const spool = await aDistributionType(service, { format: 'txt_split', document_type: type })
  await delivered([{ type: spool, bytes: 'Employee no: Quixworth-77', filename: 'letters.txt' }])
  await delivered([{ type: spool, bytes: 'Employee no: Quixworth-former', filename: 'former.txt' }])
}

async function requests(): Promise<void> {
  const { made, commented, patched } = requestCalls(service)
  const own = await made({
    creator_technical_id: 'M-Boss',
    employee_technical_id: EMPLOYEE,
    subject: 'Quixworth moves',
    body: '<p>Quixworth moves.</p>',
    visible_to_employee: 'true',
    callback_url: 'https://callbacks.test/requests',
  })
  await commented(own.id, { body: '<p>Quixworth here.</p>', author_technical_id: EMPLOYEE })
  await patched(own.id, { status: 'closed', actor_technical_id: EMPLOYEE })
}

/** An erasure that the employee asked for, from its beginning to its end. */
async function erase(): Promise<{ status: string; outcome: string }> {
  const { id } = await taken('POST', '/deletion_requests', {
    resource_type: 'employee',
    resource_id: EMPLOYEE,
    reason: 'Quixworth asked for it',
    requested_by_employee: true,
    grace_days: 0,
    send_package: false,
  })
  const run = () => runJob(service, runDeletions, { client_id: 'acme', id })
  await run()
  await taken('POST', `/deletion_requests/${id}/confirm`, {})
  await run()
  return (await v2('GET', `/deletion_requests/${id}`)).json()
}

describe('an erasure', () => {
  let marks: string[]
  let others: object[]
  before(async () => {
    const { stop } = startDispatcher(service)
    await pool.query(`INSERT INTO mails (client_id, recipient, subject, kind, attempts, attempted_at, sent_at, search_text)
      VALUES ('acme', 'former@quixworth.test', 'Welcome', 'log_in', 1, now(), now(), 'former@quixworth.test welcome')`)
    const { receiver } = await aReceivingWebhook(service, { events: ['*'] })
    await anEmployeeWithEverything()
    const { signed, portal } = signatureCalls(service)
    const mine = portal.as(`employee:${EMPLOYEE}`)
    assert.equal((await mine('GET', '/me/documents')).statusCode, 200)
    await documents()
    await requests()
    await signed({
      title: 'Quixworth signs',
      employee_technical_id: EMPLOYEE,
      document_type_code: 'contract',
      signers: [
        { type: 'employee', technical_id: EMPLOYEE, positions: [{ page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.1 }] },
      ],
    })
    await v2('PUT', `/employees/${EMPLOYEE}`, { body: { first_name: 'Zdenka', last_name: 'Quixworth' } })
    await eventually(() => receiver.received.some(({ json }) => json.type === 'employee.created'))
    await stop()
    marks = await marked()
    others = (await pool.query(OTHERS)).rows
  })

  test('leaves nothing that tells who the employee was', async () => {
    for (const column of ['employees.search_text', 'events.data', 'documents.title', 'signature_evidence.actor_name']) {
      assert.ok(marks.includes(column), column)
    }

    const { status, outcome } = await erase()

    assert.deepEqual([status, outcome], ['completed', 'complete'])
    assert.deepEqual(await marked(), [])
  })

  test('leaves what is said of others as it was', async () => {
    assert.deepEqual((await pool.query(OTHERS)).rows, others)
  })
})
