import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { importDataset } from '#modules/imports/jobs.ts'
import { storeFile } from '#modules/uploads/index.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, eventsAbout, unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'
import { queuedJobs } from '#test/harness/features/webhooks/webhook-calls.ts'
import { importFileIntoDataset } from './import-file-into-dataset.ts'

const service = await startApp()
const { v2, db } = service
const { submit, run, read, imported, content } = importCalls(service)

const file = (code: string) => csv('country', code)
const stateOf = async (id: string) => {
  const { status, result } = await read(id)
  return [status, result]
}
const jobsOf = (id: string) => queuedJobs(db, importDataset.name, id)
const completions = async (dataset: string) =>
  (await eventsAbout(db, dataset)).filter((type) => type === 'dataset_import.completed').length
const lastImport = async (dataset: string) => {
  const { last_import_status, last_import_result } = (await v2('GET', `/datasets/${dataset}`)).json()
  return [last_import_status, last_import_result]
}
const removeFile = async (id: string) => {
  const { sha256 } = await db.selectFrom('imports').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  await service.blobs.delete(sha256)
}

/** Holds what only one can hold, as somebody else who runs an import or joins its line does. */
async function holding(what: string) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  return async () => {
    ended.resolve()
    await held
  }
}

describe('imports of one data set', () => {
  test('run in the order of their submission: a later one does nothing before its turn', async () => {
    const dataset = unique('ds')
    const first = await submit(dataset, file('first'))
    const second = await submit(dataset, file('second'))

    await run(second.id)
    const before = [await stateOf(first.id), await stateOf(second.id)]
    await run(first.id)
    const between = await content(dataset)
    await run(second.id)

    assert.deepEqual(before, [
      ['queued', null],
      ['queued', null],
    ])
    assert.deepEqual([Object.keys(between), Object.keys(await content(dataset))], [['first'], ['second']])
    assert.deepEqual(await stateOf(second.id), ['finished', 'success'])
  })

  for (const order of ['in their order', 'in the opposite order']) {
    test(`end in their order when workers run them side by side, begun ${order}`, async () => {
      for (let round = 0; round < 4; round += 1) {
        const dataset = unique('ds')
        const ids: string[] = []
        for (const code of ['a', 'b', 'c']) ids.push((await submit(dataset, file(code))).id)
        const attempts = order === 'in their order' ? ids : ids.toReversed()

        for (let times = 0; times < 3; times += 1) await Promise.all(attempts.map((id) => run(id)))

        const done = await Promise.all(ids.map((id) => read(id)))
        assert.deepEqual(
          done.map(({ result, stats }) => [result, stats.values_created, stats.values_deleted]),
          [
            ['success', 1, 0],
            ['success', 1, 1],
            ['success', 1, 1],
          ],
        )
        assert.deepEqual(Object.keys(await content(dataset)), ['c'])
        assert.equal(await completions(dataset), 3)
      }
    })
  }

  test('have one job, of the first in line; the one that ends starts the next', async () => {
    const dataset = unique('ds')
    const ids: string[] = []
    for (const code of ['a', 'b/', 'c']) ids.push((await submit(dataset, file(code))).id)
    const jobs = async () => (await Promise.all(ids.map(jobsOf))).map((of) => of.length)

    const seen = [await jobs()]
    for (const id of ids) {
      await run(id)
      seen.push(await jobs())
    }

    assert.deepEqual(seen, [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [1, 1, 1],
    ])
  })

  test('get a job when the line is empty again', async () => {
    const dataset = unique('ds')
    await imported(dataset, file('a'))

    const { id } = await submit(dataset, file('b'))

    assert.deepEqual(await jobsOf(id), [{ client_id: 'acme', import_id: id }])
  })

  test('stand in a line of their own for each data set and each client', async () => {
    const dataset = unique('ds')
    await submit(dataset, file('a'))
    const other = await submit(unique('ds'), file('a'))
    const theirs = await submit(dataset, file('a'), { application: 'rival' })

    await Promise.all([run(other.id), run(theirs.id, 'rival')])

    assert.deepEqual(await stateOf(other.id), ['finished', 'success'])
    assert.equal((await read(theirs.id, 'rival')).result, 'success')
    assert.equal((await v2('GET', `/datasets/${dataset}`)).statusCode, 404)
  })

  test('are all accepted and numbered when they are submitted at once', async () => {
    const dataset = unique('ds')

    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => submit(dataset, file(`c${index}`))))

    const jobs = (await Promise.all(all.map(({ id }) => jobsOf(id)))).flat()
    assert.equal(jobs.length, 1)
    for (let left = all.length; left > 0; left -= 1) await Promise.all(all.map(({ id }) => run(id)))
    assert.equal(await completions(dataset), 12)
  })

  test('start when those before them have ended, as their records say', async () => {
    const dataset = unique('ds')
    const first = await submit(dataset, file('a'))
    const second = await submit(dataset, file('b'))

    await run(first.id)
    await run(second.id)

    const one = await read(first.id)
    const two = await read(second.id)
    assert.ok(one.finished_at && two.started_at && one.finished_at <= two.started_at)
    assert.ok(two.created_at <= two.started_at && two.started_at <= (two.finished_at ?? ''))
  })
})

