import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProfileInput } from '#modules/directory/users/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { aFile, aForm, aRow, fileOf, managerImportCalls } from '#test/harness/features/manager-imports.ts'
import { aRecordingMailer, noteCalls, remind } from '#test/harness/features/notes.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aReceiver, untilQuiet } from '#test/harness/features/webhooks/deliveries.ts'
import { startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { aDocument } = filingCalls(service)
const signatures = signatureCalls(service)

await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'PAR', parent: 'HQ' })
const filters = [{ code: 'site', name: 'Site', type: 'list', values: ['north', 'south'] }]
await aDocumentType(service, { code: 'contract', filters })
await aRole(service, { code: 'everything' })
const employee = await anEmployee(service, { technical_id: 'ANN', organizations: ['PAR'] })

type Restriction = NonNullable<ProfileInput['access_restrictions']>[number]
const limitTo = (...values: string[]): Restriction => ({ document_type_code: 'contract', filter_code: 'site', values })
const profile = (access_restrictions: Restriction[], organization = 'HQ', role = 'everything') => [
  { role, organizations: [organization], include_below: true, access_restrictions },
]

/** An administrator of the whole client with `*`, of whom documents of the south are hidden. */
await aManager(service, { technical_id: 'north', profiles: profile([limitTo('north')]) })
await aManager(service, { technical_id: 'free', profiles: profile([]) })
const north = as('manager:north')
const free = as('manager:free')
const person = { first_name: 'Eve', last_name: 'Low', email: 'eve@acme.test' }
const filed = (site: string, title = unique(site)) =>
  aDocument('employee', {
    employee_technical_id: employee,
    document_type_code: 'contract',
    document_type_filters: { site },
    title,
  })

describe('Somebody with limited access', () => {
  const put = (profiles: unknown[]) => north('PUT', `/admin/users/${unique('M')}`, { body: { ...person, profiles } })

  test('gives nobody a profile that shows more documents', async () => {
    const wider = [
      profile([]),
      profile([limitTo('south')]),
      profile([limitTo('north', 'south')]),
      profile([], 'PAR'),
      profile([{ ...limitTo('north'), document_type_code: 'other' }]),
    ]
    await aDocumentType(service, { code: 'other', filters })

    for (const profiles of wider) {
      const answer = await put(profiles)
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'beyond_own_permissions'], answer.body)
    }
    const other = { document_type_code: 'other', filter_code: 'site', values: ['south'] }
    assert.equal((await put(profile([limitTo('north')]))).statusCode, 201)
    assert.equal((await put(profile([other, limitTo('north')], 'PAR'))).statusCode, 201)
  })

  test('gives roles that have nothing to do with documents without limits, and no others', async () => {
    for (const [permission, status] of [
      ['employees:read', 201],
      ['requests:*', 201],
      ['employee_documents:read', 403],
      ['company_documents:read', 403],
      ['notes:read', 403],
      ['signatures:read', 403],
      ['distributions:read', 403],
      ['system:read', 403],
      ['*', 403],
    ] as const) {
      const role = await aRole(service, { permissions: [permission] })
      assert.equal((await put(profile([], 'PAR', role))).statusCode, status, permission)
    }
  })

  test('does not lift the own limits, nor those of others, nor take over the log-in of somebody who sees more', async () => {
    const own = await north('PATCH', '/admin/users/north', { body: { profiles: profile([]) } })
    const peer = await aManager(service, { profiles: profile([limitTo('north')], 'PAR') })
    const others = await north('PATCH', `/admin/users/${peer}`, { body: { profiles: profile([], 'PAR') } })
    const taken = await north('PATCH', '/admin/users/free', { body: { email: 'north@acme.test' } })
    const body = { linked_to: 'manager:free' }
    const linked = await north('PUT', `/admin/accounts/employee:${employee}/link`, { body })

    assert.deepEqual([own.statusCode, others.statusCode, taken.statusCode], [409, 403, 403])
    assert.deepEqual([linked.statusCode, linked.json().code], [403, 'beyond_own_permissions'], linked.body)
    assert.deepEqual((await v2('GET', `/users/${peer}`)).json().profiles, profile([limitTo('north')], 'PAR'))
  })

  test('issues no credentials that see more, and imports no managers', async () => {
    const application = (permissions: string[]) =>
      north('POST', '/admin/applications', { body: { id: unique('app'), name: 'App', permissions } })
    const key = await north('POST', '/admin/api_keys', { body: { name: unique('key') } })

    for (const permissions of [['*'], ['employee_documents:read'], ['notes:read'], ['events:read', 'signatures:*']]) {
      assert.equal((await application(permissions)).statusCode, 403, permissions.join())
    }
    assert.equal((await application(['employees:read'])).statusCode, 201)
    assert.equal(key.statusCode, 403)
    const form = aForm(
      aFile(fileOf([aRow({ role: 'everything', organization_codes: 'PAR' })]), { filename: 'managers.csv' }),
    )
    for (const path of ['/manager/imports', '/manager/imports/preview']) {
      const refused = await north('POST', path, { headers: form.headers, body: form.payload })
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'beyond_own_permissions'], refused.body)
    }
  })

  test('does not widen a role that is given for documents', async () => {
    const role = await aRole(service, { permissions: ['employees:read'] })

    const answer = await north('PATCH', `/admin/roles/${role}`, { body: { permissions: ['employee_documents:read'] } })

    assert.equal(answer.statusCode, 403)
  })

  test('does not move an employee to where the own limits do not count', async () => {
    await anOrganization(service, { code: 'OPEN', parent: 'HQ' })
    await anOrganization(service, { code: 'SHUT', parent: 'HQ' })
    const people = await aRole(service, { permissions: ['employees:*'] })
    const profiles = [
      ...profile([], 'HQ', people),
      ...profile([limitTo('north')], 'SHUT'),
      ...profile([limitTo('north'), { ...limitTo('north'), document_type_code: 'other' }], 'OPEN'),
    ]
    const mover = await aManager(service, { profiles })
    const move = async (from: string, to: string) => {
      const id = await anEmployee(service, { organizations: [from] })
      const registrations = [{ organization_code: to, employee_number: '1' }]
      return as(`manager:${mover}`)('PATCH', `/admin/employees/${id}`, { body: { registrations } })
    }

    const refused = await move('OPEN', 'SHUT')

    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'beyond_own_permissions'], refused.body)
    assert.equal((await move('SHUT', 'OPEN')).statusCode, 200)
  })

  test('is not let in by a burst that files and reads at once', async () => {
    const document = await filed('north')
    const path = `/manager/documents/${document.id}`
    const hide = v2('PATCH', `/employee_documents/${document.id}`, {
      body: { document_type_filters: { site: 'south' } },
    })
    const changes = Array.from({ length: 8 }, (_, index) => north('PATCH', path, { body: { title: `Burst ${index}` } }))

    await hide
    const answers = await Promise.all(changes)

    assert.ok(answers.every((one) => one.statusCode === 200 || one.statusCode === 404))
    assert.equal((await north('PATCH', path, { body: { title: 'Late' } })).statusCode, 404)
    assert.equal((await north('PUT', `${path}/trash`)).statusCode, 404)
  })
})

