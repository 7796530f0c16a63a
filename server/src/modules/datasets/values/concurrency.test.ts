import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Work } from '#kernel/work.ts'
import { foldValueCounts } from '#modules/datasets/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, eventsAbout, inEnglish, storedPaths } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { deleteValue } from './delete-value.ts'
import { putValue } from './put-value.ts'

const service = await startApp()
const { v2, db } = service

const put = (dataset: string, code: string, name: string | null = code) =>
  v2('PUT', `/datasets/${dataset}/values/${code}`, { body: { localized_names: inEnglish(name) } })
const remove = (dataset: string, code: string) => v2('DELETE', `/datasets/${dataset}/values/${code}`)
const bulk = (dataset: string, codes: string[], name?: string) =>
  v2('POST', `/datasets/${dataset}/values/bulk`, {
    body: { values: codes.map((code) => ({ code, localized_names: inEnglish(name ?? code) })) },
  })
const countOf = async (dataset: string) => (await v2('GET', `/datasets/${dataset}`)).json().values_count
const fold = () => foldValueCounts.run({}, { ...service, signal: new AbortController().signal })
const statusesOf = (answers: { statusCode: number }[]) => answers.map((one) => one.statusCode)

async function changesKept(dataset: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM dataset_value_changes change JOIN datasets dataset ON dataset.key = change.dataset_key
    WHERE dataset.id = ${dataset}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What must hold whatever happened: the count is exact, and every value has its parent. */
async function assertSound(dataset: string): Promise<void> {
  const paths = await storedPaths(db, dataset)
  const known = new Set(paths)
  const orphans = paths.filter((path) => path.includes('.') && !known.has(path.slice(0, path.lastIndexOf('.'))))
  assert.deepEqual(orphans, [])
  assert.equal(await countOf(dataset), paths.length)
}

describe('concurrent PUTs of one value', () => {
  test('200 of them: one answers 201, 199 answer 200; one row, one event', async () => {
    const dataset = await aDataset(service)

    const answers = await Promise.all(Array.from({ length: 200 }, () => put(dataset, 'fr', 'France')))

    assert.deepEqual(statusesOf(answers).sort(), [...Array(199).fill(200), 201])
    assert.deepEqual(await storedPaths(db, dataset), ['fr'])
    assert.equal(await countOf(dataset), 1)
    assert.deepEqual(await eventsAbout(db, dataset), ['dataset_value.created'])
  })

  test('with different names: each answers what it put, and the last stays', async () => {
    const dataset = await aDataset(service)

    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => put(dataset, 'fr', `name ${index}`)))

    const names = answers.map((one) => one.json().name)
    assert.deepEqual(statusesOf(answers).sort(), [...Array(39).fill(200), 201])
    assert.deepEqual(
      names,
      Array.from({ length: 40 }, (_, index) => `name ${index}`),
    )
    assert.ok(names.includes((await v2('GET', `/datasets/${dataset}/values/fr`)).json().name))
    assert.equal((await eventsAbout(db, dataset)).length, 40)
  })
})

