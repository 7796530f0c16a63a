import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, globex, unique } from '#test/harness/builders.ts'
import { aManager, aRole } from '#test/harness/features/directory/builders.ts'
import { KEY, requestCalls } from '#test/harness/features/requests.ts'
import { testSetup } from '#test/harness/setup.ts'
import { findForm } from './queries.ts'
import { formsSection } from './setup-section.ts'

const service = await startApp()
const { db, keyring, clock } = service
const { call } = requestCalls(service)

const apply = (forms: object[], owner: typeof acme | typeof globex = acme) =>
  service.doWork(owner, (work) => formsSection.apply(work, forms, keyring))
const aCode = () => unique('f').slice(0, 20)
const asking = (dataset: string, code = 'where') => ({ code, label: 'Where', type: 'dataset', dataset })
const contentOf = async (code: string) => (await findForm(db, acme.client, code))?.content

async function linksOf(code: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dataset_links')
    .innerJoin('datasets', 'datasets.key', 'dataset_links.dataset_key')
    .select('datasets.id')
    .where('holder', '=', `form ${code}`)
    .orderBy('datasets.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Everything that is stored of the forms of a client. */
async function storedForms(client: string) {
  const forms = await db.selectFrom('forms').selectAll().where('client_id', '=', client).orderBy('code').execute()
  const versions = await db
    .selectFrom('form_versions')
    .selectAll()
    .where('client_id', '=', client)
    .orderBy('code')
    .orderBy('version')
    .execute()
  return { forms, versions }
}

/** That applying is refused for these fields, each with its code and message. */
async function assertRefused(applying: Promise<unknown>, fields: [field: string, code: string, message: string][]) {
  await assert.rejects(applying, (error: Error & { kind?: string; fields?: unknown }) => {
    assert.equal(error.kind, 'invalid')
    assert.deepEqual(
      error.fields,
      fields.map(([field, code, message]) => ({ field, code, message })),
    )
    return true
  })
}

describe('the section forms of the set-up file', () => {
  test('creates a form as it is given', async () => {
    const manager = await aManager(service)
    const role = await aRole(service)
    const code = aCode()
    const form = {
      title: 'Mobility',
      localized_titles: [{ language_code: 'fr-fr', value: 'Mobilité' }],
      category: { slug: 'hr', name: 'HR', language_code: 'en-us', description: 'Human resources' },
      featured: true,
      visible_by_employee: false,
      fields: [
        { code: 'why', label: 'Why', localized_labels: [], type: 'textarea', required: true, max_length: 500 } as const,
      ],
      assign_to: [manager, `role:${role}`],
      due_in_days: 5,
    }

    const changes = await apply([{ code, ...form }])

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'created' }])
    assert.deepEqual(await contentOf(code), form)
  })

  test('fills in what is left out', async () => {
    const code = aCode()

    await apply([{ code, title: 'Plain', fields: [{ code: 'a', label: 'A', type: 'text' }] }])

    assert.deepEqual(await contentOf(code), {
      title: 'Plain',
      localized_titles: [],
      category: null,
      featured: false,
      visible_by_employee: false,
      fields: [{ code: 'a', label: 'A', localized_labels: [], type: 'text', required: false }],
      assign_to: [],
      due_in_days: null,
    })
  })

  test('says unchanged for the same form, whatever the order of its keys, and does not touch it', async () => {
    const code = aCode()
    await apply([{ code, title: 'Mobility', fields: [], featured: true }])
    const before = await storedForms('acme')
    clock.advance(60)

    const changes = await apply([{ featured: true, fields: [], title: 'Mobility', code }])

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'unchanged' }])
    assert.deepEqual(await storedForms('acme'), before)
  })

  test('updates a form that differs, and its links with it', async () => {
    const first = await aDataset(service)
    const second = await aDataset(service)
    const code = aCode()
    await apply([{ code, title: 'Mobility', fields: [asking(first)] }])

    const changes = await apply([{ code, title: 'Moving', fields: [asking(second)] }])

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'updated' }])
    assert.equal((await contentOf(code))?.title, 'Moving')
    assert.deepEqual(await linksOf(code), [second])
  })

  test('links a form to each data set once, however often it names it', async () => {
    const first = await aDataset(service)
    const second = await aDataset(service)
    const code = aCode()
    const fields = [first, second, first].map((dataset, index) => asking(dataset, `where${index}`))

    await apply([{ code, title: 'Mobility', fields }])

    assert.deepEqual(await linksOf(code), [first, second].sort())
  })

  test('refuses an unknown data set by the place of the field, and stores nothing', async () => {
    const fine = aCode()
    const bad = aCode()

    const applying = apply([
      { code: fine, title: 'Fine', fields: [] },
      { code: bad, title: 'Bad', fields: [asking('nowhere')] },
    ])

    await assertRefused(applying, [['1.fields.0.dataset', 'unknown_dataset', 'Data set nowhere not found.']])
    assert.equal(await findForm(db, acme.client, fine), undefined)
    assert.equal(await findForm(db, acme.client, bad), undefined)
  })

  test("refuses another client's data set as an unknown one", async () => {
    const theirs = await aDataset(service, { owner: globex })

    const applying = apply([{ code: aCode(), title: 'Bad', fields: [asking(theirs)] }])

    await assertRefused(applying, [['0.fields.0.dataset', 'unknown_dataset', `Data set ${theirs} not found.`]])
  })

  test('refuses a data set that was deleted', async () => {
    const gone = await aDataset(service)
    await service.v2('DELETE', `/datasets/${gone}`)

    const applying = apply([{ code: aCode(), title: 'Bad', fields: [asking(gone)] }])

    await assertRefused(applying, [['0.fields.0.dataset', 'unknown_dataset', `Data set ${gone} not found.`]])
  })

  test('refuses managers and roles that are not there, or are another client’s, each by its place', async () => {
    const manager = await aManager(service)
    const role = await aRole(service)
    const theirs = await aManager(service, { owner: globex })
    const theirRole = await aRole(service, { owner: globex })
    const code = aCode()
    const assign_to = [manager, 'nobody', `role:${role}`, 'role:none', theirs, `role:${theirRole}`]

    const applying = apply([{ code, title: 'Bad', fields: [], assign_to }])

    await assertRefused(applying, [
      ['0.assign_to.1', 'unknown_manager', 'Manager nobody not found.'],
      ['0.assign_to.3', 'unknown_role', 'Role none not found.'],
      ['0.assign_to.4', 'unknown_manager', `Manager ${theirs} not found.`],
      ['0.assign_to.5', 'unknown_role', `Role ${theirRole} not found.`],
    ])
    assert.equal(await findForm(db, acme.client, code), undefined)
  })

  test('refuses one form that is listed twice', async () => {
    const form = { code: aCode(), title: 'Twice', fields: [] }

    await assertRefused(apply([form, form]), [['1.code', 'repeated', `${form.code} is listed more than once.`]])
  })

  test('keeps the same code apart for two clients', async () => {
    const code = aCode()
    await apply([{ code, title: 'Ours', fields: [] }])

    const changes = await apply([{ code, title: 'Theirs', fields: [] }], globex)

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'created' }])
    assert.equal((await contentOf(code))?.title, 'Ours')
  })
})

