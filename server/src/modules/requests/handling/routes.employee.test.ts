import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FormToFill, OfferedForm } from '#modules/requests/forms/offered-forms.ts'
import type { OfferedValue } from '#modules/requests/forms/offered-values.ts'
import type { EmployeeRequest, EmployeeRequestItem } from '#modules/requests/portal-schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish, unique, withNames } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aFile, asBody, requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { db, v2 } = service
const { as } = portalCalls(service)
const api = requestCalls(service)

const french = (value: string) => [{ language_code: 'fr-fr', value }]
await anOrganization(service, { code: 'PAR' })
await aRole(service, { code: 'hr' })
await aManager(service, {
  technical_id: 'M-1',
  profiles: [{ role: 'hr', organizations: ['PAR'], include_below: true }],
})
await anEmployee(service, { technical_id: 'E-1', organizations: ['PAR'], language: 'fr-fr' })
await anEmployee(service, { technical_id: 'E-2', organizations: ['PAR'] })
// Ids of managers and of employees are apart: somebody else may have the same one.
await aManager(service, { technical_id: 'E-1', first_name: 'Otto', last_name: 'Other' })

const offices = await aDataset(service, {
  values: ['fr', 'fr.lyon', 'fr.lyon.hq', 'uk', 'uk.london'],
})
await withNames(service, offices, [{ code: 'fr.lyon', names: { 'en-us': 'Lyons', 'fr-fr': 'Lyon' } }])
await aForm('move', {
  title: 'Move',
  localized_titles: french('Déménagement'),
  visible_by_employee: true,
  assign_to: ['role:hr'],
  due_in_days: 5,
  fields: [
    { code: 'country', label: 'Country', type: 'dataset', dataset: offices, dimension: 'country' },
    {
      code: 'where',
      label: 'Where',
      localized_labels: french('Où'),
      type: 'dataset',
      dataset: offices,
      required: true,
    },
    {
      code: 'why',
      label: 'Why',
      type: 'select',
      choices: ['new', 'old'],
      localized_choices: [{ choice: 'new', localized_names: french('Nouveau') }],
    },
    { code: 'proof', label: 'Proof', type: 'file' },
  ],
})
await aForm('hidden', { title: 'Hidden', fields: [] })
const secret = await aDataset(service, { values: ['x'] })
await aForm('internal', {
  title: 'Internal',
  fields: [{ code: 'what', label: 'What', type: 'dataset', dataset: secret }],
})

async function aForm(code: string, input: object): Promise<void> {
  const answer = await v2('PUT', `/forms/${code}`, { body: input })
  assert.equal(answer.statusCode, 201, answer.body)
}

const me = as('employee:E-1')
const post = async (parts: Parameters<typeof asBody>[0], who = me) => who('POST', '/me/requests', await asBody(parts))
async function made(parts: Parameters<typeof asBody>[0] = {}): Promise<string> {
  const answer = await post({ form_code: 'move', where: 'fr.lyon', ...parts })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id
}
const read = async (id: string): Promise<EmployeeRequest> => (await me('GET', `/me/requests/${id}`)).json()

describe('GET /me/forms', () => {
  test('200 lists what employees see, in their language', async () => {
    const forms: OfferedForm[] = (await me('GET', '/me/forms')).json()

    assert.deepEqual(
      forms.map(({ slug, title }) => [slug, title]),
      [['move', 'Déménagement']],
    )
  })

  test('200 reads one with the levels of its data sets, and counts it as opened', async () => {
    const form: FormToFill = (await me('GET', '/me/forms/move')).json()

    const [country, where, why] = form.fields
    assert.deepEqual(
      country?.dataset?.levels.map((one) => one.dimension),
      ['country'],
    )
    assert.deepEqual([where?.label, where?.depends_on, where?.dataset?.is_last_needed], ['Où', null, false])
    assert.deepEqual(why?.choices?.[0], { value: 'new', label: 'Nouveau' })
    const { total_hits } = (await v2('GET', '/forms/move')).json()
    assert.ok(total_hits > 0)
  })

  test('404 for a form that employees do not see', async () => {
    assert.equal((await me('GET', '/me/forms/hidden')).statusCode, 404)
  })
})

