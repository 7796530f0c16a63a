import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventRowsAbout, eventsAbout, unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import { noNameServers, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db } = service
const { upload, submit, run, read, imported, content } = importCalls(service)
const webhooks = webhookCalls(service)

const LIFE = ['dataset_import.created', 'dataset_import.started', 'dataset_import.completed']

/** A webhook for the rest of a test. */
async function subscribed(t: TestContext, events: string[], application: 'payroll' | 'rival' = 'payroll') {
  const webhook = await aWebhook(service, { events, application })
  t.after(() => v2('DELETE', `/webhooks/${webhook.id}`, { application }))
  return webhook
}

const valueEvents = async (dataset: string) =>
  (await eventRowsAbout(db, dataset)).filter(({ type }) => type.startsWith('dataset_value.'))
/** What the values' events tell, as `created fr.paris`, in no particular order. */
const toldOfValues = async (dataset: string) =>
  (await valueEvents(dataset))
    .map(({ type, data }) => `${type.slice('dataset_value.'.length)} ${(data as { path: string }).path}`)
    .sort()
const outboxTypes = async (dataset: string) => {
  const ids = (await eventRowsAbout(db, dataset)).map(({ id }) => id)
  const { rows } = await sql<{ type: string }>`
    SELECT type FROM event_outbox WHERE event_id = ANY(${ids}::uuid[]) ORDER BY event_id`.execute(db)
  return rows.map(({ type }) => type)
}

const OLD = ['fr', 'fr.paris', 'de']
const NEW = csv('country,country.en-us,city,city.en-us', 'fr,France,,', 'fr,,paris,fr.paris', 'it,Italy,roma,Rome')
const CHANGES = ['created it', 'created it.roma', 'deleted de', 'updated fr']

describe('the events of an import', () => {
  test('tell of its life and of the new data set, each as it is answered then', async () => {
    const dataset = unique('ds')

    const submitted = await submit(dataset, csv('country', 'fr'))
    await run(submitted.id)

    const events = await eventRowsAbout(db, dataset)
    const done = await read(submitted.id)
    assert.deepEqual(
      events.map(({ type, resource_id }) => [type, resource_id]),
      [...LIFE.map((type) => [type, done.id]), ['dataset.created', dataset]],
    )
    const [created, started, completed, made] = events.map(({ data }) => data)
    assert.deepEqual(created, submitted)
    assert.deepEqual(started, {
      ...submitted,
      status: 'in_progress',
      started_at: done.started_at,
      updated_at: done.started_at,
    })
    assert.deepEqual(completed, done)
    assert.deepEqual(made, (await v2('GET', `/datasets/${dataset}`)).json())
  })

  test('are in the name of the person who submitted it', async () => {
    const dataset = unique('ds')

    await imported(dataset, csv('country', 'fr'))

    for (const { actor_type, actor_id, client_id } of await eventRowsAbout(db, dataset)) {
      assert.deepEqual([actor_type, actor_id, client_id], ['application', 'payroll', 'acme'])
    }
  })

  test('tell once of a data set that changed, whatever the number of values', async () => {
    const dataset = await aDataset(service, { values: OLD })

    await imported(dataset, NEW)

    const events = await eventRowsAbout(db, dataset)
    assert.deepEqual(
      events.map(({ type }) => type),
      [...LIFE, 'dataset.updated'],
    )
    assert.deepEqual(events.at(-1)?.data, (await v2('GET', `/datasets/${dataset}`)).json())
  })

  test('tell of a data set that got a dimension and no value', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'], values: ['fr'] })

    await imported(dataset, csv('country,country.en-us,city', 'fr,fr,'))

    assert.deepEqual(await eventsAbout(db, dataset), [...LIFE, 'dataset.updated'])
  })

  for (const [what, file, options] of [
    ['nothing changed', csv('country,country.en-us', 'fr,fr'), {}],
    ['the file is refused', csv('country', 'f/r'), {}],
    ['the header is refused', csv('country,country', 'fr,'), {}],
    ['it is a dry run', csv('country', 'it'), { dry_run: true }],
    ['a header alone is merged', csv('country'), { mode: 'merge' }],
  ] as const) {
    test(`tell nothing of the data set and its values when ${what}`, async (t) => {
      const dataset = await aDataset(service, { dimensions: ['country'], values: ['fr'] })
      await subscribed(t, ['*'])

      await imported(dataset, file, options)

      assert.deepEqual(await eventsAbout(db, dataset), LIFE)
    })
  }
})

