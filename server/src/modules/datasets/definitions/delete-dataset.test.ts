import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { purgeDataset } from '#modules/datasets/jobs.ts'
import { formsSection } from '#modules/requests/forms/setup-section.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, eventRowsAbout, eventsAbout, inEnglish, storedPaths, unique } from '#test/harness/builders.ts'
import { deleteDataset } from './delete-dataset.ts'

const service = await startApp()
const { v2, db, keyring } = service

const jobContext = { ...service, signal: new AbortController().signal }

type PurgeData = { client_id: string; dataset_key: string }

async function keyOf(id: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM datasets WHERE id = ${id}`.execute(db)
  return rows[0]?.key ?? assert.fail('no such data set')
}

async function queuedPurges(key: string): Promise<PurgeData[]> {
  const { rows } = await sql<{ data: PurgeData }>`
    SELECT data FROM jobs.job WHERE name = 'datasets.purge' AND data ->> 'dataset_key' = ${key}`.execute(db)
  return rows.map((row) => row.data)
}

/** The tables in which rows of a data set are left; each knows it by its key. */
async function tablesWithRows(key: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'dataset_key' ORDER BY 1`.execute(db)
  assert.ok(tables.length >= 3)
  const left: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`SELECT FROM ${sql.table(name)} WHERE dataset_key = ${key} LIMIT 1`.execute(db)
    if (rows.length > 0) left.push(name)
  }
  const { rows } = await sql`SELECT FROM datasets WHERE key = ${key}`.execute(db)
  return rows.length > 0 ? [...left, 'datasets'] : left
}

