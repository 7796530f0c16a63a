import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, globex, unique } from '#test/harness/builders.ts'
import { findFormDefinition } from './queries.ts'
import { formsSection } from './setup-section.ts'

const service = await startApp()
const { db, keyring, clock } = service

const apply = (forms: object[], owner: typeof acme | typeof globex = acme) =>
  service.doWork(owner, (work) => formsSection.apply(work, forms, keyring))
const aCode = () => unique('f').slice(0, 20)
const asking = (dataset: string) => ({ code: 'where', label: 'Where', type: 'dataset', dataset })

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

describe('the section forms of the set-up file', () => {
  test('creates a form as it is given', async () => {
    const form = {
      code: aCode(),
      title: 'Mobility',
      category: { slug: 'hr', name: 'HR', language_code: 'en-us', description: 'Human resources' },
      featured: true,
      visible_by_employee: false,
      fields: [{ code: 'why', label: 'Why', type: 'textarea', required: true, max_length: 500 }],
      assign_to: ['manager-1'],
      due_in_days: 5,
    }

    const changes = await apply([form])

    assert.deepEqual(changes, [{ what: `form ${form.code}`, outcome: 'created' }])
    assert.deepEqual(await findFormDefinition(db, acme.client, form.code), form)
  })

  test('says unchanged for the same form, whatever the order of its keys, and does not touch it', async () => {
    const code = aCode()
    await apply([{ code, title: 'Mobility', fields: [], featured: true }])
    const read = () => db.selectFrom('forms').selectAll().where('code', '=', code).executeTakeFirst()
    const before = await read()
    clock.advance(60)

    const changes = await apply([{ featured: true, fields: [], title: 'Mobility', code }])

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'unchanged' }])
    assert.deepEqual(await read(), before)
  })

  test('updates a form that differs, and its links with it', async () => {
    const [first, second] = [await aDataset(service), await aDataset(service)]
    const code = aCode()
    await apply([{ code, title: 'Mobility', fields: [asking(first)] }])

    const changes = await apply([{ code, title: 'Moving', fields: [asking(second)] }])

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'updated' }])
    assert.equal((await findFormDefinition(db, acme.client, code))?.title, 'Moving')
    assert.deepEqual(await linksOf(code), [second])
  })

  test('links a form to each data set once, however often it names it', async () => {
    const [first, second] = [await aDataset(service), await aDataset(service)]
    const code = aCode()

    await apply([{ code, title: 'Mobility', fields: [first, second, first].map(asking) }])

    assert.deepEqual(await linksOf(code), [first, second].sort())
  })

  test('refuses an unknown data set by the place of the form, and stores nothing', async () => {
    const [fine, bad] = [aCode(), aCode()]

    const applying = apply([
      { code: fine, title: 'Fine', fields: [] },
      { code: bad, title: 'Bad', fields: [asking('nowhere')] },
    ])

    await assert.rejects(applying, (error: Error & { kind?: string; fields?: unknown }) => {
      assert.equal(error.kind, 'invalid')
      assert.deepEqual(error.fields, [
        { field: '1.fields', code: 'unknown_dataset', message: 'There is no data set nowhere.' },
      ])
      return true
    })
    assert.equal(await findFormDefinition(db, acme.client, fine), undefined)
    assert.equal(await findFormDefinition(db, acme.client, bad), undefined)
  })

  test("refuses another client's data set as an unknown one", async () => {
    const theirs = await aDataset(service, { owner: globex })

    await assert.rejects(apply([{ code: aCode(), title: 'Bad', fields: [asking(theirs)] }]), {
      message: `There is no data set ${theirs}.`,
    })
  })

  test('refuses a data set that was deleted', async () => {
    const gone = await aDataset(service)
    await service.v2('DELETE', `/datasets/${gone}`)

    await assert.rejects(apply([{ code: aCode(), title: 'Bad', fields: [asking(gone)] }]), {
      message: `There is no data set ${gone}.`,
    })
  })

  test('keeps the same code apart for two clients', async () => {
    const code = aCode()
    await apply([{ code, title: 'Ours', fields: [] }])

    const changes = await apply([{ code, title: 'Theirs', fields: [] }], globex)

    assert.deepEqual(changes, [{ what: `form ${code}`, outcome: 'created' }])
    assert.equal((await findFormDefinition(db, acme.client, code))?.title, 'Ours')
  })
})