describe('the events of values that an import changes', () => {
  for (const [events, told] of [
    [['*'], CHANGES],
    [['dataset_value.*'], CHANGES],
    [['dataset_value.created'], ['created it', 'created it.roma']],
    [['dataset_value.updated'], ['updated fr']],
    [['dataset_value.deleted'], ['deleted de']],
    [
      ['dataset_value.deleted', 'dataset_value.updated'],
      ['deleted de', 'updated fr'],
    ],
    [['dataset.*', 'dataset_import.*'], []],
  ] as const) {
    test(`are ${told.length === 0 ? 'none' : told.join(', ')} when somebody wants ${events.join(' and ')}`, async (t) => {
      const dataset = await aDataset(service, { values: OLD })
      await subscribed(t, [...events])

      await imported(dataset, NEW)

      assert.deepEqual(await toldOfValues(dataset), told)
      assert.deepEqual(
        (await eventsAbout(db, dataset)).filter((type) => !type.startsWith('dataset_value.')),
        [...LIFE, 'dataset.updated'],
      )
    })
  }

  test('are those that any of several webhooks wants, each once', async (t) => {
    const dataset = await aDataset(service, { values: OLD })
    await subscribed(t, ['dataset_value.created'])
    await subscribed(t, ['dataset_value.deleted'])
    await subscribed(t, ['dataset_value.created', 'account.created'])

    await imported(dataset, NEW)

    assert.deepEqual(await toldOfValues(dataset), ['created it', 'created it.roma', 'deleted de'])
  })

  test('are none when the webhook is inactive, switched off or deleted', async (t) => {
    const inactive = await aWebhook(service, { events: ['*'], is_active: false })
    const off = await subscribed(t, ['dataset_value.*'])
    const gone = await aWebhook(service, { events: ['*'] })
    t.after(() => webhooks.remove(inactive.id))
    await webhooks.patch(off.id, { is_active: false })
    await webhooks.remove(gone.id)
    const dataset = await aDataset(service, { values: OLD })

    await imported(dataset, NEW)

    assert.deepEqual(await toldOfValues(dataset), [])
  })

  test("are none when only another client's webhook wants them", async (t) => {
    await subscribed(t, ['*'], 'rival')
    const dataset = await aDataset(service, { values: OLD })

    await imported(dataset, NEW)

    assert.deepEqual(await toldOfValues(dataset), [])
  })

  test('are decided on when the import runs, not when it is submitted', async (t) => {
    const dataset = await aDataset(service, { values: OLD })
    const { id } = await submit(dataset, NEW)
    await subscribed(t, ['dataset_value.*'])

    await run(id)

    assert.deepEqual(await toldOfValues(dataset), CHANGES)
  })

  test('carry what GET of the value answers, a deleted one as it was', async (t) => {
    const dataset = await aDataset(service, { values: OLD })
    await subscribed(t, ['*'])
    const before = (await v2('GET', `/datasets/${dataset}/values/de`)).json()

    await imported(dataset, NEW)

    for (const { type, resource_id, data } of await valueEvents(dataset)) {
      const value = data as { path: string; id: string }
      const answer = (await v2('GET', `/datasets/${dataset}/values/${value.path}`)).json()
      assert.deepEqual(data, type === 'dataset_value.deleted' ? before : answer)
      assert.equal(resource_id, value.id)
    }
  })

  test('name the new dimension of values in a level that the import adds', async (t) => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    await subscribed(t, ['dataset_value.*'])

    await imported(dataset, csv('country,town', 'fr,lyon'))

    assert.deepEqual(
      (await valueEvents(dataset)).map(({ resource_id }) => resource_id),
      ['country.fr', 'town.lyon'],
    )
  })

  test('come between the start and the end, and lie in the outbox with them', async (t) => {
    const dataset = await aDataset(service, { values: OLD })
    await subscribed(t, ['*'])

    await imported(dataset, NEW)

    const types = await eventsAbout(db, dataset)
    const ofValues = types.filter((type) => type.startsWith('dataset_value.'))
    assert.deepEqual(types, [...LIFE.slice(0, 2), ...ofValues, LIFE[2], 'dataset.updated'])
    assert.equal(ofValues.length, 4)
    assert.deepEqual(await outboxTypes(dataset), types)
  })

  test('are 5,000 for 5,000 new values, each told of once, and none when the file comes again', async (t) => {
    const dataset = unique('ds')
    const file = csv('unit,person', ...Array.from({ length: 4990 }, (_, index) => `u${index % 10},p${index}`))
    await subscribed(t, ['dataset_value.*'])

    await imported(dataset, file)
    const first = await toldOfValues(dataset)
    const again = await imported(dataset, file)

    assert.deepEqual(
      first,
      Object.keys(await content(dataset))
        .map((path) => `created ${path}`)
        .sort(),
    )
    assert.equal(first.length, 5000)
    assert.equal(again.stats.rows, 4990)
    assert.deepEqual(await toldOfValues(dataset), first)
  })
})

