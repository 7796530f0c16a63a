import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { putForm } from '#modules/requests/forms/put-form.ts'
import type { FormInput } from '#modules/requests/forms/schemas.ts'
import type { Request } from '#modules/requests/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { everythingOf } from '#test/harness/database/everything-of.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { eventsWithData } from '#test/harness/features/documents/filing-calls.ts'
import { aFile, type FormFields, KEY, requestCalls } from '#test/harness/features/requests.ts'
import { jobsFor } from '#test/harness/features/webhooks/deliveries.ts'
import { createRequest } from './create-request.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const service = await startApp()
const { app, db, doWork, clock, pool, v2, publicUrl } = service
const { call, post, made, read } = requestCalls(service)
const creator_technical_id = await aManager(service, { first_name: 'Zoé', last_name: 'Martin', email: 'zoe@acme.test' })
const zoe = { technical_id: creator_technical_id, first_name: 'Zoé', last_name: 'Martin', email: 'zoe@acme.test' }

async function aForm(input: Partial<FormInput> = {}, owner: typeof acme | typeof globex = acme): Promise<string> {
  const code = unique('f')
  await doWork(owner, (work) => putForm(work, code, { title: 'A form', fields: [], ...input }))
  return code
}
const formOf = async (code: string) => (await call('GET', `/forms/${code}/`)).json()
const idsOf = (request: Request) => request.managers_assigned.map((one) => one.technical_id)
const isNow = (text: string) => Math.abs(Date.parse(text) - clock.now().getTime()) < 30_000

