import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { aRecordingMailer, noteCalls, remind } from '#test/harness/features/notes.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { app, v2, pool } = service
const { written } = noteCalls(service)
const { uploaded } = documentCalls(service)
const { call, idsOf, cursorOf, list, walk } = listCalls(service, '/notes', 'id')

const LONG_AGO = '2020-01-01T00:00:00Z'
const everything = await aRole(service)
const document_type_code = await aDocumentType(service)

/** An employee with a document in one organization, and a manager who sees both. */
async function aFolder() {
  const organization = await anOrganization(service)
  const employee_technical_id = await anEmployee(service, { organizations: [organization] })
  const document_id = await uploaded({ document_type_code, employee_technical_id })
  const manager = await aManager(service, { profiles: [{ role: everything, organizations: [organization] }] })
  return { employee_technical_id, document_id, manager }
}

/** Notes on an employee and on the employee's document, in turn, oldest first. */
async function someNotes(count: number) {
  const folder = await aFolder()
  const { employee_technical_id, document_id } = folder
  const onEmployee: string[] = []
  const onDocument: string[] = []
  for (let n = 0; n < count; n += 1) {
    onEmployee.push(await written('employees', { employee_technical_id, description: `Note ${n}` }))
    onDocument.push(await written('documents', { document_id, description: `Note ${n}` }))
  }
  return { ...folder, onEmployee, onDocument }
}

async function remindersOf(noteId: string): Promise<number> {
  const { rowCount } = await pool.query('SELECT FROM note_reminders WHERE note_id = $1', [noteId])
  return rowCount ?? 0
}

describe('GET /notes', () => {
  test('200 lists the notes on an employee or on a document, newest first, as they read one by one', async () => {
    const { employee_technical_id, document_id, onEmployee, onDocument } = await someNotes(3)

    const answer = await call({ employee_technical_id })

    assert.deepEqual(idsOf(answer), onEmployee.toReversed())
    assert.deepEqual(await list({ document_id }), onDocument.toReversed())
    assert.deepEqual(await list({ document_id: document_id.toUpperCase() }), onDocument.toReversed())
    for (const note of answer.json()) assert.deepEqual(note, (await v2('GET', `/notes/${note.id}`)).json())
  })

  test('200 lists all notes of the client without a filter, and none with both', async () => {
    const { employee_technical_id, document_id, onEmployee, onDocument } = await someNotes(2)
    const newest = onEmployee.flatMap((id, n) => [id, onDocument[n] ?? '']).toReversed()

    assert.deepEqual(await list({ per_page: 4 }), newest)
    assert.deepEqual(await list({ employee_technical_id, document_id }), [])
  })

  test('200 lists nothing for what is not there, has no notes, or is of another form', async () => {
    const { employee_technical_id, document_id } = await someNotes(1)
    const other = await aFolder()

    for (const id of [unique('E'), other.employee_technical_id, employee_technical_id.toLowerCase(), '', "'"]) {
      assert.deepEqual(await list({ employee_technical_id: id }), [], id)
    }
    for (const id of [randomUUID(), other.document_id, `${document_id}0`, '', 'x']) {
      assert.deepEqual(await list({ document_id: id }), [], id)
    }
  })

  test("200 never lists another client's notes", async () => {
    const { employee_technical_id, document_id } = await someNotes(1)

    for (const query of ['', `?employee_technical_id=${employee_technical_id}`, `?document_id=${document_id}`]) {
      const answer = await v2('GET', `/notes${query}`, { application: 'rival' })
      assert.deepEqual([answer.statusCode, answer.json()], [200, []])
    }
  })

  test('200 walks through all pages, forth and back', async () => {
    const { employee_technical_id, onEmployee } = await someNotes(7)
    const query = { employee_technical_id, per_page: 3 }
    const newest = onEmployee.toReversed()

    const forth = await walk(query, await call(query), 'next')
    const last = await call({ ...query, cursor: cursorOf(await call({ ...query, per_page: 6 }), 'next') ?? '' })
    const back = await walk(query, last, 'previous')

    assert.deepEqual(forth, [newest.slice(0, 3), newest.slice(3, 6), newest.slice(6)])
    assert.deepEqual(back, forth.toReversed())
    assert.equal(cursorOf(await call(query), 'previous'), undefined)
    assert.equal(cursorOf(last, 'next'), undefined)
  })

  test('200 goes on behind a cursor whose note was deleted, and shows none that is newer', async () => {
    const { employee_technical_id, onEmployee } = await someNotes(4)
    const query = { employee_technical_id, per_page: 2 }
    const first = await call(query)
    await v2('DELETE', `/notes/${onEmployee[2]}`)
    await written('employees', { employee_technical_id })

    const next = await call({ ...query, cursor: cursorOf(first, 'next') ?? '' })

    assert.deepEqual(idsOf(next), [onEmployee[1], onEmployee[0]])
  })

  test('400 for a cursor of another list, and for none at all', async () => {
    const { employee_technical_id, document_id } = await someNotes(2)
    const cursor = cursorOf(await call({ employee_technical_id, per_page: 1 }), 'next') ?? assert.fail('no cursor')

    for (const query of [{ cursor }, { cursor, document_id }, { cursor: 'x' }, { cursor: `${cursor}A` }]) {
      const answer = await call(query)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], JSON.stringify(query))
    }
  })

  test('200 has 20 notes a page unless told otherwise, and at most 100', async () => {
    const { employee_technical_id } = await someNotes(21)

    assert.equal((await list({ employee_technical_id })).length, 20)
    assert.equal((await list({ employee_technical_id, per_page: 1 })).length, 1)
    assert.equal((await list({ employee_technical_id, per_page: 100 })).length, 21)
    for (const per_page of ['0', '101', '-1', '1.5', 'x', '']) {
      const answer = await call({ per_page })
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], per_page)
    }
  })
})