describe('Events and mails', () => {
  test('tell a limited administrator nothing of documents, notes and signatures', async () => {
    const document = await filed('south')
    const [event] = (await v2('GET', `/events?resource_id=${document.id}`)).json()

    const types: string[] = (await north('GET', '/admin/event_types')).json()
    const list: { type: string }[] = (await north('GET', '/admin/events?per_page=100')).json()

    const hidden = /^(employee_document|company_document|note|signature_process|legal_hold|distribution_project)\./
    assert.deepEqual(
      [types, list.map((one) => one.type)].flat().filter((one) => hidden.test(one)),
      [],
    )
    assert.ok(types.includes('employee.created'))
    assert.equal((await north('GET', `/admin/events/${event.id}`)).statusCode, 404)
    assert.deepEqual((await north('GET', `/admin/events?resource_id=${document.id}`)).json(), [])
    assert.equal((await free('GET', `/admin/events/${event.id}`)).statusCode, 200)
  })

  test('are not sent to the webhooks of somebody whose access was limited since', async () => {
    const dispatcher = startDispatcher(service)
    const receiver = await aReceiver()
    const owner = await aManager(service, { profiles: profile([]) })
    await v2('PUT', `/accounts/manager:${owner}`, { body: { active: true } })
    const hook = {
      name: unique('hook'),
      callback_url: receiver.url,
      events: ['employee_document.created', 'employee.*'],
    }
    const made = await as(`manager:${owner}`)('POST', '/admin/webhooks', { body: hook })
    assert.equal(made.statusCode, 201, made.body)
    const quiet = () => {
      dispatcher.wake()
      return untilQuiet(service)
    }
    await filed('north')
    await quiet()
    assert.equal(receiver.received.length, 1)

    await v2('PATCH', `/users/${owner}`, { body: { profiles: profile([limitTo('north')]) } })
    await filed('south')
    await filed('north')
    await v2('PATCH', `/employees/${employee}`, { body: { city: unique('Paris') } })
    await quiet()

    const told = receiver.received.map(({ json }) => (json as { type: string }).type)
    assert.deepEqual(told, ['employee_document.created', 'employee.updated'])
  })

  test('reminders of notes on a document go to those who may read it', async () => {
    const { written } = noteCalls(service)
    const office = aRecordingMailer()
    const soon = new Date(service.clock.now().getTime() - 1000).toISOString()
    const document = await filed('south')
    await written('documents', { document_id: document.id, remind_date: soon })

    await remind(service, { mailer: office.mailer })

    assert.ok(office.addresses().includes('free@acme.test'))
    assert.ok(!office.addresses().includes('north@acme.test'))
  })

  test('the log of mails shows a limited administrator no subjects with titles', async () => {
    const title = unique('Secret')
    const mail = {
      client_id: 'acme',
      recipient: 'x@acme.test',
      attempts: 1,
      attempted_at: new Date(),
      sent_at: new Date(),
    }
    for (const kind of ['reminder', 'signature', 'request', 'password']) {
      await service.db
        .insertInto('mails')
        .values({ ...mail, kind, subject: `${title} ${kind}`, search_text: '' })
        .execute()
    }
    const subjects = async (call: typeof north) =>
      ((await call('GET', '/admin/mails?per_page=100')).json() as { subject: string }[])
        .map((one) => one.subject)
        .filter((one) => one.startsWith(title))

    assert.deepEqual(await subjects(north), [`${title} password`])
    assert.equal((await subjects(free)).length, 4)
  })
})

