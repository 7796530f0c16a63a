import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { type NoteKind, noteCalls } from '#test/harness/features/notes.ts'
import { noteOnDocument, noteOnEmployee } from './create-note.ts'
import type { Note } from './schemas.ts'

const service = await startApp()
const { app, v2, pool, doWork } = service
const { post, written } = noteCalls(service)
const { uploaded } = documentCalls(service)

const employeeType = await aDocumentType(service)
const token = await service.as('payroll')
const companyType = await aDocumentType(service, { kind: 'company' })

async function anEmployeeDocument(): Promise<string> {
  const employee_technical_id = await anEmployee(service, { organizations: [await anOrganization(service)] })
  return uploaded({ document_type_code: employeeType, employee_technical_id })
}

async function aCompanyDocument(): Promise<string> {
  return uploaded({ document_type_code: companyType, organization_codes: [await anOrganization(service)] })
}

async function aForeignDocument(): Promise<string> {
  const code = await aDocumentType(service, { owner: globex })
  const organization = await anOrganization(service, { owner: globex })
  const employee_technical_id = await anEmployee(service, { owner: globex, organizations: [organization] })
  return uploaded({ document_type_code: code, employee_technical_id }, { headers: { 'x-api-key': 'globex-api-key' } })
}

async function deletedEmployee(): Promise<string> {
  const id = await anEmployee(service)
  await v2('DELETE', `/employees/${id}`)
  return id
}

async function deletedDocument(): Promise<string> {
  const id = await anEmployeeDocument()
  assert.equal((await v2('DELETE', `/employee_documents/${id}`)).statusCode, 204)
  return id
}

/** What a note may be on, with the name of its field, and ids of what is not there. */
const SUBJECTS = {
  employees: {
    field: 'employee_technical_id',
    make: () => anEmployee(service),
    absent: {
      unknown: async () => unique('E'),
      deleted: deletedEmployee,
      "another client's": () => anEmployee(service, { owner: globex }),
      'of another case': async () => (await anEmployee(service)).toLowerCase(),
      'not of any form': async () => '../%00?é',
    },
  },
  documents: {
    field: 'document_id',
    make: anEmployeeDocument,
    absent: {
      unknown: async () => randomUUID(),
      deleted: deletedDocument,
      "another client's": aForeignDocument,
      'no UUID': async () => '12345',
      'nearly a UUID': async () => `${randomUUID()}x`,
    },
  },
} as const

async function counts(): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM notes) AS notes, (SELECT count(*) FROM note_readers) AS readers,
      (SELECT count(*) FROM events WHERE type LIKE 'note.%') AS events,
      (SELECT count(*) FROM jobs.job WHERE name = 'notes.remind') AS jobs`)
  return rows[0]
}

/** A call that is refused; that nothing was written is checked for each. */
async function refused(...call: Parameters<typeof post>) {
  const before = await counts()
  const answer = await post(...call)
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, answer.body)
  assert.deepEqual(await counts(), before)
  return answer
}

async function read(id: string): Promise<Note> {
  const answer = await v2('GET', `/notes/${id}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

async function eventsAbout(id: string) {
  const { rows } = await pool.query(
    'SELECT client_id, type, actor_type, actor_name, data FROM events WHERE resource_id = $1',
    [id],
  )
  return rows
}

