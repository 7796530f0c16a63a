import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aCustomField, aManager } from '#test/harness/features/directory/builders.ts'
import { aCompany } from '#test/harness/features/directory/log-ins.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { deletionCalls, disposalCalls, holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, pool, blobs, logged } = service

/** Every table as text, with what is in it. */
async function dump(): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT one::text AS row FROM ${name} AS one`)
    texts.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return texts
}

const placesOf = (texts: ReadonlyMap<string, string>, secret: string) =>
  [...texts].filter(([, text]) => text.toLowerCase().includes(secret.toLowerCase())).map(([name]) => name)

test('after an erasure, the database, the files and the log have none of twelve secrets of the person', async () => {
  const secret = Object.fromEntries(
    ['id', 'first', 'last', 'mail', 'number', 'street', 'field', 'title', 'file', 'answer', 'comment', 'note'].map(
      (name) => [name, unique(`secret-${name}`)],
    ),
  ) as Record<string, string>
  const company = await aCompany(service)
  const code = await aCustomField(service)
  const technical_id = secret.id ?? ''
  const email = `${secret.mail}@people.test`
  const put = await v2('PUT', `/employees/${technical_id}`, {
    headers: { 'idempotency-key': unique('key') },
    body: {
      first_name: secret.first,
      last_name: secret.last,
      email,
      address: secret.street,
      custom_fields: { [code]: secret.field },
      registrations: [{ organization_code: company.top, employee_number: secret.number }],
    },
  })
  assert.equal(put.statusCode, 201, put.body)

  const { aDocument } = filingCalls(service)
  const document = await aDocument('employee', {
    employee_technical_id: technical_id,
    title: secret.title ?? '',
    file: `%PDF-1.4 ${secret.file}`,
    filename: `${secret.file}.pdf`,
  })
  const { made, commented } = requestCalls(service)
  const request = await made({
    creator_technical_id: await aManager(service),
    employee_technical_id: technical_id,
    subject: secret.answer ?? '',
    visible_to_employee: 'true',
  })
  await commented(request.id, { body: secret.comment ?? '', author_technical_id: technical_id })
  const { post } = noteCalls(service)
  const note = await post('employees', { employee_technical_id: technical_id, description: secret.note })
  assert.equal(note.statusCode, 201, note.body)

  // The person logs in and reads, so that sessions, events and the trail name them.
  const { sessionOf } = portalCalls(service)
  await v2('PUT', `/accounts/employee:${technical_id}`, { body: { email } })
  await sessionOf(`employee:${technical_id}`)
  // A hold that was released, and a disposal that was rejected, wrote the person down too.
  const { placed, release } = holdCalls(service)
  await release((await placed({ employee_technical_ids: [technical_id] })).id)
  const { aPolicy, made: disposed, decide } = disposalCalls(service)
  const policy = await aPolicy(company.top, { needs_approval: 1 })
  await decide((await disposed(policy)).id, 'cancel')
  await v2('DELETE', `/retention_policies/${policy}`)

  const before = await dump()
  for (const [name, value] of Object.entries(secret)) {
    if (name !== 'file') assert.notDeepEqual(placesOf(before, value), [], `${name} was planted`)
  }

  const { erased } = deletionCalls(service)
  const { outcome, modules } = await erased('employee', technical_id, { reason: `About ${secret.last}` })

  assert.deepEqual([outcome, modules.filter(({ status }) => status !== 'done')], ['complete', []])
  const after = await dump()
  const left = Object.entries(secret).map(([name, value]) => [name, ...placesOf(after, value)])
  assert.deepEqual(
    left,
    Object.keys(secret).map((name) => [name]),
  )
  assert.equal(await blobs.size(document.sha256), undefined)
  const log = logged.join('\n')
  for (const [name, value] of Object.entries(secret)) {
    // Addresses of calls name the employee: the operator rotates them away.
    if (name !== 'id') assert.ok(!log.includes(value), `the log has ${name}`)
  }
})