describe('DELETE /datasets/{id}', () => {
  test('204 ends the data set at once, and emits dataset.deleted with what it was', async () => {
    const id = await aDataset(service, { values: ['fr', 'fr.paris'] })
    const before = (await v2('GET', `/datasets/${id}`)).json()

    const answer = await v2('DELETE', `/datasets/${id}`)

    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    for (const path of ['', '/values', '/values/fr']) {
      assert.equal((await v2('GET', `/datasets/${id}${path}`)).statusCode, 404)
    }
    assert.deepEqual((await v2('GET', `/datasets?q=${id}`)).json(), [])
    const [event, ...more] = await eventRowsAbout(db, id)
    assert.equal(event?.type, 'dataset.deleted')
    assert.equal(event?.client_id, 'acme')
    assert.equal(event?.actor_id, 'payroll')
    assert.deepEqual(event?.data, before)
    assert.deepEqual(more, [])
  })

  test('204 queues one job that removes the values, and the job leaves nothing', async () => {
    const id = await aDataset(service, { values: ['fr', 'fr.paris', 'fr.paris.hq', 'gb'] })
    const key = await keyOf(id)

    await v2('DELETE', `/datasets/${id}`)

    const jobs = await queuedPurges(key)
    assert.deepEqual(jobs, [{ client_id: 'acme', dataset_key: key }])
    for (const data of jobs) await purgeDataset.run(data, jobContext)
    assert.deepEqual(await tablesWithRows(key), [])
  })

  test('204 frees the id at once: a new data set of that name starts empty and outlives the purge', async () => {
    const id = await aDataset(service, { dimensions: ['country', 'city'], values: ['fr', 'fr.paris'] })
    const key = await keyOf(id)
    await v2('DELETE', `/datasets/${id}`)

    const created = await v2('PUT', `/datasets/${id}`, { body: { dimensions: [{ id: 'team', localized_names: [] }] } })
    const empty = (await v2('GET', `/datasets/${id}/values`)).json()
    await v2('PUT', `/datasets/${id}/values/hr`, { body: { localized_names: inEnglish('HR') } })
    await purgeDataset.run({ client_id: 'acme', dataset_key: key }, jobContext)

    assert.equal(created.statusCode, 201)
    assert.deepEqual(
      created.json().dimensions.map((one: { id: string }) => one.id),
      ['team'],
    )
    assert.equal(created.json().values_count, 0)
    assert.deepEqual(empty, [])
    assert.deepEqual(await storedPaths(db, id), ['hr'])
    assert.equal((await v2('GET', `/datasets/${id}`)).json().values_count, 1)
  })

  test('404 for an absent one, and for one that is deleted already', async () => {
    const absent = unique('ds')
    const deleted = await aDataset(service)
    await v2('DELETE', `/datasets/${deleted}`)

    const unknown = await v2('DELETE', `/datasets/${absent}`)
    const again = await v2('DELETE', `/datasets/${deleted}`)

    assert.equal(unknown.statusCode, 404)
    assert.deepEqual(unknown.json(), { code: 'not_found', message: `Data set ${absent} not found.` })
    assert.equal(again.statusCode, 404)
    assert.deepEqual(await eventsAbout(db, deleted), ['dataset.deleted'])
  })

  test('one of many concurrent DELETEs answers 204, the others 404', async () => {
    const id = await aDataset(service, { values: ['fr'] })
    const key = await keyOf(id)

    const answers = await Promise.all(Array.from({ length: 20 }, () => v2('DELETE', `/datasets/${id}`)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [204, ...Array(19).fill(404)])
    assert.deepEqual(await eventsAbout(db, id), ['dataset.deleted'])
    assert.equal((await queuedPurges(key)).length, 1)
  })

  test('the deletion, its event and its job vanish together when a later step of the work fails', async () => {
    const id = await aDataset(service, { values: ['fr'] })
    const key = await keyOf(id)

    const work = service.doWork(acme, async (step) => {
      await deleteDataset(step, id)
      throw new Error('a later step')
    })

    await assert.rejects(work, /a later step/)
    assert.equal((await v2('GET', `/datasets/${id}`)).statusCode, 200)
    assert.deepEqual(await eventsAbout(db, id), [])
    assert.deepEqual(await queuedPurges(key), [])
  })
})

describe('the purge of a deleted data set', () => {
  test('removes more values than one of its steps takes, and may run twice', async () => {
    const id = await aDataset(service, { dimensions: ['a', 'b'] })
    const key = await keyOf(id)
    const roots = Array.from({ length: 5500 }, (_, index) => ({ code: `c${index}`, localized_names: [] }))
    const bulk = await v2('POST', `/datasets/${id}/values/bulk`, {
      body: { values: [...roots, { code: 'c7.child', localized_names: [] }] },
    })
    await sql`ANALYZE dataset_values`.execute(db)
    await v2('DELETE', `/datasets/${id}`)

    await purgeDataset.run({ client_id: 'acme', dataset_key: key }, jobContext)
    await purgeDataset.run({ client_id: 'acme', dataset_key: key }, jobContext)

    assert.deepEqual(bulk.json(), { created: 5501, updated: 0, unchanged: 0 })
    assert.deepEqual(await tablesWithRows(key), [])
  })

  test('stops between its steps when the service wants to stop, and goes on later', async () => {
    const id = await aDataset(service, { values: ['fr'] })
    const key = await keyOf(id)
    await v2('DELETE', `/datasets/${id}`)
    const data = { client_id: 'acme', dataset_key: key }

    const stopped = purgeDataset.run(data, { ...service, signal: AbortSignal.abort() })

    await assert.rejects(stopped)
    assert.ok((await tablesWithRows(key)).includes('datasets'))
    await purgeDataset.run(data, jobContext)
    assert.deepEqual(await tablesWithRows(key), [])
  })

  test('leaves a data set that is not deleted in the list', async () => {
    const id = await aDataset(service, { dimensions: [] })

    await purgeDataset.run({ client_id: 'acme', dataset_key: await keyOf(id) }, jobContext)

    assert.equal((await v2('GET', `/datasets/${id}`)).statusCode, 200)
  })
})

describe('DELETE /datasets/{id} that a form links to', () => {
  const form = (code: string, datasets: string[]) => ({
    code,
    title: 'Mobility',
    fields: datasets.map((dataset, index) => ({ code: `f${index}`, label: 'Where', type: 'dataset', dataset })),
  })
  const apply = (forms: object[]) => service.doWork(acme, (work) => formsSection.apply(work, forms, keyring))

  test('409 dataset_in_use while it does, and 204 once the form links to another', async () => {
    const wanted = await aDataset(service, { values: ['fr'] })
    const other = await aDataset(service)
    const code = unique('f').slice(0, 20)
    await apply([form(code, [wanted])])

    const refused = await v2('DELETE', `/datasets/${wanted}`)

    assert.equal(refused.statusCode, 409)
    assert.deepEqual(refused.json(), {
      code: 'dataset_in_use',
      message: `The data set ${wanted} is used by form ${code}.`,
    })
    assert.equal((await v2('GET', `/datasets/${wanted}/values/fr`)).statusCode, 200)
    assert.deepEqual(await eventsAbout(db, wanted), [])
    await apply([form(code, [other])])
    assert.equal((await v2('DELETE', `/datasets/${wanted}`)).statusCode, 204)
    assert.equal((await v2('DELETE', `/datasets/${other}`)).statusCode, 409)
  })

  test('409 names every form, and lasts until the last of them lets go', async () => {
    const id = await aDataset(service)
    const [first = '', second = ''] = [unique('a').slice(0, 20), unique('b').slice(0, 20)]
    await apply([form(first, [id]), form(second, [id, id])])

    const both = await v2('DELETE', `/datasets/${id}`)
    await apply([form(first, [])])
    const one = await v2('DELETE', `/datasets/${id}`)
    await apply([form(second, [])])
    const none = await v2('DELETE', `/datasets/${id}`)

    assert.equal(both.json().message, `The data set ${id} is used by form ${first}, form ${second}.`)
    assert.equal(one.json().message, `The data set ${id} is used by form ${second}.`)
    assert.equal(none.statusCode, 204)
  })

  test('a link and a deletion at the same time never both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await aDataset(service)
      const code = unique('f').slice(0, 20)

      const [linked, deleted] = await Promise.all([
        apply([form(code, [id])]).then(
          () => true,
          () => false,
        ),
        v2('DELETE', `/datasets/${id}`),
      ])

      assert.equal(deleted.statusCode, linked ? 409 : 204)
    }
  })
})