describe('an import that two workers run', () => {
  test('ends once, whichever of them is faster', async () => {
    for (let round = 0; round < 6; round += 1) {
      const dataset = unique('ds')
      const { id } = await submit(dataset, csv('a,b', ...Array.from({ length: 300 }, (_, index) => `x${index},y`)))

      await Promise.all([run(id), run(id), run(id)])
      await run(id)

      const { result, stats } = await read(id)
      assert.deepEqual([result, stats.values_created, stats.rows], ['success', 600, 300])
      assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, 600)
      assert.deepEqual((await eventsAbout(db, dataset)).sort(), [
        'dataset.created',
        'dataset_import.completed',
        'dataset_import.created',
        'dataset_import.started',
      ])
    }
  })

  test('is looked at again later by the one that finds it taken', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))
    const release = await holding(`running import ${id}`)

    await run(id)
    const between = await read(id)
    await release()
    await run(id)

    assert.equal(between.result, null)
    assert.equal((await jobsOf(id)).length, 2)
    assert.deepEqual(await stateOf(id), ['finished', 'success'])
  })

  test('is not given up, however often others find it taken', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))
    const release = await holding(`running import ${id}`)

    for (let times = 0; times < 30; times += 1) await run(id)
    await release()
    await run(id)

    assert.deepEqual(await stateOf(id), ['finished', 'success'])
    assert.equal(await completions(dataset), 1)
  })

  test('does nothing when it has ended', async () => {
    const dataset = unique('ds')
    const done = await imported(dataset, file('a'))
    const jobs = await jobsOf(done.id)

    await run(done.id)

    assert.deepEqual(await read(done.id), done)
    assert.deepEqual(await jobsOf(done.id), jobs)
    assert.equal(await completions(dataset), 1)
  })
})

describe('an import that breaks off', () => {
  test('runs again from the start, and its start is told of once', async () => {
    const dataset = unique('ds')
    const text = file(unique('doomed'))
    const { id } = await submit(dataset, text)
    await removeFile(id)

    for (let times = 0; times < 3; times += 1) await assert.rejects(run(id), /no longer exists/)
    const between = await read(id)
    await storeFile(service.blobs, 'values.csv', Readable.from([Buffer.from(text)]))
    await run(id)

    const done = await read(id)
    assert.deepEqual([between.status, between.result], ['in_progress', null])
    assert.equal(done.result, 'success')
    assert.equal(done.started_at, between.started_at)
    assert.deepEqual(await eventsAbout(db, dataset), [
      'dataset_import.created',
      'dataset_import.started',
      'dataset_import.completed',
      'dataset.created',
    ])
  })

  test('again and again is given up in the end, and the next in line starts', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'], values: ['old'] })
    const { id } = await submit(dataset, file(unique('doomed')))
    const next = await submit(dataset, file('next'))
    await removeFile(id)

    let failures = 0
    while ((await read(id)).status !== 'finished' && failures < 50) {
      await run(id).catch(() => {
        failures += 1
      })
    }

    const done = await read(id)
    const { body } = await v2('GET', `/dataset_imports/${id}/report`)
    assert.ok(failures >= 3 && failures < 50, `${failures} failures`)
    assert.equal(done.result, 'error')
    assert.deepEqual(
      done.errors.map(({ line, field, code }) => [line, field, code]),
      [[null, null, 'import_failed']],
    )
    assert.equal(body.split('\r\n').length, 3)
    assert.deepEqual(await content(dataset), { old: { 'en-us': 'old' } })
    assert.deepEqual([await completions(dataset), (await jobsOf(next.id)).length], [1, 1])
    assert.deepEqual(await lastImport(dataset), ['queued', null])
    await run(next.id)
    assert.deepEqual([await stateOf(next.id), await content(dataset)], [['finished', 'success'], { next: {} }])
  })

  test('because the service stops leaves nothing, and goes on elsewhere', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))
    const stopping = AbortSignal.abort(new Error('The service stops.'))

    const stopped = importDataset.run({ client_id: 'acme', import_id: id }, { ...service, signal: stopping })

    await assert.rejects(stopped, /The service stops/)
    assert.deepEqual(await stateOf(id), ['in_progress', null])
    assert.equal((await v2('GET', `/datasets/${dataset}`)).statusCode, 404)
    await run(id)
    assert.deepEqual(await stateOf(id), ['finished', 'success'])
  })
})