describe('POST /api/requests/ on the default form', () => {
  test('200 with as little as there may be answers every field with its default; it reads the same', async () => {
    const answer = await post({ form_code: 'default', creator_technical_id, subject: 'Hello', body: '<p>Hé</p>' })

    const { id, created_at, form, ...rest } = answer.json() as Request
    assert.equal(answer.statusCode, 200)
    assert.match(id, /^[1-9]\d*$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.ok(isNow(created_at))
    assert.deepEqual(rest, {
      subject: 'Hello',
      body: '<p>Hé</p>',
      body_json: null,
      origin: 'API',
      priority: 'NORMAL',
      status: 'created',
      custom_state: '',
      category: null,
      employee: null,
      creator: zoe,
      managers_assigned: [],
      processing_date_due: null,
      processing_start_date: null,
      updated_at: created_at,
      closed_by: null,
      closed_at: null,
      visible_by_employee: false,
      employee_url: null,
      manager_url: `${publicUrl}/portal/manager/requests/${id}`,
      api_url: `${publicUrl}/api/requests/${id}/`,
    })
    assert.deepEqual(form, {
      slug: 'default',
      title: 'Request',
      category: null,
      featured: false,
      total_hits: 0,
      updated_at: form.updated_at,
      created_at: form.created_at,
      api_url: `${publicUrl}/api/forms/default/`,
    })
    assert.deepEqual(await read(id), answer.json())
  })

  test('200 keeps everything that is given', async () => {
    const employee_technical_id = await anEmployee(service, { first_name: 'Ana', last_name: 'Ek', email: 'ana@x.test' })

    const answer = await post({
      form_code: 'default',
      creator_technical_id,
      employee_technical_id,
      subject: 'S',
      body: 'B',
      origin: 'PHONE',
      priority: 'URGENT',
      visible_to_employee: 'true',
      processing_date_due: '2031-03-31T09:30:15+02:00',
      callback_url: 'https://hooks.example.com/in',
    })

    const request = answer.json() as Request
    assert.partialDeepStrictEqual(request, {
      origin: 'PHONE',
      priority: 'URGENT',
      visible_by_employee: true,
      employee: { technical_id: employee_technical_id, first_name: 'Ana', last_name: 'Ek', email: 'ana@x.test' },
      processing_date_due: '2031-03-31T07:30:15+00:00',
      employee_url: `${publicUrl}/portal/requests/${request.id}`,
    })
    assert.deepEqual(await read(request.id), request)
  })

  for (const origin of ['API', 'EMAIL', 'PHONE', 'PORTAL']) {
    test(`200 keeps the origin ${origin}`, async () => {
      assert.equal((await made({ creator_technical_id, origin })).origin, origin)
    })
  }

  for (const priority of ['LOW', 'NORMAL', 'URGENT']) {
    test(`200 keeps the priority ${priority}`, async () => {
      assert.equal((await made({ creator_technical_id, priority })).priority, priority)
    })
  }

  const moments: [sent: string, kept: string][] = [
    ['2030-02-28', '2030-02-28T00:00:00+00:00'],
    ['2030-02-28T23:30', '2030-02-28T23:30:00+00:00'],
    ['2030-02-28T23:30:59.999', '2030-02-28T23:30:59+00:00'],
    ['2030-02-28T23:30-01:00', '2030-03-01T00:30:00+00:00'],
    ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00+00:00'],
    ['0001-01-01', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
  ]
  for (const [processing_date_due, kept] of moments) {
    test(`200 is due at ${kept} when ${processing_date_due} is sent`, async () => {
      const request = await made({ creator_technical_id, processing_date_due })

      assert.equal(request.processing_date_due, kept)
      assert.equal((await read(request.id)).processing_date_due, kept)
    })
  }

  const flags: [string, boolean][] = [
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['FALSE', false],
    ['0', false],
  ]
  for (const [visible_to_employee, isVisible] of flags) {
    test(`200 is visible to the employee: ${isVisible} for ${visible_to_employee}`, async () => {
      const employee_technical_id = await anEmployee(service)

      const request = await made({ creator_technical_id, employee_technical_id, visible_to_employee })

      assert.equal(request.visible_by_employee, isVisible)
    })
  }

  test('200 takes a part that is empty as left out', async () => {
    const empty = { employee_technical_id: '', origin: '', priority: '', visible_to_employee: '' }

    const request = await made({ creator_technical_id, ...empty, processing_date_due: '', callback_url: '' })

    assert.partialDeepStrictEqual(request, {
      employee: null,
      origin: 'API',
      priority: 'NORMAL',
      visible_by_employee: false,
      processing_date_due: null,
    })
    const stored = await db
      .selectFrom('requests')
      .select('callback_url')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    assert.equal(stored.callback_url, null)
  })

  test('200 ignores parts that nobody asks for, however often they come', async () => {
    const unknown: FormFields = {
      id: '7',
      status: 'closed',
      created_at: 'x',
      other: ['1', '2'],
      file: aFile(),
      '': 'x',
    }

    const request = await made({ creator_technical_id, ...unknown })

    assert.partialDeepStrictEqual(request, { status: 'created', body_json: null })
    assert.notEqual(request.id, '7')
  })

  test('200 with a subject of 256 characters, however they are written, and any HTML as it is', async () => {
    const subject = '🙂'.repeat(256)
    const body = '<script>alert(1)</script>\r\n<b>ü</b> & \u202e'

    const request = await made({ creator_technical_id, subject, body })

    assert.deepEqual([request.subject, request.body], [subject, body])
    assert.deepEqual(await read(request.id), request)
  })

  test('200 without the last slash too', async () => {
    const form = new FormData()
    for (const [name, text] of Object.entries({ form_code: 'default', creator_technical_id, subject: 'S', body: 'B' }))
      form.append(name, text)
    const response = new Response(form)
    const headers = { 'x-api-key': KEY, 'content-type': response.headers.get('content-type') ?? '' }

    const payload = Buffer.from(await response.arrayBuffer())
    const answer = await app.inject({ method: 'POST', url: '/api/requests', headers, payload })

    assert.equal(answer.statusCode, 200, answer.body)
  })

  test('200 has an empty text for the e-mail of a person who has none', async () => {
    const employee_technical_id = await anEmployee(service, { first_name: 'Ana', last_name: 'Ek' })

    const { employee } = await made({ creator_technical_id, employee_technical_id })

    assert.deepEqual(employee, { technical_id: employee_technical_id, first_name: 'Ana', last_name: 'Ek', email: '' })
  })
})

describe('POST /api/requests/ on a form of its own', () => {
  const category = { slug: 'pay', name: 'Payroll', language_code: 'fr-fr', description: 'Money' }

  test('200 shows the form and its category, and what was given for its fields; the subject is its title', async () => {
    const fields: FormInput['fields'] = [
      { code: 'why', label: 'Why', type: 'text', required: true },
      { code: 'days', label: 'Days', type: 'integer' },
      { code: 'urgent', label: 'Urgent', type: 'boolean' },
      { code: 'left_out', label: 'Left out', type: 'text' },
    ]
    const form_code = await aForm({ title: 'Advance on pay', category, featured: true, fields })

    const request = await made({
      form_code,
      creator_technical_id,
      why: 'Rent',
      days: '3',
      urgent: 'True',
      left_out: '',
    })

    assert.partialDeepStrictEqual(request, { subject: 'Advance on pay', body: null, category: 'Payroll' })
    assert.deepEqual(request.body_json, { why: 'Rent', days: 3, urgent: true })
    const { created_at, updated_at } = await formOf(form_code)
    assert.deepEqual(request.form, {
      slug: form_code,
      title: 'Advance on pay',
      category,
      featured: true,
      total_hits: 0,
      updated_at,
      created_at,
      api_url: `${publicUrl}/api/forms/${form_code}/`,
    })
    assert.deepEqual(await read(request.id), request)
  })

  test('200 takes a subject and a body of the caller’s, and no answers at all where none is required', async () => {
    const form_code = await aForm({ fields: [{ code: 'why', label: 'Why', type: 'text' }] })

    const request = await made({ form_code, creator_technical_id, subject: 'Mine', body: 'Too' })

    assert.partialDeepStrictEqual(request, { subject: 'Mine', body: 'Too' })
    assert.deepEqual(request.body_json, {})
  })

  test('200 keeps the form as it was when the request was made', async () => {
    const form_code = await aForm({ title: 'Before', category })
    const request = await made({ form_code, creator_technical_id })

    await doWork(acme, (work) => putForm(work, form_code, { title: 'After', fields: [] }))
    const old = await read(request.id)
    const young = await made({ form_code, creator_technical_id })

    assert.deepEqual([old.form.title, old.category, old.subject], ['Before', 'Payroll', 'Before'])
    assert.deepEqual([young.form.title, young.category, young.subject], ['After', null, 'After'])
  })

  for (const due_in_days of [0, 1, 3650]) {
    test(`200 is due ${due_in_days} days from now when the form says so and the caller does not`, async () => {
      const form_code = await aForm({ due_in_days })

      const { created_at, processing_date_due } = await made({ form_code, creator_technical_id })

      const due = new Date(Date.parse(created_at) + due_in_days * DAY_MS)
      assert.equal(processing_date_due, inSeconds(due))
    })
  }

  test('200 is due when the caller says, whatever the form says', async () => {
    const form_code = await aForm({ due_in_days: 5 })

    const { processing_date_due } = await made({ form_code, creator_technical_id, processing_date_due: '2031-01-01' })

    assert.equal(processing_date_due, '2031-01-01T00:00:00+00:00')
  })
})

describe('POST /api/requests/ assigns managers', () => {
  test('200 those whom the form names, in its order, each once, before those of its roles by their names', async () => {
    const role = await aRole(service)
    const profiles = [{ role, organizations: [] }]
    const yves = await aManager(service, { last_name: 'Zz', first_name: 'Yves' })
    const beth = await aManager(service, { last_name: 'Bb', profiles })
    const last = await aManager(service, { last_name: 'Yy', profiles })
    const first = await aManager(service, { last_name: 'Aa', profiles })
    const form_code = await aForm({ assign_to: [`role:${role}`, yves, beth, yves] })

    const request = await made({ form_code, creator_technical_id })

    assert.deepEqual(idsOf(request), [yves, beth, first, last])
    const email = `${yves.toLowerCase()}@acme.test`
    assert.deepEqual(request.managers_assigned[0], { technical_id: yves, first_name: 'Yves', last_name: 'Zz', email })
    assert.deepEqual(idsOf(await read(request.id)), idsOf(request))
  })

  test('200 not one who was deleted since, by id or by role', async () => {
    const role = await aRole(service)
    const gone = await aManager(service)
    const stays = await aManager(service)
    const ofRole = await aManager(service, { profiles: [{ role, organizations: [] }] })
    const form_code = await aForm({ assign_to: [gone, stays, `role:${role}`] })
    for (const id of [gone, ofRole]) assert.equal((await v2('DELETE', `/users/${id}`)).statusCode, 204)

    assert.deepEqual(idsOf(await made({ form_code, creator_technical_id })), [stays])
  })

  test('200 of a role those in whose perimeter the employee is', async () => {
    const role = await aRole(service)
    const otherRole = await aRole(service)
    const country = await anOrganization(service)
    const city = await anOrganization(service, { parent: country })
    const office = await anOrganization(service, { parent: city })
    const elsewhere = await anOrganization(service)
    const ofRole = (organization: string, include_below: boolean, last_name: string, given = role) =>
      aManager(service, { last_name, profiles: [{ role: given, organizations: [organization], include_below }] })
    const within = [
      await ofRole(country, true, 'A'),
      await ofRole(city, true, 'B'),
      await ofRole(city, false, 'C'),
      await aManager(service, {
        last_name: 'D',
        profiles: [
          { role, organizations: [elsewhere] },
          { role, organizations: [elsewhere, city] },
        ],
      }),
    ]
    await ofRole(country, false, 'E')
    await ofRole(office, true, 'F')
    await ofRole(elsewhere, true, 'G')
    await ofRole(city, true, 'H', otherRole)
    await aManager(service, { last_name: 'I', profiles: [{ role, organizations: [] }] })
    const form_code = await aForm({ assign_to: [`role:${role}`] })
    const employee_technical_id = await anEmployee(service, { organizations: [city] })

    const request = await made({ form_code, creator_technical_id, employee_technical_id })

    assert.deepEqual(idsOf(request), within)
  })

  test('200 of a role those of any of the organizations where the employee is, and of none where they were', async () => {
    const role = await aRole(service)
    const lyon = await anOrganization(service)
    const paris = await anOrganization(service)
    const former = await anOrganization(service)
    const at = (organization: string, last_name: string) =>
      aManager(service, { last_name, profiles: [{ role, organizations: [organization] }] })
    const ofLyon = await at(lyon, 'A')
    const ofParis = await at(paris, 'B')
    await at(former, 'C')
    const form_code = await aForm({ assign_to: [`role:${role}`] })
    const registrations = [lyon, paris, former].map((organization_code) => ({
      organization_code,
      employee_number: unique('n'),
      active: organization_code !== former,
    }))
    const employee_technical_id = await anEmployee(service, { registrations })

    const request = await made({ form_code, creator_technical_id, employee_technical_id })

    assert.deepEqual(idsOf(request), [ofLyon, ofParis])
  })

  test('200 nobody of a role when the employee is nowhere, and all of it without an employee', async () => {
    const role = await aRole(service)
    const organizations = [await anOrganization(service)]
    const named = await aManager(service)
    const one = await aManager(service, { last_name: 'A', profiles: [{ role, organizations }] })
    const other = await aManager(service, { last_name: 'B', profiles: [{ role, organizations: [] }] })
    const form_code = await aForm({ assign_to: [named, `role:${role}`] })
    const employee_technical_id = await anEmployee(service)

    const ofNowhere = await made({ form_code, creator_technical_id, employee_technical_id })
    const ofNobody = await made({ form_code, creator_technical_id })

    assert.deepEqual([idsOf(ofNowhere), idsOf(ofNobody)], [[named], [named, one, other]])
  })

  test('200 nobody of another client, though he is called the same', async () => {
    const code = unique('role')
    const technical_id = unique('M')
    for (const owner of [acme, globex]) {
      await aRole(service, { code, owner })
      await aManager(service, { technical_id, owner, profiles: [{ role: code, organizations: [] }] })
    }
    const form_code = await aForm({ assign_to: [technical_id, `role:${code}`] })
    await v2('DELETE', `/users/${technical_id}`)

    assert.deepEqual(idsOf(await made({ form_code, creator_technical_id })), [])
  })
})

describe('a new request', () => {
  const row = (request: Request) =>
    db.selectFrom('requests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow()

  test('is stored with its event, its count, its history and its jobs', async () => {
    const creator = await aManager(service)
    const manager = await aManager(service)
    const employee = await anEmployee(service, { email: 'eve@acme.test' })
    const form_code = await aForm({ assign_to: [manager] })
    const fields = { form_code, creator_technical_id: creator, employee_technical_id: employee, origin: 'EMAIL' }

    const request = await made({ ...fields, visible_to_employee: '1' })

    const stored = await row(request)
    assert.deepEqual([stored.client_id, stored.form_code, stored.form_version], ['acme', form_code, 1])
    assert.deepEqual(await eventsWithData(service, request.id), [{ type: 'request.created', data: request }])
    for (const filter of [`form_code=${form_code}`, `creator_technical_id=${creator}`]) {
      const list = await call('GET', `/requests/?${filter}`)
      assert.equal(list.headers['x-total-count'], '1', filter)
      assert.deepEqual(list.json(), [request])
    }
    const history = await db.selectFrom('request_history').selectAll().where('request_id', '=', request.id).execute()
    assert.deepEqual(
      history.map((one) => [one.action, one.changes, one.comment_id, one.user_key, one.employee_key, one.actor_name]),
      [['created', [], null, stored.creator_user_key, null, 'main']],
    )
    const jobs = (await jobsFor(service, 'requests.mail', 'acme')) as { request_id: string; side: string }[]
    assert.deepEqual(
      new Set(jobs.filter((one) => one.request_id === request.id).map((one) => one.side)),
      new Set(['manager', 'employee']),
    )
  })

  test('belongs to the client of the key', async () => {
    const owner = globex
    const foreign = await aManager(service, { owner })
    const code = await aForm({}, owner)

    const answer = await post({ form_code: code, creator_technical_id: foreign }, { key: 'globex-api-key' })

    const { id } = answer.json() as Request
    assert.equal((await row(answer.json())).client_id, 'globex')
    assert.equal((await call('GET', `/requests/${id}/`)).statusCode, 404)
    assert.equal((await call('GET', `/requests/${id}/`, { key: 'globex-api-key' })).statusCode, 200)
  })

  test('leaves nothing behind when it is refused: no row, event, count, history or job', async () => {
    const manager = await aManager(service)
    const form_code = await aForm({ assign_to: [manager] })
    const before = [await everythingOf(db, 'acme'), await jobsFor(service, 'requests.mail', 'acme')]

    const answer = await post({ form_code, creator_technical_id, priority: 'HIGH', callback_url: 'https://a.test/' })

    assert.equal(answer.statusCode, 400)
    assert.deepEqual([await everythingOf(db, 'acme'), await jobsFor(service, 'requests.mail', 'acme')], before)
  })

  test('leaves nothing behind when its jobs cannot be stored', async () => {
    const manager = await aManager(service)
    const form_code = await aForm({ assign_to: [manager] })
    const before = await everythingOf(db, 'acme')
    const insertJobs = async () => assert.fail('The job queue is full.')
    const callback_url = ['https://hooks.example.com/in']
    const fields = { form_code: [form_code], creator_technical_id: [creator_technical_id], callback_url }

    const making = unitOfWork({ db, clock, insertJobs })(acme, (work) =>
      createRequest(work, service, { fields, files: {} }),
    )

    await assert.rejects(making, /The job queue is full/)
    assert.deepEqual(await everythingOf(db, 'acme'), before)
  })

  test('is a failure of that call alone when its form cannot be looked up', async () => {
    const fields = { form_code: 'default', creator_technical_id, subject: 'S', body: 'B' }
    await pool.query('ALTER TABLE form_versions RENAME TO form_versions_away')

    const answers = [await post(fields), await post({ ...fields, file: aFile() })]
    await pool.query('ALTER TABLE form_versions_away RENAME TO form_versions')

    // A rejection that nobody handles would end the process; here it fails the test.
    for (const answer of answers) assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [500, ['detail']])
    assert.equal((await post(fields)).statusCode, 200)
  })
})
