import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventsAbout, inEnglish, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { v2, db } = service
const { submit, run, read, content } = importCalls(service)

const countOf = async (dataset: string): Promise<number> =>
  (await v2('GET', `/datasets/${dataset}`)).json().values_count

/** Runs an import up to its end, and holds it there: it has its data set, and nothing of it is committed. */
async function heldAtItsEnd(dataset: string, importId: string) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (tx) => {
    const line = `imports of client acme: dataset ${dataset}`
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${line}, 0))`.execute(tx)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  const running = run(importId)
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
    return rows.length > 0
  })
  return async () => {
    ended.resolve()
    await held
    await running
  }
}

/** One call of each that changes a data set. */
const writersOf = (dataset: string) => {
  const body = { localized_names: inEnglish('Written') }
  const values = ['b1', 'b2'].map((code) => ({ code, ...body }))
  return {
    'PUT value': () => v2('PUT', `/datasets/${dataset}/values/put`, { body }),
    'PUT known value': () => v2('PUT', `/datasets/${dataset}/values/kept`, { body }),
    'POST bulk': () => v2('POST', `/datasets/${dataset}/values/bulk`, { body: { values } }),
    'PUT data set': () => v2('PUT', `/datasets/${dataset}`, { body }),
    'DELETE value': () => v2('DELETE', `/datasets/${dataset}/values/kept`),
  }
}

/** A data set of one level with two values, and an import that keeps one of them. */
async function anImport(options = {}) {
  const dataset = await aDataset(service, { dimensions: ['code'], values: ['kept', 'gone'] })
  const { id } = await submit(dataset, csv('code,code.en-us', 'kept,kept', 'new,New'), options)
  return { dataset, id }
}

describe('writers, while an import has its data set', () => {
  test('get through when it ends soon, upon what it made', async () => {
    const { dataset, id } = await anImport()
    const release = await heldAtItsEnd(dataset, id)
    const { 'DELETE value': _, ...writers } = writersOf(dataset)

    const calls = Object.values(writers).map((call) => call())
    const early = await Promise.race([Promise.all(calls), new Promise((resolve) => setTimeout(resolve, 150, 'waits'))])
    await release()
    const answers = await Promise.all(calls)

    assert.equal(early, 'waits')
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [201, 200, 200, 200],
    )
    assert.deepEqual(Object.keys(await content(dataset)), ['b1', 'b2', 'kept', 'new', 'put'])
    assert.deepEqual((await content(dataset)).kept, { 'en-us': 'Written' })
    assert.equal(await countOf(dataset), 5)
  })

  test('PUT of the data set that it is making waits without a connection, and gets through', async () => {
    const dataset = unique('ds')
    const elsewhere = await aDataset(service)
    const { id } = await submit(dataset, csv('code', 'a'))
    const release = await heldAtItsEnd(dataset, id)

    const calls = Array.from({ length: 15 }, () => v2('PUT', `/datasets/${dataset}`, { body: { localized_names: [] } }))
    const readers = (async () => {
      for (let times = 0; times < 10; times += 1) assert.equal(await countOf(elsewhere), 0)
      return 'answered'
    })()
    const first = await Promise.race([readers, new Promise((resolve) => setTimeout(resolve, 4500, 'kept waiting'))])
    await release()

    assert.equal(first, 'answered')
    for (const { statusCode } of await Promise.all(calls)) assert.equal(statusCode, 200)
    await readers
  })

  test('see what it deleted as gone', async () => {
    const { dataset, id } = await anImport()
    const release = await heldAtItsEnd(dataset, id)

    const deletion = v2('DELETE', `/datasets/${dataset}/values/gone`)
    await release()

    assert.equal((await deletion).statusCode, 404)
    assert.equal(await countOf(dataset), 2)
  })

  test('DELETE of the data set gets through after it, and takes what it made with it', async () => {
    const { dataset, id } = await anImport()
    const release = await heldAtItsEnd(dataset, id)

    const deletion = v2('DELETE', `/datasets/${dataset}`)
    await release()

    assert.equal((await deletion).statusCode, 204)
    assert.equal((await read(id)).result, 'success')
    assert.equal((await v2('GET', `/datasets/${dataset}`)).statusCode, 404)
  })

  test('503 busy when it takes long, with when to try again; forty who wait keep no reader from a connection', async () => {
    const { dataset, id } = await anImport()
    const before = await content(dataset)
    const release = await heldAtItsEnd(dataset, id)
    const remove = () => v2('DELETE', `/datasets/${dataset}`)
    const all = [...Object.values(writersOf(dataset)), remove]

    const calls = Array.from({ length: 42 }, (_, index) => (all[index % all.length] ?? remove)())
    const beganAt = performance.now()
    for (let times = 0; times < 20; times += 1) assert.equal(await countOf(dataset), 2)
    const readersTookMs = performance.now() - beganAt
    const answers = await Promise.all(calls)

    assert.ok(readersTookMs < 4500, `${readersTookMs} ms for twenty readers`)
    for (const answer of answers) {
      assert.equal(answer.statusCode, 503, answer.body)
      assert.equal(answer.json().code, 'busy')
      assert.equal(answer.headers['retry-after'], '5')
    }
    assert.deepEqual(await content(dataset), before)
    await release()
    assert.equal((await read(id)).result, 'success')
    assert.deepEqual(await eventsAbout(db, dataset), [
      'dataset_import.created',
      'dataset_import.started',
      'dataset_import.completed',
      'dataset.updated',
    ])
  })

  test('a dry run and a file that is refused keep nobody waiting', async () => {
    for (const options of [{ dry_run: true }, { on_error: 'abort' }]) {
      const dataset = await aDataset(service, { dimensions: ['code'], values: ['kept'] })
      const { id } = await submit(dataset, csv('code', 'new', ...(options.dry_run ? [] : ['a/b'])), options)
      const release = await heldAtItsEnd(dataset, id)

      const answers = []
      for (const call of Object.values(writersOf(dataset))) answers.push((await call()).statusCode)

      assert.deepEqual(answers, [201, 200, 200, 200, 204])
      await release()
    }
  })

  test('an import waits for writers that came before it, and counts what they made', async () => {
    const dataset = await aDataset(service, { dimensions: ['code'] })
    const file = csv('code', ...Array.from({ length: 200 }, (_, index) => `c${index}`))
    const { id } = await submit(dataset, file, { mode: 'merge' })
    const body = { localized_names: [] }

    const puts = Array.from({ length: 40 }, (_, index) =>
      v2('PUT', `/datasets/${dataset}/values/${index % 2 ? `c${index}` : `p${index}`}`, { body }),
    )
    const [answers] = await Promise.all([Promise.all(puts), run(id)])

    assert.ok(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 201))
    assert.equal((await read(id)).result, 'success')
    assert.equal(Object.keys(await content(dataset)).length, 220)
    assert.equal(await countOf(dataset), 220)
  })
})

describe('imports of a data set that does not exist yet, and PUT of it at the same time', () => {
  test('make one data set, and both get through', async () => {
    for (let round = 0; round < 5; round += 1) {
      const dataset = unique('ds')
      const { id } = await submit(dataset, csv('code', 'a'))
      const body = { localized_names: inEnglish('Put'), dimensions: [{ id: 'code', localized_names: [] }] }

      const [answer] = await Promise.all([v2('PUT', `/datasets/${dataset}`, { body }), run(id)])

      const { values_count, localized_names, dimensions } = (await v2('GET', `/datasets/${dataset}`)).json()
      assert.ok(answer.statusCode < 300, answer.body)
      assert.equal((await read(id)).result, 'success')
      assert.deepEqual([values_count, dimensions.length, localized_names[0].value], [1, 1, 'Put'])
      const events = await eventsAbout(db, dataset)
      assert.equal(events.filter((type) => type === 'dataset.created').length, 1)
    }
  })
})

describe('readers, while an import has its data set', () => {
  test('see the old content to the last moment, and the new one as soon as it has ended', async () => {
    const { dataset, id } = await anImport()
    const before = await content(dataset)
    const release = await heldAtItsEnd(dataset, id)
    const paths = async () => (await v2('GET', `/datasets/${dataset}/values?sort=code`)).json().map(pathOf)
    const pathOf = ({ path }: { path: string }) => path

    const during = {
      list: await paths(),
      count: await countOf(dataset),
      gone: (await v2('GET', `/datasets/${dataset}/values/gone`)).statusCode,
      new: (await v2('GET', `/datasets/${dataset}/values/new`)).statusCode,
      status: (await read(id)).status,
    }
    await release()

    assert.deepEqual(during, { list: ['gone', 'kept'], count: 2, gone: 200, new: 404, status: 'in_progress' })
    assert.deepEqual(Object.keys(before), during.list)
    assert.deepEqual([await paths(), await countOf(dataset)], [['kept', 'new'], 2])
    assert.equal((await read(id)).status, 'finished')
  })

  test('can submit the next import meanwhile, and see it queued', async () => {
    const { dataset, id } = await anImport()
    const release = await heldAtItsEnd(dataset, id)

    const next = submit(dataset, csv('code', 'next'))
    await release()

    const { status, id: nextId } = await next
    assert.equal(status, 'queued')
    await run(nextId)
    assert.deepEqual(Object.keys(await content(dataset)), ['next'])
  })
})