describe('GET /me/datasets/{dataset}/values', () => {
  const values = async (query: string): Promise<OfferedValue[]> =>
    (await me('GET', `/me/datasets/${offices}/values?${query}`)).json()

  test('200 finds at any depth with what lies above, and the children of a value', async () => {
    const found = await values('q=lyons')
    const children = await values('parent=fr.lyon&dimension=office')

    assert.deepEqual(found[0], { value: 'fr.lyon', label: 'Lyon', dimension: 'city', above: ['fr'] })
    assert.deepEqual(
      children.map((one) => one.value),
      ['fr.lyon.hq'],
    )
  })

  test('404 for a data set that no form of employees asks for, and for none', async () => {
    assert.equal((await me('GET', `/me/datasets/${secret}/values`)).statusCode, 404)
    assert.equal((await me('GET', '/me/datasets/nowhere/values')).statusCode, 404)
  })
})

describe('POST /me/requests', () => {
  test('201 makes a request of the employee, whatever else was sent', async () => {
    const id = await made({
      why: 'new',
      proof: aFile('proof', 'proof.txt'),
      priority: 'URGENT',
      origin: 'API',
      callback_url: 'http://x.test',
      creator_technical_id: 'M-1',
      employee_technical_id: 'E-2',
      visible_to_employee: 'false',
    })

    const request = await api.read(id)
    const { origin, priority, employee, creator, visible_by_employee, managers_assigned, processing_date_due } = request
    assert.deepEqual([origin, priority, visible_by_employee], ['PORTAL', 'NORMAL', true])
    assert.deepEqual([employee?.technical_id, creator?.first_name], ['E-1', 'Eve'])
    assert.deepEqual(
      managers_assigned.map((one) => one.technical_id),
      ['M-1'],
    )
    assert.ok(processing_date_due)
    assert.deepEqual(await eventsOf(db, id), ['request.created'])
    const { answers, form } = await read(id)
    assert.equal(form.title, 'Déménagement')
    assert.deepEqual(
      answers.map(({ code, shown }) => [code, shown]),
      [
        ['country', []],
        ['where', ['fr', 'Lyon']],
        ['why', ['Nouveau']],
        ['proof', []],
      ],
    )
    assert.equal(answers[3]?.file?.filename, 'proof.txt')
    const file = await me('GET', `/me/requests/${id}/files/proof`)
    assert.deepEqual([file.statusCode, file.body], [200, 'proof'])
    assert.equal((await me('GET', `/me/requests/${id}/files/nothing`)).statusCode, 404)
  })

  test('422 names the fields, and leaves nothing behind', async () => {
    const before = await me('GET', '/me/requests')
    const missing = await post({ form_code: 'move' })
    const hidden = await post({ form_code: 'hidden' })
    const unknown = await post({ form_code: 'move', where: 'fr.nice' })

    for (const [answer, field] of [
      [missing, 'where'],
      [hidden, 'form_code'],
      [unknown, 'where'],
    ] as const) {
      assert.equal(answer.statusCode, 422, answer.body)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        [field],
      )
    }
    assert.equal((await me('GET', '/me/requests')).body, before.body)
  })

  test('403 for managers', async () => {
    const answer = await as('manager:M-1')('POST', '/me/requests', await asBody({ form_code: 'move' }))
    assert.equal(answer.statusCode, 403)
  })
})

describe('GET /me/requests', () => {
  test('200 lists what is mine and visible, by state, with the last message', async () => {
    const subject = unique('Contract')
    const visible = await api.made({
      creator_technical_id: 'M-1',
      employee_technical_id: 'E-1',
      subject,
      visible_to_employee: 'true',
    })
    const hidden = await api.made({ creator_technical_id: 'M-1', employee_technical_id: 'E-1', subject })
    const ofOther = await api.made({
      creator_technical_id: 'M-1',
      employee_technical_id: 'E-2',
      subject,
      visible_to_employee: 'true',
    })
    await api.commented(visible.id, { body: '<p>Almost <b>done</b></p>', author_technical_id: 'M-1' })
    await api.commented(visible.id, { body: 'A secret', internal: true, author_technical_id: 'M-1' })

    const list = async (query: string): Promise<EmployeeRequestItem[]> =>
      (await me('GET', `/me/requests?q=${subject}&${query}`)).json()

    const [first, ...others] = await list('state=open')
    assert.deepEqual([first?.id, others], [visible.id, []])
    assert.deepEqual([first?.last_message?.text, first?.last_message?.side], ['Almost done', 'manager'])
    assert.deepEqual(await list('state=closed'), [])
    await api.patched(visible.id, { status: 'closed' })
    assert.equal((await list('state=closed')).length, 1)
    for (const { id } of [hidden, ofOther]) {
      assert.equal((await me('GET', `/me/requests/${id}`)).statusCode, 404)
      assert.equal((await me('POST', `/me/requests/${id}/comments`, { body: { body: 'x' } })).statusCode, 404)
    }
    assert.equal((await me('GET', '/me/requests/nonsense')).statusCode, 404)
  })

  test('200 page by page', async () => {
    await Promise.all([made(), made(), made()])

    const first = await me('GET', '/me/requests?per_page=2')
    const second = await me('GET', `/me/requests?per_page=2&cursor=${first.headers['next-cursor']}`)

    const ids = [...first.json(), ...second.json()].map((one: EmployeeRequestItem) => one.id)
    assert.equal(new Set(ids).size, ids.length)
    assert.equal((await me('GET', '/me/requests?per_page=2&cursor=forged')).statusCode, 400)
  })
})