describe('last_import_status and last_import_result', () => {
  test('are those of the newest import that is not a dry run, queued ones included', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    const seen = [await lastImport(dataset)]
    const look = async (step: Promise<unknown>) => {
      const answer = await step
      seen.push(await lastImport(dataset))
      return answer as { id: string }
    }

    await look(imported(dataset, file('a'), { dry_run: true }))
    const first = await look(submit(dataset, file('b/')))
    const second = await look(submit(dataset, file('c')))
    const dry = await look(submit(dataset, file('d/'), { dry_run: true }))
    await look(run(first.id))
    await look(run(second.id))
    await look(run(dry.id))
    const third = await look(submit(dataset, file('e/')))
    await look(run(third.id))

    const QUEUED = ['queued', null]
    assert.deepEqual(seen, [
      [null, null],
      [null, null],
      QUEUED,
      QUEUED,
      QUEUED,
      QUEUED,
      ['finished', 'success'],
      ['finished', 'success'],
      QUEUED,
      ['finished', 'error'],
    ])
  })

  test('show an import that runs', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    const { id } = await submit(dataset, file(unique('doomed')))
    await removeFile(id)

    await assert.rejects(run(id))

    assert.deepEqual(await lastImport(dataset), ['in_progress', null])
  })

  test('of a data set that an import makes show that import, or the one behind it', async () => {
    const dataset = unique('ds')
    const first = await submit(dataset, file('a'))
    const second = await submit(dataset, file('b'))

    await run(first.id)
    const between = await lastImport(dataset)
    await run(second.id)

    assert.deepEqual(
      [between, await lastImport(dataset)],
      [
        ['queued', null],
        ['finished', 'success'],
      ],
    )
  })

  test('are set right by the end of an import that had the data set while another was submitted', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    const { id } = await submit(dataset, file('a'))
    const held = await db.transaction().execute(async (tx) => {
      await sql`SELECT FROM datasets WHERE id = ${dataset} FOR UPDATE`.execute(tx)
      return submit(dataset, file('b'))
    })

    await run(id)

    assert.deepEqual(
      [await lastImport(dataset), await stateOf(held.id)],
      [
        ['queued', null],
        ['queued', null],
      ],
    )
  })
})

describe('a file that is imported by command', () => {
  const byCommand = async (dataset_id: string, text: string, onProgress = () => {}) => {
    const stored = await storeFile(service.blobs, 'values.csv', Readable.from([Buffer.from(text)]))
    const context = { ...service, signal: new AbortController().signal }
    return importFileIntoDataset(acme, context, { file: stored, settings: { dataset_id } }, onProgress)
  }

  test('ends as any other, with its origin', async () => {
    const dataset = unique('ds')

    const done = await byCommand(dataset, file('a'))

    assert.deepEqual([done.origin, done.status, done.result], ['cli', 'finished', 'success'])
    assert.deepEqual(done, await read(done.id))
    assert.equal(await completions(dataset), 1)
  })

  test('comes after those that stand in line before it, which it runs itself', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))

    const done = await byCommand(dataset, file('b'))

    assert.deepEqual(await stateOf(id), ['finished', 'success'])
    assert.deepEqual([done.stats.values_created, done.stats.values_deleted], [1, 1])
    assert.deepEqual(Object.keys(await content(dataset)), ['b'])
  })

  test('comes after one that breaks off again and again, which is given up', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))
    await removeFile(id)

    const done = await byCommand(dataset, file('b'))

    assert.deepEqual([done.result, await stateOf(id)], ['success', ['finished', 'error']])
  })

  test('stops looking when its run fails', async (t) => {
    await sql`ALTER TABLE events ADD CONSTRAINT refuse_new CHECK (type <> 'dataset.created') NOT VALID`.execute(db)
    t.after(() => sql`ALTER TABLE events DROP CONSTRAINT refuse_new`.execute(db))
    let looks = 0
    const look = () => {
      looks += 1
    }

    await assert.rejects(byCommand(unique('ds'), file('a'), look), /refuse_new/)
    const then = looks
    await wait(500)

    assert.equal(looks, then)
  })

  test('waits for one that runs elsewhere, and does not give it up', async () => {
    const dataset = unique('ds')
    const { id } = await submit(dataset, file('a'))
    const release = await holding(`running import ${id}`)

    const commanded = byCommand(dataset, file('b'))
    await wait(700)
    const between = await read(id)
    await release()
    const done = await commanded

    assert.equal(between.result, null)
    assert.deepEqual([done.result, await stateOf(id)], ['success', ['finished', 'success']])
  })
})
