import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { bulkCalls, outcomeOf } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { jobsFor, runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { MAX_UNFINISHED } from './create-bulk-action.ts'
import { runBulkActions, tidyBulkActions } from './jobs.ts'
import { RUN_BULK_ACTION } from './run-bulk-action.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { created, work, read } = bulkCalls(service)
await anOrganization(service, { code: 'HQ' })
const role = await aRole(service)
const everywhere = [{ role, organizations: ['HQ'], include_below: true }]
const aBoss = () => aManager(service, { profiles: everywhere })
const call = as(`manager:${await aBoss()}`)

async function aCrowd(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(`employee:${await anEmployee(service, { email: `${unique('c')}@acme.test` })}`)
  return ids
}
/** How often each of them was invited. */
async function invitationsOf(ids: string[]): Promise<number[]> {
  const { rows } = await service.pool.query<{ id: string; count: number }>(
    `SELECT concat(data -> 'only' ->> 'scope', ':', data -> 'only' ->> 'technical_id') AS id, count(*)::integer AS count
     FROM jobs.job WHERE name = 'auth.mail-password-links' GROUP BY 1`,
  )
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return ids.map((id) => counts.get(id) ?? 0)
}
/** The database process of the transaction that began to wait last. */
async function lastWaiting(): Promise<number> {
  const { rows } = await service.pool.query<{ pid: number }>(`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    ORDER BY query_start DESC LIMIT 1`)
  return rows[0]?.pid ?? assert.fail('Nothing waits')
}

const once = (ids: string[]) => ids.map(() => 1)
const run = (id: string, context = service) => runJob(context, runBulkActions, { client_id: 'acme', id })

describe('the job of a bulk action', () => {
  test('does a batch, and leaves the rest to the next job', async () => {
    const ids = await aCrowd(205)
    const { id } = await created(call, { kind: 'people.invite', ids })
    const before = (await jobsFor(service, RUN_BULK_ACTION.name, 'acme')).length

    await run(id)

    const { state, total, done } = await read(call, id)
    assert.deepEqual([state, total, done], ['running', 205, 200])
    assert.equal((await jobsFor(service, RUN_BULK_ACTION.name, 'acme')).length, before + 1)
    await work(id)
    assert.deepEqual(await invitationsOf(ids), once(ids))
  })

  test('two workers at once do every item once', async () => {
    const ids = await aCrowd(30)
    const { id } = await created(call, { kind: 'people.invite', ids })

    await Promise.all([run(id), run(id), run(id)])
    await work(id)

    assert.deepEqual(outcomeOf(await read(call, id)), {
      state: 'finished',
      total: 30,
      done: 30,
      skipped: 0,
      failed: 0,
      reasons: [],
    })
    assert.deepEqual(await invitationsOf(ids), once(ids))
  })

  test('two actions on the same people invite them once', async () => {
    const ids = await aCrowd(10)
    const actions = [
      await created(call, { kind: 'people.invite', ids }),
      await created(call, { kind: 'people.invite', ids: ids.toReversed() }),
    ]

    await Promise.all(actions.map(({ id }) => work(id)))

    const [first, second] = await Promise.all(actions.map(({ id }) => read(call, id)))
    assert.deepEqual(await invitationsOf(ids), once(ids))
    assert.equal((first?.done ?? 0) + (second?.done ?? 0), 10)
    assert.equal((first?.skipped ?? 0) + (second?.skipped ?? 0), 10)
  })

  test('an item that breaks on our side is told as failed after some tries, and the rest is done', async () => {
    const ids = await aCrowd(3)
    const { id } = await created(call, { kind: 'people.invite', ids })
    const broken = ids[1]?.slice('employee:'.length)
    await service.pool.query(`
      CREATE FUNCTION break_there() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER break_there BEFORE INSERT ON accounts FOR EACH ROW WHEN (new.technical_id = '${broken}')
        EXECUTE FUNCTION break_there()`)

    await assert.rejects(run(id), /broken/)

    await service.pool.query('DROP TRIGGER break_there ON accounts; DROP FUNCTION break_there')
    assert.deepEqual(outcomeOf(await read(call, id)), {
      state: 'finished',
      total: 3,
      done: 2,
      skipped: 0,
      failed: 1,
      reasons: ['failed internal_error 1'],
    })
    assert.deepEqual(await invitationsOf(ids), [1, 0, 1])
  })

  test('stops when asked to, after the item in hand; a stopped action stays so', async () => {
    const ids = await aCrowd(3)
    const { id } = await created(call, { kind: 'people.invite', ids })

    const stopped = await call('POST', `/manager/bulk_actions/${id}/stop`)
    await run(id)
    const again = await call('POST', `/manager/bulk_actions/${id}/stop`)

    assert.deepEqual([stopped.json().state, stopped.json().stop_code], ['stopped', 'on_request'])
    assert.deepEqual([again.statusCode, again.json().finished_at], [200, stopped.json().finished_at])
    assert.deepEqual(await invitationsOf(ids), [0, 0, 0])
  })

  test('stops after the item in hand, however many are left and however quick they are', async () => {
    const ids = await aCrowd(20)
    for (const id of ids) await call('PUT', `/admin/accounts/${id}`, { body: {} })
    const { id } = await created(call, { kind: 'people.switch_off', ids })
    const holder = await service.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`bulk log-in acme ${ids[0]}`])
    const running = run(id)
    await untilWaiting(service.pool, 1)
    const stopping = call('POST', `/manager/bulk_actions/${id}/stop`)
    await untilWaiting(service.pool, 2)

    // A busy machine may be slow to wake a transaction that waits; here, the stop is a second late.
    const stopper = await lastWaiting()
    process.kill(stopper, 'SIGSTOP')
    setTimeout(() => process.kill(stopper, 'SIGCONT'), 1000)
    await holder.query('ROLLBACK')
    holder.release()
    await running

    const { state, stop_code, done } = (await stopping).json()
    assert.deepEqual({ state, stop_code, done }, { state: 'stopped', stop_code: 'on_request', done: 1 })
  })

  test('acts with the rights that its owner has when it runs', async () => {
    const demoted = await aBoss()
    const off = await aBoss()
    const ids = await aCrowd(2)
    const ofDemoted = await created(as(`manager:${demoted}`), { kind: 'people.invite', ids })
    const ofOff = await created(as(`manager:${off}`), { kind: 'people.invite', ids })
    await service.v2('PATCH', `/users/${demoted}`, { body: { profiles: [] } })
    await service.v2('PATCH', `/accounts/manager:${off}`, { body: { is_active: false } })

    await work(ofDemoted.id)
    await work(ofOff.id)

    const { rows } = await service.pool.query(
      'SELECT state, stop_code FROM bulk_actions WHERE id = ANY ($1) ORDER BY id',
      [[ofDemoted.id, ofOff.id]],
    )
    assert.deepEqual(rows, [
      { state: 'stopped', stop_code: 'not_permitted' },
      { state: 'stopped', stop_code: 'account_inactive' },
    ])
    assert.deepEqual(await invitationsOf(ids), [0, 0])
  })

  test('rights that end while it runs: the items that are left fail', async () => {
    const boss = await aBoss()
    const ids = await aCrowd(2)
    const { id } = await created(as(`manager:${boss}`), { kind: 'people.invite', ids })
    const stopping = new AbortController()
    const abortAfterBegin = {
      ...service,
      signal: stopping.signal,
      doWork: (async (caller, operation, options) => {
        const done = await service.doWork(caller, operation, options)
        stopping.abort()
        return done
      }) as typeof service.doWork,
    }
    await assert.rejects(runBulkActions.run({ client_id: 'acme', id }, abortAfterBegin))
    await service.v2('PATCH', `/users/${boss}`, { body: { profiles: [] } })

    await work(id)

    assert.deepEqual(outcomeOf(await read(as(`manager:${boss}`), id)).reasons, ['failed not_permitted 2'])
    assert.deepEqual(await invitationsOf(ids), [0, 0])
  })
})