describe('GET /notes/{id}', () => {
  test("404 for an id that is unknown, of another form, or of another client's note", async () => {
    const { onEmployee } = await someNotes(1)

    for (const id of [randomUUID(), 'x', '%00', `${onEmployee[0]}0`]) {
      const answer = await v2('GET', `/notes/${id}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], id)
    }
    const foreign = onEmployee[0]
    const absent = randomUUID()
    const theirs = await v2('GET', `/notes/${foreign}`, { application: 'rival' })
    const nobodys = await v2('GET', `/notes/${absent}`, { application: 'rival' })
    assert.equal(theirs.statusCode, 404)
    assert.equal(theirs.body.replace(`${foreign}`, absent), nobodys.body)
  })
})

describe('DELETE /notes/{id}', () => {
  test('204 deletes it for good: 404 afterwards, and it is in no list', async () => {
    const { employee_technical_id, onEmployee } = await someNotes(2)

    const answer = await v2('DELETE', `/notes/${onEmployee[0]}`)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal((await v2('GET', `/notes/${onEmployee[0]}`)).statusCode, 404)
    assert.equal((await v2('DELETE', `/notes/${onEmployee[0]}`)).statusCode, 404)
    assert.deepEqual(await list({ employee_technical_id }), [onEmployee[1]])
  })

  test("404 for an id that is unknown, of another form, or of another client's note, which stays", async () => {
    const { onEmployee } = await someNotes(1)

    for (const id of [randomUUID(), 'x']) assert.equal((await v2('DELETE', `/notes/${id}`)).statusCode, 404, id)
    const theirs = await v2('DELETE', `/notes/${onEmployee[0]}`, { application: 'rival' })

    assert.equal(theirs.statusCode, 404)
    assert.equal((await v2('GET', `/notes/${onEmployee[0]}`)).statusCode, 200)
  })

  test('204 before the reminder is due: nobody is reminded', async () => {
    const { employee_technical_id, manager } = await aFolder()
    const body = { employee_technical_id, remind_date: LONG_AGO }
    const deleted = await written('employees', body)
    const kept = await written('employees', body)
    const office = aRecordingMailer()

    await v2('DELETE', `/notes/${deleted}`)
    await remind(service, office)

    assert.deepEqual(office.addresses(), [`${manager.toLowerCase()}@acme.test`])
    assert.deepEqual([await remindersOf(deleted), await remindersOf(kept)], [0, 1])
  })

  test('204 after a reminder that failed: it is not tried again', async () => {
    const { document_id } = await aFolder()
    const id = await written('documents', { document_id, remind_date: LONG_AGO })
    await remind(
      service,
      aRecordingMailer(() => true),
    )
    assert.equal(await remindersOf(id), 1)

    await v2('DELETE', `/notes/${id}`)
    service.clock.advance(120)
    const office = aRecordingMailer()
    await remind(service, office)

    assert.deepEqual(office.asked, [])
  })
})

describe('who may read and delete notes', () => {
  const calls = [
    ['GET', () => '/notes', 'read'],
    ['GET', (id: string) => `/notes/${id}`, 'read'],
    ['DELETE', (id: string) => `/notes/${id}`, 'write'],
  ] as const

  for (const [method, pathOf, needed] of calls) {
    test(`${method} ${pathOf('{id}')} needs notes:${needed}`, async () => {
      const { onEmployee } = await someNotes(1)
      const url = `/api/v2/client${pathOf(onEmployee[0] ?? '')}`
      const other = needed === 'read' ? 'write' : 'read'

      for (const permissions of [[`notes:${other}`], ['employees:*', 'employee_documents:*'], []]) {
        const answer = await app.inject({ method, url, headers: await allowedTo(service, ...permissions) })
        assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'], permissions.join())
      }
      const nobody = await app.inject({ method, url })
      const key = await app.inject({ method, url, headers: { 'x-api-key': 'acme-api-key' } })
      assert.deepEqual([nobody.statusCode, key.statusCode], [401, 401])
      assert.equal((await v2('GET', `/notes/${onEmployee[0]}`)).statusCode, 200)
      const allowed = await app.inject({ method, url, headers: await allowedTo(service, `notes:${needed}`) })
      assert.equal(allowed.statusCode, method === 'GET' ? 200 : 204)
    })
  }
})

describe('a note whose surroundings go', () => {
  test('goes with its document, and its reminder too', async () => {
    const { document_id } = await aFolder()
    const id = await written('documents', { document_id, remind_date: LONG_AGO })

    assert.equal((await v2('DELETE', `/employee_documents/${document_id}`)).statusCode, 204)

    const office = aRecordingMailer()
    await remind(service, office)
    assert.equal((await v2('GET', `/notes/${id}`)).statusCode, 404)
    assert.deepEqual(office.asked, [])
  })

  test('stays with a deleted employee, who may come back', async () => {
    const { employee_technical_id } = await aFolder()
    const id = await written('employees', { employee_technical_id })

    await v2('DELETE', `/employees/${employee_technical_id}`)
    const whileDeleted = await v2('GET', `/notes/${id}`)
    await v2('POST', `/employees/${employee_technical_id}/restore`)

    assert.equal(whileDeleted.json().employee_technical_id, employee_technical_id)
    assert.deepEqual(await list({ employee_technical_id }), [id])
  })

  test('loses a reader who is deleted and stays restricted: with the last of them, nobody is reminded', async () => {
    const { employee_technical_id } = await aFolder()
    const readers = [await aManager(service), await aManager(service)].toSorted()
    const body = { employee_technical_id, remind_date: LONG_AGO, visible_by_managers: readers }
    const id = await written('employees', body)
    const readersNow = async () => (await v2('GET', `/notes/${id}`)).json().visible_by_managers

    await v2('DELETE', `/users/${readers[0]}`)
    assert.deepEqual(await readersNow(), [readers[1]])
    await v2('DELETE', `/users/${readers[1]}`)
    assert.deepEqual(await readersNow(), [])

    const office = aRecordingMailer()
    await remind(service, office)
    assert.deepEqual(office.asked, [])
    assert.ok((await v2('GET', `/notes/${id}`)).json().reminded_at)
  })
})
