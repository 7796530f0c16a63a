import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importManagers } from '#modules/imports/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aRow, fileOf, managerImportCalls, type Row } from '#test/harness/features/manager-imports.ts'
import { jobsFor } from '#test/harness/features/webhooks/deliveries.ts'

const service = await startApp()
const { db, pool, clock } = service
const { imported, submit, run, runAll, read, report, errorsReport, readUser } = managerImportCalls(service)
for (const owner of [undefined, globex]) {
  await aRole(service, { code: 'hr', ...(owner ? { owner } : {}) })
  await anOrganization(service, { code: 'paris', ...(owner ? { owner } : {}) })
}

const byKey = { client_id: 'acme', actor_type: 'application', actor_id: 'main', actor_name: 'main' }
async function eventRowsOf(id: string) {
  const columns = ['client_id', 'type', 'actor_type', 'actor_id', 'actor_name', 'data'] as const
  return db.selectFrom('events').select(columns).where('resource_id', '=', id).orderBy('id').execute()
}

/** Which of these imports a worker would run now. */
async function started(ids: string[], client = 'acme'): Promise<string[]> {
  const jobs = (await jobsFor(service, 'imports.managers', client)) as { import_id: string }[]
  return ids.filter((id) => jobs.some((one) => one.import_id === id))
}

/** Makes the database break off a step, so many times, when it would write a row that meets the condition. */
async function breakOff(table: string, condition: string, times: number) {
  const name = unique('break').replace('-', '_')
  await pool.query(`CREATE SEQUENCE ${name}`)
  await pool.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF ${condition} AND nextval('${name}') <= ${times} THEN RAISE 'broken off'; END IF; RETURN NEW; END $$`)
  await pool.query(`CREATE TRIGGER ${name} BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
  return () => pool.query(`DROP FUNCTION ${name} CASCADE; DROP SEQUENCE ${name}`)
}

/** More than two steps of rows, of which every tenth is wrong. */
function longFile(): { rows: Row[]; good: Row[] } {
  const rows = Array.from({ length: 250 }, (_, index) => aRow(index % 10 === 9 ? { role: 'none' } : {}))
  return { rows, good: rows.filter(({ role }) => role === 'hr') }
}

/** That a long file came in once, whatever happened meanwhile. */
async function assertImportedOnce(id: string, { rows, good }: ReturnType<typeof longFile>): Promise<void> {
  const { status, stats, errors } = await read(id)
  assert.equal(status, 'partial_success')
  assert.deepEqual(stats, { rows: 250, row_errors: 25, users_created: 225, users_updated: 0, users_unchanged: 0 })
  const wrongLines = rows.flatMap((row, index) => (good.includes(row) ? [] : [index + 2]))
  assert.deepEqual(
    errors.map((one) => one.line),
    wrongLines,
  )
  const lines = (await report(id)).split('\r\n').slice(1, -1)
  assert.deepEqual(
    lines.map((line) => Number(line.split(',')[0])),
    rows.map((_, index) => index + 2),
  )
  assert.equal((await errorsReport(id)).split('\r\n').length, 27)
  assert.deepEqual(await eventsOf(db, id), ['import.created', 'import.started', 'import.completed'])
  const { rows: events } = await pool.query(`SELECT resource_id FROM events WHERE resource_id = ANY($1)`, [
    good.map((row) => row.technical_id),
  ])
  assert.equal(events.length, 225)
}

describe('the events of an import of managers', () => {
  test('are created, started and completed, each with what the API answers then, in the name of the API key', async () => {
    const good = aRow()
    const wrong = aRow({ role: 'none' })
    const id = await submit(fileOf([good, wrong]))
    const created = await read(id)
    clock.advance(60)

    await run(id)

    const completed = await read(id)
    const events = await eventRowsOf(id)
    const { started_at } = completed
    assert.equal(completed.status, 'partial_success')
    assert.equal(created.status, 'created')
    assert.ok(started_at !== null && started_at > created.created_at)
    assert.deepEqual(events, [
      { ...byKey, type: 'import.created', data: created },
      {
        ...byKey,
        type: 'import.started',
        data: { ...created, status: 'in_progress', started_at, updated_at: started_at },
      },
      { ...byKey, type: 'import.completed', data: completed },
    ])
  })

  test('are followed by those of the managers, each with what the API answers, in the same name', async () => {
    const row = aRow()
    await imported(fileOf([row]))
    const created = (await readUser(row.technical_id)).json()

    await imported(fileOf([{ ...row, last_name: 'Meier' }]))

    assert.deepEqual(await eventRowsOf(row.technical_id), [
      { ...byKey, type: 'user.created', data: created },
      { ...byKey, type: 'user.updated', data: (await readUser(row.technical_id)).json() },
    ])
  })

  test('come once, however often the import is run after its end', async () => {
    const { id } = await imported(fileOf([aRow()]))
    const before = await read(id)
    clock.advance(60)

    await run(id)

    assert.deepEqual(await read(id), before)
    assert.deepEqual(await eventsOf(db, id), ['import.created', 'import.started', 'import.completed'])
  })
})