describe('what is said on a request of mine', () => {
  test('is public, in the name of the employee, and may have files', async () => {
    const id = await made()
    await api.commented(id, { body: 'Between us', internal: true, author_technical_id: 'M-1' })

    const body = await asBody({
      body: 'Here it is',
      internal: 'true',
      author_technical_id: 'M-1',
      files: aFile('bytes'),
    })
    const answer = await me('POST', `/me/requests/${id}/comments`, body)

    assert.equal(answer.statusCode, 201, answer.body)
    const { messages, messages_total, history } = await read(id)
    assert.deepEqual([messages_total, messages.length, history.length], [1, 1, 1])
    const [said] = messages
    assert.deepEqual([said?.side, said?.internal, said?.author?.first_name], ['employee', false, 'Eve'])
    const file = await me('GET', `/me/requests/${id}/comments/${said?.id}/files/1`)
    assert.equal(file.body, 'bytes')
    assert.deepEqual(await eventsOf(db, id), ['request.created', 'request.commented', 'request.commented'])
  })

  test('files of internal comments stay with managers', async () => {
    const id = await made()
    const said = await api.send(`/requests/${id}/comments/`, {
      body: 'Internal',
      internal: 'true',
      author_technical_id: 'M-1',
      files: aFile('secret'),
    })
    const { id: comment } = said.json()

    assert.equal((await me('GET', `/me/requests/${id}/comments/${comment}/files/1`)).statusCode, 404)
    const ofManager = await as('manager:M-1')('GET', `/manager/requests/${id}/comments/${comment}/files/1`)
    assert.equal(ofManager.body, 'secret')
  })
})

describe('POST /me/requests/{id}/reopen', () => {
  test('200 opens it again with a reason; 422 for one that is open', async () => {
    const id = await made()
    await api.patched(id, { status: 'closed', actor_technical_id: 'M-1' })
    const reopen = () => me('POST', `/me/requests/${id}/reopen`, { body: { reason: 'It came back' } })

    assert.equal((await reopen()).statusCode, 200)
    const refused = await reopen()

    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [422, 'status'])
    const { status, messages, history, may_reopen } = await read(id)
    assert.deepEqual([status, may_reopen, messages.length], ['open', false, 1])
    assert.deepEqual([history.at(-1)?.side, history.at(-1)?.actor?.first_name], ['employee', 'Eve'])
    const empty = await me('POST', `/me/requests/${id}/reopen`, { body: { reason: '' } })
    assert.equal(empty.statusCode, 422)
  })

  test('a request that an employee made cannot be hidden from them', async () => {
    const id = await made()

    const answer = await as('manager:M-1')('PATCH', `/manager/requests/${id}`, { body: { visible_to_employee: false } })

    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'visible_to_employee'])
    assert.equal((await read(id)).id, id)
  })
})

test('names of values that are gone are their codes', async () => {
  const moving = await aDataset(service, { dimensions: ['country'], values: ['de'] })
  await aForm('gone', {
    title: 'Gone',
    visible_by_employee: true,
    fields: [{ code: 'where', label: 'Where', localized_labels: inEnglish('Where'), type: 'dataset', dataset: moving }],
  })
  const id = await made({ form_code: 'gone', where: 'de' })
  await v2('DELETE', `/datasets/${moving}/values/de`)

  assert.deepEqual((await read(id)).answers[0]?.shown, ['de'])
})
