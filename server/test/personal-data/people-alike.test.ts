import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { deletionCalls } from '#test/harness/features/governance.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { v2, pool } = service
const { made, commented } = requestCalls(service)
const { erased } = deletionCalls(service)

async function taken(path: string, body: object): Promise<void> {
  const answer = await v2('PUT', path, { body })
  assert.ok(answer.statusCode < 300, `${path}: ${answer.body}`)
}

const eventsOf = async (type: string, id: string): Promise<string[]> =>
  (
    await pool.query(
      'SELECT actor_name, data::text AS data FROM events WHERE type LIKE $1 AND resource_id = $2 ORDER BY id',
      [`${type}.%`, id],
    )
  ).rows.map((row) => JSON.stringify(row))

test('an erasure takes nothing from whom or what has the same id as the employee', async () => {
  await taken('/organizations/works', { name: 'Works' })
  await taken('/roles/hr', { name: 'HR', permissions: ['*'] })
  await taken('/employees/E-Other', { first_name: 'Olga', last_name: 'Other', email: 'olga@acme.test' })
  const profiles = [{ role: 'hr', organizations: ['works'] }]
  await taken('/users/M-1', { first_name: 'Max', last_name: 'Boss', email: 'max@acme.test', profiles })
  const about = { creator_technical_id: 'M-1', employee_technical_id: 'E-Other', subject: 'Of others' }
  // The employee, a manager and a request of somebody else have the same id.
  const request = await made(about)
  const id = String(request.id)
  await taken(`/users/${id}`, { first_name: 'Tina', last_name: 'Twin', email: 'tina@acme.test', profiles })
  await taken(`/employees/${id}`, { first_name: 'Zoe', last_name: 'Gone', email: 'zoe@acme.test' })
  const twins = await made({
    ...about,
    creator_technical_id: id,
    employee_technical_id: id,
    visible_to_employee: 'true',
  })
  const before = { user: await eventsOf('user', id), request: await eventsOf('request', id) }
  const job = `INSERT INTO jobs.job (name, data) VALUES ('requests.mail', $1) RETURNING id`
  const { rows } = await pool.query(job, [JSON.stringify({ client_id: 'acme', scope: 'manager', technical_id: id })])

  const { outcome } = await erased('employee', id)

  assert.equal(outcome, 'complete')
  assert.equal((await v2('GET', `/users/${id}`)).json().last_name, 'Twin')
  assert.deepEqual({ user: await eventsOf('user', id), request: await eventsOf('request', id) }, before)
  const told = (await eventsOf('request', String(twins.id))).join()
  assert.ok(!told.includes('Zoe') && !told.includes('zoe@acme.test'), told)
  const kept = await pool.query('SELECT FROM jobs.job WHERE id = $1', [rows[0].id])
  assert.equal(kept.rowCount, 1)
})

test('requests of others show the pseudonym where the employee spoke, and what was said', async () => {
  await taken('/employees/E-Speaks', { first_name: 'Sue', last_name: 'Speaks', email: 'sue@acme.test' })
  const { id } = await made({
    creator_technical_id: 'M-1',
    employee_technical_id: 'E-Speaks',
    subject: 'Mine',
    visible_to_employee: 'true',
  })
  await commented(id, { body: '<p>Said before.</p>', author_technical_id: 'E-Speaks' })
  // The employee made it about somebody else.
  await pool.query(
    `UPDATE requests SET creator_user_key = NULL, creator_employee_key = employee_key,
       employee_key = (SELECT key FROM employees WHERE technical_id = 'E-Other') WHERE id = $1`,
    [id],
  )
  await pool.query(
    `UPDATE request_history SET actor_type = 'employee', actor_name = 'Sue Speaks'
     WHERE request_id = $1 AND employee_key IS NOT NULL`,
    [id],
  )

  const { pseudonym } = await erased('employee', 'E-Speaks')

  const { rows } = await pool.query(
    'SELECT actor_name FROM request_history WHERE request_id = $1 AND employee_key IS NOT NULL',
    [id],
  )
  assert.deepEqual([...new Set(rows.map(({ actor_name }) => actor_name))], [null])
  const comments = await pool.query('SELECT body FROM request_comments WHERE request_id = $1', [id])
  assert.deepEqual(comments.rows, [{ body: '<p>Said before.</p>' }])
  const stranger = { technical_id: pseudonym, first_name: '', last_name: '', email: '' }
  const answer = await service.app.inject({ url: `/api/requests/${id}/`, headers: { 'x-api-key': 'acme-api-key' } })
  assert.deepEqual(answer.json().creator, stranger, answer.body)
})