describe('POST /manager/bulk_actions', () => {
  test('sent again with the same Idempotency-Key it is one action', async () => {
    const body = { kind: 'people.invite', ids: await aCrowd(1) }
    const headers = { 'idempotency-key': unique('key') }

    const first = await call('POST', '/manager/bulk_actions', { body, headers })
    const second = await call('POST', '/manager/bulk_actions', { body, headers })

    assert.deepEqual([first.statusCode, second.statusCode], [201, 201])
    assert.equal(first.json().id, second.json().id)
    await work(first.json().id)
  })

  test('409 when too many wait or run, also of a burst; nothing is left of those', async () => {
    const before = (await service.pool.query('SELECT FROM bulk_actions WHERE finished_at IS NULL')).rows.length
    assert.equal(before, 0)
    const ids = await aCrowd(1)

    const answers = await Promise.all(
      Array.from({ length: MAX_UNFINISHED + 5 }, () =>
        call('POST', '/manager/bulk_actions', { body: { kind: 'people.switch_on', ids } }),
      ),
    )

    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    assert.deepEqual([refused.length, refused[0]?.json().code], [5, 'too_many_bulk_actions'])
    for (const answer of answers) if (answer.statusCode === 201) await work(answer.json().id)
    assert.equal((await service.pool.query('SELECT FROM bulk_actions WHERE finished_at IS NULL')).rows.length, 0)
  })
})