describe('values_count', () => {
  test('is exact after many concurrent PUTs, DELETEs and bulk calls, while the counts are folded', async () => {
    const doomed = Array.from({ length: 30 }, (_, index) => `d${index}`)
    const dataset = await aDataset(service, { values: doomed })

    const calls = doomed.flatMap((code, index) => [
      remove(dataset, code),
      put(dataset, `n${index}`),
      put(dataset, `n${index % 10}`),
      bulk(dataset, [`b${index}`, `b${index + 1}`, `b${index}.x`]),
    ])
    const folds = (async () => {
      for (let round = 0; round < 20; round++) await fold()
    })()
    const answers = await Promise.all(calls)
    await folds

    const paths = await storedPaths(db, dataset)
    assert.ok(statusesOf(answers).every((status) => status < 300))
    assert.equal(paths.length, 30 + 31 + 30)
    assert.equal(await countOf(dataset), paths.length)
    await Promise.all([fold(), fold(), fold()])
    assert.equal(await countOf(dataset), paths.length)
  })

  test('is the same before and after folding, which leaves one row', async () => {
    const dataset = await aDataset(service)
    for (const code of ['a', 'b', 'c', 'd']) await put(dataset, code)
    await remove(dataset, 'b')
    const before = { count: await countOf(dataset), rows: await changesKept(dataset) }

    await fold()

    assert.deepEqual(before, { count: 3, rows: 5 })
    assert.equal(await countOf(dataset), 3)
    assert.equal(await changesKept(dataset), 1)
  })

  test('counts never wait for one another: a PUT is answered while another has not committed', async () => {
    const dataset = await aDataset(service)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const open = service.db.transaction().execute(async (tx) => {
      await sql`INSERT INTO dataset_value_changes (client_id, dataset_key, change)
        SELECT client_id, key, 0 FROM datasets WHERE id = ${dataset}`.execute(tx)
      await held
    })

    const answer = await put(dataset, 'fr')

    assert.equal(answer.statusCode, 201)
    release()
    await open
    assert.equal(await countOf(dataset), 1)
  })
})

describe('a child that is put while its parent is deleted', () => {
  test('is there with its parent, or refused, or gone with it; nothing is left over', async () => {
    for (let round = 0; round < 25; round++) {
      const dataset = await aDataset(service, { values: ['fr', 'fr.old'] })

      const [deletion, ...puts] = await Promise.all([
        remove(dataset, 'fr'),
        put(dataset, 'fr.new'),
        put(dataset, 'fr.old.x'),
        put(dataset, 'fr.old', 'changed'),
      ])

      assert.equal(deletion?.statusCode, 204)
      for (const answer of puts) {
        assert.ok([200, 201, 422].includes(answer.statusCode), answer.body)
        if (answer.statusCode === 422) assert.equal(answer.json().errors[0].code, 'unknown_parent')
      }
      await assertSound(dataset)
      assert.ok(!(await storedPaths(db, dataset)).includes('fr'))
    }
  })

  test('is never answered 500 when a bulk call puts parent and children at once', async () => {
    for (let round = 0; round < 15; round++) {
      const dataset = await aDataset(service, { values: ['fr', 'fr.a', 'fr.a.x', 'gb'] })

      const answers = await Promise.all([
        remove(dataset, 'fr'),
        bulk(dataset, ['gb', 'fr', 'fr.a', 'fr.b', 'fr.b.x', 'fr.c', 'fr.a.y'], `round ${round}`),
        remove(dataset, 'fr.a'),
        bulk(dataset, ['fr.c', 'fr', 'gb.q', 'gb', 'fr.c.z'], `again ${round}`),
      ])

      for (const answer of answers) assert.ok([200, 204, 404, 422].includes(answer.statusCode), answer.body)
      await assertSound(dataset)
    }
  })
})