for (const kind of ['employees', 'documents'] as const satisfies NoteKind[]) {
  const { field, make, absent } = SUBJECTS[kind]
  const onSubject = async (body: object = {}) => ({ [field]: await make(), description: 'A note', ...body })

  describe(`POST /api/v1/notes/${kind}/`, () => {
    test('201 stores a note and emits note.created with it', async () => {
      const subject = await make()
      const sentAt = Math.floor(service.clock.now().getTime() / 1000)

      const answer = await post(kind, { [field]: subject, description: 'Ask about the\ncontract' })

      assert.equal(answer.statusCode, 201)
      const { id } = answer.json()
      assert.deepEqual(answer.json(), { id })
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const note = await read(id)
      const { created_at, ...rest } = note
      const expected = { employee_technical_id: null, document_id: null, [field]: subject }
      assert.deepEqual(rest, {
        id,
        ...expected,
        description: 'Ask about the\ncontract',
        remind_date: null,
        reminded_at: null,
        visible_by_managers: null,
        author: 'main',
      })
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
      assert.ok(Date.parse(created_at) / 1000 - sentAt < 30)
      assert.deepEqual(await eventsAbout(id), [
        { client_id: 'acme', type: 'note.created', actor_type: 'application', actor_name: 'main', data: note },
      ])
    })

    test('201 stores a reminder in UTC, and each reader once, in order', async () => {
      const managers = [
        await aManager(service, { technical_id: unique('Mb') }),
        await aManager(service, { technical_id: unique('Ma') }),
      ]

      const id = await written(
        kind,
        await onSubject({
          remind_date: '2091-03-01T00:30:15.250+05:30',
          visible_by_managers: [...managers, ...managers],
          unknown_key: true,
        }),
      )

      const note = await read(id)
      assert.equal(note.remind_date, '2091-02-28T19:00:15+00:00')
      assert.deepEqual(note.visible_by_managers, managers.toReversed())
      assert.deepEqual((await eventsAbout(id))[0].data, note)
    })

    test('201 takes null for what may be left out, the longest description, and a date without seconds', async () => {
      const empty = await written(kind, await onSubject({ remind_date: null, visible_by_managers: null }))
      const description = '👋'.repeat(10_000)
      const long = await written(kind, await onSubject({ description, remind_date: '2091-03-01T09:30Z' }))

      assert.deepEqual([(await read(empty)).remind_date, (await read(empty)).visible_by_managers], [null, null])
      assert.equal((await read(long)).description, description)
      assert.equal((await read(long)).remind_date, '2091-03-01T09:30:00+00:00')
    })

    test('201 without the slash at the end, and with the key in x_api_key', async () => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/v1/notes/${kind}`,
        headers: { x_api_key: 'acme-api-key' },
        payload: await onSubject(),
      })

      assert.equal(answer.statusCode, 201)
    })

    const LONG = 'x'.repeat(51)
    type Refusal = [what: string, changes: object, code: number, fields: string[]]
    const refusals: Refusal[] = [
      ['no subject', { [field]: undefined }, 1408, [field]],
      ['an empty subject', { [field]: '' }, 1408, [field]],
      ['a subject that is a number', { [field]: 5 }, 1411, [field]],
      ['a subject that is null', { [field]: null }, 1411, [field]],
      ['a subject that is too long', { [field]: LONG }, 1409, [field]],
      ['a subject with a NUL', { [field]: 'a\0' }, 1409, [field]],
      ['no description', { description: undefined }, 1408, ['description']],
      ['an empty description', { description: '' }, 1408, ['description']],
      ['a description that is a list', { description: ['x'] }, 1411, ['description']],
      ['a description that is too long', { description: 'x'.repeat(10_001) }, 1409, ['description']],
      ['a description with a NUL', { description: 'a\0b' }, 1409, ['description']],
      ['a description with half a character', { description: 'a\ud800' }, 1409, ['description']],
      ['a reminder that is a number', { remind_date: 1_800_000_000 }, 1411, ['remind_date']],
      ['readers that are a text', { visible_by_managers: 'M1' }, 1411, ['visible_by_managers']],
      ['no reader in the list', { visible_by_managers: [] }, 1408, ['visible_by_managers']],
      ['a reader that is a number', { visible_by_managers: ['M1', 5] }, 1411, ['visible_by_managers.1']],
      ['an empty reader', { visible_by_managers: [''] }, 1408, ['visible_by_managers.0']],
      ['a reader that is too long', { visible_by_managers: [LONG] }, 1409, ['visible_by_managers.0']],
      ['a reader with a NUL', { visible_by_managers: ['M\0'] }, 1409, ['visible_by_managers.0']],
      ['too many readers', { visible_by_managers: Array(1001).fill('M') }, 1409, ['visible_by_managers']],
      ['an unknown reader', { visible_by_managers: ['nobody'] }, 1409, ['visible_by_managers']],
      ...[
        '',
        'tomorrow',
        '2030-01-01',
        '2030-01-01T09:30:00',
        '2030-01-01T09:30',
        '2030-01-01 09:30:00+01:00',
        '2030-02-30T09:30:00Z',
        '2030-01-01T25:00:00Z',
        '2030-01-01T09:30:00+99:00',
        '2030-01-01T09:30:00Z\0',
      ].map(
        (remind_date): Refusal => [
          `a reminder at ${JSON.stringify(remind_date)}`,
          { remind_date },
          1421,
          ['remind_date'],
        ],
      ),
    ]
    for (const [what, changes, code, fields] of refusals) {
      test(`400 with ${code} for ${what}`, async () => {
        const answer = await refused(kind, await onSubject(changes))

        const { message, errors, ...rest } = answer.json()
        assert.equal(answer.statusCode, 400)
        assert.deepEqual(rest, { code })
        assert.equal(typeof message, 'string')
        assert.deepEqual(
          errors.map((one: { field: string }) => one.field),
          fields,
        )
        for (const one of errors) assert.ok(one.message && /^[a-z_]+$/.test(one.code), JSON.stringify(one))
      })
    }

    test('400 names every field that does not fit', async () => {
      const answer = await refused(kind, { description: 7, remind_date: 'soon', visible_by_managers: [] })

      const errors = answer.json().errors.map((one: { field: string }) => one.field)
      assert.deepEqual(errors.toSorted(), ['description', field, 'remind_date', 'visible_by_managers'].toSorted())
    })

    test('400 with 1409 for a manager of another client, and for one who was deleted', async () => {
      const foreign = await aManager(service, { owner: globex })
      const gone = await aManager(service)
      const known = await aManager(service)
      await v2('DELETE', `/users/${gone}`)

      for (const manager of [foreign, gone]) {
        const answer = await refused(kind, await onSubject({ visible_by_managers: [known, manager] }))
        assert.equal(answer.json().code, 1409)
        assert.deepEqual(answer.json().errors, [
          { field: 'visible_by_managers', code: 'unknown_manager', message: `Manager ${manager} not found.` },
        ])
      }
    })

    for (const [what, idOf] of Object.entries(absent)) {
      test(`404 for an id that is ${what}`, async () => {
        const answer = await refused(kind, { [field]: await idOf(), description: 'A note' })

        const { message, ...rest } = answer.json()
        assert.equal(answer.statusCode, 404)
        assert.deepEqual(rest, { code: 404 })
        assert.match(message, / not found\.$/)
      })
    }

    const credentials: Record<string, Record<string, string>> = {
      'no key': {},
      'an empty key': { 'x-api-key': '' },
      'a wrong X-API-KEY': { 'x-api-key': 'wrong' },
      'a wrong x_api_key': { x_api_key: 'wrong' },
      'a token of group A': token,
    }
    for (const [what, headers] of Object.entries(credentials)) {
      test(`403 for ${what}`, async () => {
        const answer = await refused(kind, await onSubject(), headers)

        const { message, ...rest } = answer.json()
        assert.equal(answer.statusCode, 403)
        assert.deepEqual(rest, { code: 403, detail: message })
      })
    }

    const bodies: [what: string, body: string, type: string, status: number][] = [
      ['JSON that is cut off', '{"description": ', 'application/json', 400],
      ['a JSON list', '[]', 'application/json', 400],
      ['JSON null', 'null', 'application/json', 400],
      ['an empty body', '', 'application/json', 400],
      ['a form', 'description=A', 'application/x-www-form-urlencoded', 400],
      ['plain text', '{}', 'text/plain', 400],
      ['too large a body', `{"description": "${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
    ]
    for (const [what, body, type, status] of bodies) {
      test(`${status} for ${what}`, async () => {
        const answer = await refused(kind, body, { 'x-api-key': 'acme-api-key', 'content-type': type })

        assert.equal(answer.statusCode, status)
        assert.deepEqual(Object.keys(answer.json()), ['code', 'message'])
        assert.equal(answer.json().code, status)
      })
    }

    test('405 for another method, in the shape of the group', async () => {
      const answer = await app.inject({ url: `/api/v1/notes/${kind}/`, headers: { 'x-api-key': 'acme-api-key' } })

      assert.equal(answer.statusCode, 405)
      assert.equal(answer.headers.allow, 'POST')
      assert.deepEqual(Object.keys(answer.json()), ['errors'])
    })

    test('a note, its event and its job vanish together when a later step fails', async () => {
      const subject = await make()
      const create = kind === 'employees' ? noteOnEmployee : noteOnDocument
      const before = await counts()

      const failing = doWork(acme, async (work) => {
        await create(work, subject, { description: 'A note', remind_date: '2020-01-01T00:00:00Z' })
        throw new Error('a later step')
      })

      await assert.rejects(failing, /a later step/)
      assert.deepEqual(await counts(), before)
    })
  })
}

describe('POST /api/v1/notes/documents/', () => {
  test('201 takes company documents, and documents in the trash', async () => {
    const company = await aCompanyDocument()
    const trashed = await anEmployeeDocument()
    assert.equal((await v2('PUT', `/employee_documents/${trashed}/trash`)).statusCode, 200)

    for (const document_id of [company, trashed]) {
      const note = await read(await written('documents', { document_id }))
      assert.deepEqual([note.document_id, note.employee_technical_id], [document_id, null])
    }
  })

  test('201 takes an id in capital letters', async () => {
    const document_id = await aCompanyDocument()

    const id = await written('documents', { document_id: document_id.toUpperCase() })

    assert.equal((await read(id)).document_id, document_id)
  })
})