describe('GET /manager/bulk_actions', () => {
  test('200 lists what one asked for oneself, newest first, page by page, and what has not ended', async () => {
    const mine = as(`manager:${await aBoss()}`)
    const ids = await aCrowd(1)
    const first = await created(mine, { kind: 'people.invite', ids })
    const second = await created(mine, { kind: 'people.switch_on', ids })
    await work(first.id)
    const idsOf = async (query: string) =>
      (await mine('GET', `/manager/bulk_actions${query}`)).json().map((one: { id: string }) => one.id)
    const page = await mine('GET', '/manager/bulk_actions?per_page=1')

    assert.deepEqual(await idsOf(''), [second.id, first.id])
    assert.deepEqual(await idsOf('?finished=false'), [second.id])
    assert.deepEqual(await idsOf('?finished=true'), [first.id])
    assert.deepEqual(await idsOf(`?per_page=1&cursor=${page.headers['next-cursor']}`), [first.id])
    await work(second.id)
  })
})

describe('the job that tidies', () => {
  test('goes on with an action whose job was given up, and forgets what ended 30 days ago', async () => {
    const { id: old } = await created(call, { kind: 'people.switch_on', ids: await aCrowd(1) })
    await work(old)
    service.clock.advance(29 * 86_400)
    const stuck = await service.doWork(
      { client: { id: 'acme', languages: [] }, actor: { type: 'system', id: null, name: null } },
      async ({ tx, now }) => {
        const id = '01990000-0000-7000-8000-000000000001'
        const { rows } = await service.pool.query('SELECT user_key FROM bulk_actions LIMIT 1')
        await tx
          .insertInto('bulk_actions')
          .values({
            client_id: 'acme',
            id,
            user_key: rows[0].user_key,
            kind: 'people.invite',
            options: '{}',
            items: ['x'],
            state: 'running',
            total: 1,
            created_at: now,
            progressed_at: now,
          })
          .execute()
        return id
      },
    )
    service.clock.advance(2 * 86_400)

    await runJob(service, tidyBulkActions, {})

    const orders = (await jobsFor(service, RUN_BULK_ACTION.name, 'acme')) as { id: string }[]
    assert.equal(orders.filter(({ id }) => id === stuck).length, 1)
    const { rows } = await service.pool.query('SELECT id FROM bulk_actions')
    assert.deepEqual(rows, [{ id: stuck }])
  })
})