describe('Signature processes', () => {
  const filing = (site?: string) => ({
    employee_technical_id: employee,
    document_type_code: 'contract',
    document_type_filters: site === undefined ? {} : { site },
  })

  test('that become hidden documents are hidden, with their files, from those who look after the employee', async () => {
    const q = unique('zzz')
    const hidden = await signatures.created({ title: `${q} south`, ...filing('south') })
    const shown = await signatures.created({ title: `${q} north`, ...filing('north') })
    const untyped = await signatures.created({ title: `${q} none` })
    const local = await aManager(service, { profiles: profile([limitTo('north')], 'PAR') })

    for (const [call, expected] of [
      [north, [shown.id, untyped.id]],
      [as(`manager:${local}`), [shown.id]],
      [free, [hidden.id, shown.id, untyped.id]],
    ] as const) {
      const list: { id: string }[] = (await call('GET', `/manager/signatures?q=${q}`)).json()
      assert.deepEqual(list.map(({ id }) => id).toSorted(), expected.toSorted())
    }
    for (const path of ['', '/file', '/pages/1']) {
      assert.equal((await north('GET', `/manager/signatures/${hidden.id}${path}`)).statusCode, 404, path)
    }
    for (const verb of ['start', 'cancel', 'send', 'archive']) {
      const body = verb === 'archive' ? {} : undefined
      assert.equal((await north('POST', `/manager/signatures/${hidden.id}/${verb}`, { body })).statusCode, 404, verb)
    }
    assert.equal((await north('DELETE', `/manager/signatures/${hidden.id}`)).statusCode, 404)
  })

  test('are neither made, changed nor filed outside of the own limits', async () => {
    const make = async (over: object) =>
      north('POST', '/manager/signatures', { body: await signatures.body({ ...over }) })
    const own = await make(filing('north'))
    assert.equal(own.statusCode, 201, own.body)
    const path = `/manager/signatures/${own.json().id}`
    const signed = await signatures.signed({ ...filing('north') })

    const refused = [
      await make(filing('south')),
      await make(filing()),
      await north('PATCH', path, { body: { document_type_filters: { site: 'south' } } }),
      await north('POST', `/manager/signatures/${signed.id}/archive`, { body: filing('south') }),
    ]

    for (const answer of refused) {
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'outside_access_restrictions'], answer.body)
      assert.equal(answer.json().errors[0].field, 'document_type_filters.site')
    }
    assert.deepEqual((await north('GET', path)).json().document_type_filters, { site: 'north' })
    assert.equal((await north('POST', `/manager/signatures/${signed.id}/archive`, { body: {} })).statusCode, 200)
  })

  test('follow the document that they became', async () => {
    const signed = await signatures.signed({ ...filing('north') })
    const { document_id } = (
      await free('POST', `/manager/signatures/${signed.id}/archive`, { body: filing('south') })
    ).json()

    assert.equal((await north('GET', `/manager/signatures/${signed.id}`)).statusCode, 404)
    await v2('PATCH', `/employee_documents/${document_id}`, { body: { document_type_filters: { site: 'north' } } })
    assert.equal((await north('GET', `/manager/signatures/${signed.id}`)).statusCode, 200)
  })
})

