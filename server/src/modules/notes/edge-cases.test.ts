import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { aRecordingMailer, type NoteKind, noteCalls, remind } from '#test/harness/features/notes.ts'

const service = await startApp()
const { pool } = service
const { post, stored, written } = noteCalls(service)
const { uploaded } = documentCalls(service)

describe('a remind_date at the ends of time', () => {
  test('that is in the year 0 in UTC is refused with 1421 or stored, and never answers 500', async () => {
    const employee_technical_id = await anEmployee(service)

    const answer = await post('employees', {
      employee_technical_id,
      description: 'A note',
      remind_date: '0001-01-01T00:00:00+12:00',
    })

    assert.ok([201, 400].includes(answer.statusCode), answer.body)
  })

  test('that is in the year 10000 in UTC is refused with 1421 or reads as a date', async () => {
    const employee_technical_id = await anEmployee(service)

    const answer = await post('employees', {
      employee_technical_id,
      description: 'A note',
      remind_date: '9999-12-31T23:59:00-12:00',
    })

    if (answer.statusCode === 400) return
    const { remind_date } = await stored(answer.json().id)
    assert.match(remind_date ?? '', /^\+?\d{4,6}-01-01T11:59:00\+00:00$/)
  })
})

describe('the mail to a manager whose language the service does not write', () => {
  for (const language of ['pt', 'ar']) {
    test(`says that it is in English, and reads from left to right (${language})`, async () => {
      const organization = await anOrganization(service)
      const profiles = [{ role: await aRole(service), organizations: [organization] }]
      await aManager(service, { language, profiles })
      const employee_technical_id = await anEmployee(service, { organizations: [organization] })
      const office = aRecordingMailer()

      await written('employees', { employee_technical_id, remind_date: '2020-01-01T00:00:00Z' })
      await remind(service, office)

      assert.match(office.sent[0]?.text ?? '', /Hello/)
      assert.equal(/<html.*>/.exec(office.sent[0]?.html ?? '')?.[0], '<html lang="en" dir="ltr">')
    })
  }
})

describe('a note on what is deleted in the same moment', () => {
  /** Posts a note while a deletion is not yet committed, and commits it once the call waits for it. */
  async function noteDuring(deletion: string, id: string, kind: NoteKind, body: object) {
    const connection = await pool.connect()
    try {
      await connection.query('BEGIN')
      await connection.query(deletion, [id])
      const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const answered = post(kind, { description: 'A note', ...body })
      await eventually(async () => {
        const waiting = await pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [
          rows[0]?.pid,
        ])
        return waiting.rowCount === 1
      })
      await connection.query('COMMIT')
      return await answered
    } finally {
      connection.release()
    }
  }

  test('404 for a document, and never 500', async () => {
    const organization = await anOrganization(service)
    const document_type_code = await aDocumentType(service, { kind: 'company' })
    const document_id = await uploaded({ document_type_code, organization_codes: [organization] })

    const answer = await noteDuring('DELETE FROM documents WHERE id = $1', document_id, 'documents', { document_id })

    assert.equal(answer.statusCode, 404, answer.body)
  })

  test('400 with 1409 for a manager who is named, and never 500', async () => {
    const manager = await aManager(service)
    const body = { employee_technical_id: await anEmployee(service), visible_by_managers: [manager] }

    const answer = await noteDuring('DELETE FROM users WHERE technical_id = $1', manager, 'employees', body)

    assert.equal(answer.statusCode, 400, answer.body)
    assert.equal(answer.json().code, 1409)
  })
})