describe('a DELETE of a value', () => {
  /** A work that has done its change and commits when it is told to. */
  async function anOpenWork(change: (work: Work) => Promise<unknown>) {
    const reached = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const work = service.doWork(acme, async (one) => {
      await change(one)
      reached.resolve()
      await release.promise
    })
    await Promise.race([reached.promise, work])
    return async () => {
      release.resolve()
      await work
    }
  }
  const input = (datasetId: string, path: string) => ({ datasetId, path, localizedNames: inEnglish(path) })
  const isAnswered = (call: Promise<unknown>) => Promise.race([call.then(() => true), sleep(150, false)])

  test('has its subtree for itself and no more: beside it others are put, put in bulk, and deleted', async () => {
    const dataset = await aDataset(service, { values: ['fr', 'fr.paris', 'gb', 'gb.bath', 'gb.york'] })
    const commit = await anOpenWork((work) => deleteValue(work, dataset, 'fr'))

    const beside = await Promise.all([
      put(dataset, 'gb.hull'),
      put(dataset, 'es'),
      bulk(dataset, ['gb.leek', 'it', 'it.rome']),
      remove(dataset, 'gb.bath'),
    ])
    const below = put(dataset, 'fr.lyon')
    const isBelowAnswered = await isAnswered(below)
    await commit()

    assert.deepEqual(statusesOf(beside), [201, 201, 200, 204])
    assert.equal(isBelowAnswered, false)
    assert.equal((await below).statusCode, 422)
    assert.deepEqual(await storedPaths(db, dataset), ['es', 'gb', 'gb.hull', 'gb.leek', 'gb.york', 'it', 'it.rome'])
    await assertSound(dataset)
  })

  test('waits for a PUT below it, deletes what that put, and goes before the PUTs that come after it', async () => {
    const dataset = await aDataset(service, { values: ['fr'] })
    const commit = await anOpenWork((work) => putValue(work, input(dataset, 'fr.paris')))

    const deletion = remove(dataset, 'fr')
    const isDeletionAnswered = await isAnswered(deletion)
    await untilWaiting(service.pool, 1)
    const later = put(dataset, 'fr.lyon')
    const isLaterAnswered = await isAnswered(later)
    await commit()

    assert.deepEqual([isDeletionAnswered, isLaterAnswered], [false, false])
    assert.deepEqual(statusesOf([await deletion, await later]), [204, 422])
    assert.deepEqual(await eventsAbout(db, dataset), [
      'dataset_value.created',
      ...Array(2).fill('dataset_value.deleted'),
    ])
    await assertSound(dataset)
  })

  test('is never starved by a stream of PUTs below it', async () => {
    const dataset = await aDataset(service, { values: ['fr'] })
    let isOver = false
    const streams = Array.from({ length: 12 }, async (_, stream) => {
      for (let serial = 0; !isOver; serial += 1) await put(dataset, `fr.${stream}-${serial}`)
    })
    await sleep(200)

    const answer = await remove(dataset, 'fr')
    isOver = true
    await Promise.all(streams)

    assert.equal(answer.statusCode, 204)
    await assertSound(dataset)
  })
})

describe('concurrent bulk calls', () => {
  test('with the same values in opposite orders all succeed', async () => {
    const dataset = await aDataset(service)
    const codes = Array.from({ length: 60 }, (_, index) => `c${index}`)

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => bulk(dataset, index % 2 ? codes : codes.toReversed(), `name ${index}`)),
    )

    const created = answers.reduce((sum, one) => sum + one.json().created, 0)
    assert.deepEqual(new Set(statusesOf(answers)), new Set([200]))
    assert.equal(created, 60)
    await assertSound(dataset)
  })

  test('with overlapping trees and single PUTs all succeed', async () => {
    const dataset = await aDataset(service, { values: ['p', 'q'] })
    const below = (parent: string) => Array.from({ length: 20 }, (_, index) => `${parent}.${index}`)

    const answers = await Promise.all([
      bulk(dataset, ['p', ...below('p'), 'q', ...below('q')], 'one'),
      bulk(dataset, [...below('q').toReversed(), 'q', ...below('p').toReversed(), 'p'], 'two'),
      ...below('p').map((code) => put(dataset, code, 'three')),
      ...below('q').map((code) => put(dataset, code, 'four')),
    ])

    assert.ok(statusesOf(answers).every((status) => status === 200 || status === 201))
    assert.equal(await countOf(dataset), 42)
    await assertSound(dataset)
  })
})

describe('a data set that is deleted while it is written to', () => {
  test('answers 404 from then on, and never 500', async () => {
    for (let round = 0; round < 10; round++) {
      const dataset = await aDataset(service, { values: ['fr'] })

      const answers = await Promise.all([
        v2('DELETE', `/datasets/${dataset}`),
        ...['a', 'b', 'c'].map((code) => put(dataset, code)),
        bulk(dataset, ['x', 'y']),
        remove(dataset, 'fr'),
        v2('PUT', `/datasets/${dataset}`, { body: { localized_names: inEnglish('changed') } }),
      ])

      // 422 comes from the data set that the last call made anew: it has no dimensions.
      assert.ok(
        statusesOf(answers).every((status) => [200, 201, 204, 404, 422].includes(status)),
        `${statusesOf(answers)}`,
      )
    }
  })
})