describe('the form default', () => {
  /** A client of its own, with what its set-up says. */
  const aClient = (id: string, more: object = {}) => ({
    clients: [{ id, name: id, languages: ['en-us'], shared_token: `${id}-token`, ...more }],
  })
  const titleOf = async (id: string) =>
    (await findForm(db, { id, languages: ['en-us'] }, 'default'))?.content.title ?? 'there is none'

  test('is there for every client from the start, and group C shows it', async () => {
    const answers = [
      await call('GET', '/forms/default/', { key: KEY }),
      await call('GET', '/forms/default/', { key: 'globex-api-key' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 200, answer.body)
      assert.partialDeepStrictEqual(answer.json(), {
        slug: 'default',
        title: 'Request',
        category: null,
        featured: false,
        total_hits: 0,
        fields: [],
      })
    }
  })

  test('is there for a client whose set-up has no section forms', async () => {
    const id = unique('client')

    await applySetup(service, aClient(id))

    assert.equal(await titleOf(id), 'Request')
  })

  test('is not changed by applying the set-up again, and neither is any other form', async () => {
    const id = unique('client')
    const setup = aClient(id, { forms: [{ code: 'other', title: 'Other', fields: [] }] })
    await applySetup(service, setup)
    const before = await storedForms(id)
    const acmes = await storedForms('acme')
    clock.advance(60)

    const [applied] = await applySetup(service, setup)
    await applySetup(service, testSetup)

    assert.deepEqual(
      applied?.changes.map((one) => one.outcome),
      applied?.changes.map(() => 'unchanged'),
    )
    assert.equal(before.versions.length, 2)
    assert.deepEqual(await storedForms(id), before)
    assert.deepEqual(await storedForms('acme'), acmes)
  })

  test('is called as the set-up says, and stays so when the set-up says nothing any more', async () => {
    const id = unique('client')
    const forms = [{ code: 'default', title: 'Demande', fields: [], due_in_days: 3 }]

    const [applied] = await applySetup(service, aClient(id, { forms }))
    const [again] = await applySetup(service, aClient(id, { forms }))
    await applySetup(service, aClient(id))

    const outcomeIn = (changes: typeof applied) => changes?.changes.find((one) => one.what === 'form default')?.outcome
    assert.equal(outcomeIn(applied), 'updated')
    assert.equal(outcomeIn(again), 'unchanged')
    assert.equal(await titleOf(id), 'Demande')
  })

  test('is refused with fields, and nothing of that client is stored', async () => {
    const id = unique('client')
    const forms = [{ code: 'default', title: 'Mine', fields: [{ code: 'why', label: 'Why', type: 'text' }] }]

    await assert.rejects(applySetup(service, aClient(id, { forms })), {
      message: 'The set-up file is not valid:\n  clients[0].forms[0].fields: The default form cannot have fields.',
    })
    await assertRefused(apply(forms), [['0.fields', 'too_long', 'The default form cannot have fields.']])
    assert.equal(await titleOf(id), 'there is none')
    assert.equal(await titleOf('acme'), 'Request')
  })
})