describe('imports of managers of one client', () => {
  test('run one at a time, in their order: the end of one starts the next', async () => {
    await runAll()
    const row = aRow()
    const ids = [
      await submit(fileOf([row])),
      await submit(fileOf([{ ...row, last_name: 'Second' }])),
      await submit(fileOf([{ ...row, last_name: 'Third' }])),
    ] as const
    const seen = [await started([...ids])]

    await run(ids[2])
    await run(ids[1])
    const early = await Promise.all(ids.map(async (id) => (await read(id)).status))
    for (const id of ids) {
      await run(id)
      seen.push(await started([...ids]))
    }

    assert.deepEqual(early, ['created', 'created', 'created'])
    assert.deepEqual(seen, [[ids[0]], [ids[0], ids[1]], [...ids], [...ids]])
    assert.equal((await readUser(row.technical_id)).json().last_name, 'Third')
  })

  test('do not wait for those of another client', async () => {
    await submit(fileOf([aRow()]))

    const id = await submit(fileOf([aRow()]), 'rival')
    const isStarted = await started([id], 'globex')
    await run(id, 'rival')

    assert.deepEqual(isStarted, [id])
    assert.equal((await read(id, 'rival')).status, 'success')
    await runAll()
  })

  test('are run by one worker, also when two are told to', async () => {
    const file = longFile()
    const id = await submit(fileOf(file.rows))

    const ended = await Promise.allSettled([run(id), run(id), run(id)])
    await run(id)

    assert.ok(ended.some((one) => one.status === 'fulfilled'))
    await assertImportedOnce(id, file)
  })
})

describe('an import of managers that breaks off', () => {
  test('in its second step goes on there: every manager once, and the record is exact', async () => {
    const file = longFile()
    const id = await submit(fileOf(file.rows))
    const mend = await breakOff('users', `NEW.technical_id = '${file.rows[150]?.technical_id}'`, 1)

    await assert.rejects(run(id), /broken off/)
    const between = await read(id)
    const afterwards = (await eventsOf(db, file.rows[120]?.technical_id ?? '')).length
    await run(id)
    await mend()

    assert.deepEqual([between.status, between.progress, between.finished_at], ['in_progress', 0.4, null])
    assert.deepEqual([between.stats.users_created, between.stats.row_errors, between.errors.length], [90, 10, 10])
    assert.equal(afterwards, 0)
    await assertImportedOnce(id, file)
  })

  test('at its end ends once', async () => {
    const file = longFile()
    const id = await submit(fileOf(file.rows))
    const mend = await breakOff('events', `NEW.type = 'import.completed'`, 1)

    await assert.rejects(run(id), /broken off/)
    const between = await read(id)
    await run(id)
    await mend()

    assert.deepEqual([between.status, between.progress], ['in_progress', 1])
    await assertImportedOnce(id, file)
  })

  test('before its first step, because its worker is told to stop, begins there again', async () => {
    const file = longFile()
    const id = await submit(fileOf(file.rows))
    const stopped = { ...service, signal: AbortSignal.abort() }

    await assert.rejects(importManagers.run({ client_id: 'acme', import_id: id }, stopped), { name: 'AbortError' })
    const between = await read(id)
    await run(id)

    assert.equal(between.status, 'in_progress')
    await assertImportedOnce(id, file)
  })

  test('again and again has failed: it says so, and the next one starts', async () => {
    const row = aRow()
    const next = aRow()
    const ids = [await submit(fileOf([row])), await submit(fileOf([next]))] as const
    const mend = await breakOff('users', `NEW.technical_id = '${row.technical_id}'`, 100)

    let runs = 0
    const isOver = () =>
      run(ids[0]).then(
        () => true,
        () => false,
      )
    while (!(await isOver()) && runs < 50) runs += 1
    await mend()

    const { status, errors } = await read(ids[0])
    assert.ok(runs >= 5 && runs < 50)
    assert.equal(status, 'failed')
    assert.deepEqual(
      errors.map(({ line, field, code }) => [line, field, code]),
      [[null, null, 'import_failed']],
    )
    assert.deepEqual(await eventsOf(db, ids[0]), ['import.created', 'import.started', 'import.completed'])
    assert.deepEqual(await started([ids[1]]), [ids[1]])
    await run(ids[1])
    assert.equal((await read(ids[1])).status, 'success')
  })
})

describe('a long file of managers', () => {
  test('of 1,000 is imported within 20 seconds', async () => {
    const rows = Array.from({ length: 1000 }, () => aRow())
    const begunAt = performance.now()

    const { status, stats, progress } = await imported(fileOf(rows))

    assert.equal(status, 'success')
    assert.deepEqual(stats, { rows: 1000, row_errors: 0, users_created: 1000, users_updated: 0, users_unchanged: 0 })
    assert.equal(progress, 1)
    assert.ok(performance.now() - begunAt < 20_000)
  })
})