describe('an import and its events', () => {
  const refusing = async (t: TestContext, table: string, condition: string) => {
    const name = unique('refuse').replace('-', '_')
    await sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (NOT (${condition})) NOT VALID`).execute(db)
    const allow = () => sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`).execute(db)
    t.after(allow)
    return allow
  }

  for (const [what, table, condition] of [
    ['its end cannot be written', 'imports', "status = 'finished'"],
    ['the event of its end cannot be written', 'events', "type = 'dataset_import.completed'"],
    ['the event of the data set cannot be written', 'events', "type = 'dataset.updated'"],
    ['the event of a value cannot be written', 'events', "resource_id = 'country.it'"],
    ['a line of its report cannot be written', 'import_report_lines', 'true'],
  ] as const) {
    test(`vanish together when ${what}, and come about when it is run again`, async (t) => {
      const dataset = await aDataset(service, { values: OLD })
      await subscribed(t, ['*'])
      const before = await content(dataset)
      const { id } = await submit(dataset, `${NEW}it,Italia,,\nit,Italy,,\n`)
      const allow = await refusing(t, table, condition)

      await assert.rejects(run(id), /refuse/)

      const report = async () => (await v2('GET', `/dataset_imports/${id}/report`)).body.split('\r\n').length - 2
      assert.deepEqual(await content(dataset), before)
      assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, 3)
      assert.deepEqual(await eventsAbout(db, dataset), LIFE.slice(0, 2))
      assert.deepEqual([(await read(id)).status, await report()], ['in_progress', 0])
      await allow()
      await run(id)
      assert.deepEqual([(await read(id)).result, await report()], ['success', 1])
      assert.deepEqual(await toldOfValues(dataset), CHANGES)
      assert.equal((await eventsAbout(db, dataset)).filter((type) => type === LIFE[1]).length, 1)
    })
  }

  test('and its job vanish together when the event of its submission cannot be written', async (t) => {
    const dataset_id = unique('ds')
    const upload_id = await upload(csv('country', 'fr'))
    await refusing(t, 'events', `type = 'dataset_import.created' AND data ->> 'dataset_id' = '${dataset_id}'`)
    const jobs = async () => (await sql`SELECT FROM jobs.job WHERE name = 'imports.dataset'`.execute(db)).rows.length
    const before = await jobs()

    const answer = await v2('POST', '/dataset_imports', { body: { dataset_id, upload_id } })

    const stored = await db.selectFrom('imports').select('id').where('dataset_id', '=', dataset_id).execute()
    assert.equal(answer.statusCode, 500)
    assert.deepEqual([stored, await jobs()], [[], before])
  })
})