describe('Distributions', () => {
  test('show limited managers no parts that become hidden documents, and let them decide about none', async () => {
    const { prepared, delivered } = distributionCalls(service)
    await withDistribution(service, { paper_configurations: [{ code: 'mail', name: 'Mail', duplex: true }] })
    const type = await aDistributionType(service, {
      document_type: 'contract',
      format: 'pdf_split',
      pattern: 'Employee no: (?<employee_number>[\\w-]+) at (?<site>\\w+)',
    })
    const bytes = aPdfOf(['north', 'south'].map((site) => `Employee no: ${employee} at ${site}`))
    const id = await prepared([{ type, bytes }])
    const path = `/manager/distributions/${id}`
    const parts: { id: string }[] = (await free('GET', `${path}/parts`)).json()
    assert.equal(parts.length, 2)
    const [shown, hidden] = parts

    const own = (await north('GET', `${path}/parts`)).json()
    assert.deepEqual(
      own.map((one: { id: string }) => one.id),
      [shown?.id],
    )
    assert.equal((await north('GET', path)).json().checks.pages, 1)
    const report = (await north('GET', `${path}/report.csv`)).body
    assert.ok(report.includes(shown?.id ?? '-') && !report.includes(hidden?.id ?? ''))
    for (const one of [`${path}/parts/${hidden?.id}`, `${path}/parts/${hidden?.id}/pages/1`]) {
      assert.equal((await north('GET', one)).statusCode, 404, one)
    }
    const assign = (part?: { id: string }) =>
      north('PATCH', `${path}/parts/${part?.id}`, { body: { employee_technical_id: employee } })
    assert.deepEqual([(await assign(hidden)).statusCode, (await assign(shown)).statusCode], [404, 200])
    const [{ id: spool }] = (await free('GET', path)).json().distributions
    for (const refused of [
      await north('POST', `${path}/validate`),
      await north('POST', `${path}/cancel`),
      await north('DELETE', `${path}/spools/${spool}`),
    ]) {
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'outside_access_restrictions'])
    }
    const campaign = await delivered([{ type, bytes }], { paper_configuration: 'mail' })
    for (const name of ['packages', 'manifest']) {
      assert.equal((await north('GET', `/manager/distributions/${campaign}/${name}`)).statusCode, 403, name)
    }
    assert.equal((await free('POST', `${path}/validate`)).statusCode, 200)
  })

  test('that validate themselves are not for limited managers to make, nor to send files to', async () => {
    const body = { name: unique('project'), auto_validate: true }
    const { id } = (await free('POST', '/manager/distributions', { body })).json()

    const refused = [
      await north('POST', '/manager/distributions', { body }),
      await north('POST', `/manager/distributions/${id}/spools`, {
        headers: { 'content-type': 'multipart/form-data' },
      }),
    ]

    for (const answer of refused) {
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'outside_access_restrictions'], answer.body)
    }
    assert.equal((await north('POST', '/manager/distributions', { body: { name: body.name } })).statusCode, 201)
  })
})

describe('Files of managers', () => {
  test('keep the limits of profiles that stay, and give a limited manager no profile without any', async () => {
    const { imported } = managerImportCalls(service)
    const profiles = [...profile([limitTo('north')], 'PAR'), ...profile([limitTo('south')], 'PAR')]
    const id = await aManager(service, { profiles })
    const row = aRow({ technical_id: id, role: 'everything', organization_codes: 'PAR', last_name: 'Changed' })
    const read = async () => (await v2('GET', `/users/${id}`)).json()

    assert.equal((await imported(fileOf([row, row]))).status, 'success')
    assert.deepEqual([(await read()).last_name, (await read()).profiles], ['Changed', profiles])

    for (const wider of [
      { ...row, organization_codes: 'HQ' },
      { ...row, organization_codes: 'PAR|HQ' },
    ]) {
      const { status, errors } = await imported(fileOf([row, wider]))
      assert.deepEqual([status, errors.map((one) => one.code)], ['failed', ['left_out', 'restricted_profile']])
    }
    const more = await imported(fileOf([row, row, row]))
    assert.deepEqual(more.errors.at(-1)?.code, 'restricted_profile')
    assert.deepEqual((await read()).profiles, profiles)
  })
})
