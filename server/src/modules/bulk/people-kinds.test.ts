import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { bulkCalls, outcomeOf } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { jobsFor } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { BulkActionInput } from './schemas.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { finished, preview, created, failures } = bulkCalls(service)
await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'PAR', parent: 'HQ' })
const everywhere = (role: string) => [{ role, organizations: ['HQ'], include_below: true }]
const boss = await aManager(service, { profiles: everywhere(await aRole(service)) })
const clerk = await aManager(service, {
  profiles: everywhere(await aRole(service, { permissions: ['users:read', 'users:write'] })),
})
const call = as(`manager:${boss}`)
const asClerk = as(`manager:${clerk}`)

const stateOf = async (id: string) => (await call('GET', `/admin/people/${id}`)).json().status
const mailedTo = async () =>
  (
    await service.pool.query(`SELECT data ->> 'email' AS email FROM jobs.job WHERE name = 'auth.mail-password-links'`)
  ).rows
    .map(({ email }) => email as string)
    .toSorted()

/** A family by name, with a log-in in each state. */
async function aFamily() {
  const last_name = unique('Family')
  const one = async (options: { email?: string } = {}) => {
    const email = options.email ?? `${unique('p')}@acme.test`
    return `employee:${await anEmployee(service, { last_name, email })}` as const
  }
  const fresh = await one()
  const invited = await one()
  const active = await one()
  const off = await one()
  const silent = `employee:${await anEmployee(service, { last_name })}` as const
  await call('POST', `/admin/accounts/${invited}/invitations`)
  await as(active)('GET', '/session')
  await service.v2('PUT', `/accounts/${off}`, { body: { is_active: false } })
  return { q: last_name.toLowerCase(), fresh, invited, active, off, silent }
}

describe('inviting many people', () => {
  test('mails those who were not invited, skips the others, and says why', async () => {
    const family = await aFamily()
    const before = await mailedTo()

    const result = await finished(call, { kind: 'people.invite', people: { q: family.q } })

    assert.deepEqual(outcomeOf(result), {
      state: 'finished',
      total: 5,
      done: 1,
      skipped: 4,
      failed: 0,
      reasons: [
        'skipped already_active 1',
        'skipped already_invited 1',
        'skipped no_email 1',
        'skipped switched_off 1',
      ],
    })
    assert.equal((await mailedTo()).length, before.length + 1)
    assert.deepEqual(await Promise.all([family.fresh, family.off].map(stateOf)), ['invited', 'switched_off'])
    const lines = await failures(call, result.id)
    assert.equal(lines[0], 'id,name,outcome,reason,message')
    assert.ok(lines.some((line) => line.startsWith(`${family.active},Eve `) && line.includes('skipped,already_active')))
  })

  test('mails those who were invited already again when asked to', async () => {
    const family = await aFamily()
    const before = await mailedTo()

    const result = await finished(call, { kind: 'people.invite', people: { q: family.q }, invite_again: true })

    assert.deepEqual([result.done, result.skipped], [2, 3])
    assert.equal((await mailedTo()).length, before.length + 2)
  })

  test('a preview tells the same beforehand, and changes nothing', async () => {
    const { q, fresh } = await aFamily()
    const before = await mailedTo()

    const once = await preview(call, { kind: 'people.invite', people: { q } })
    const again = await preview(call, { kind: 'people.invite', people: { q }, invite_again: true })

    const { skipped, ...told } = once
    assert.deepEqual(told, { total: 5, changed: 1, mails: 1, not_found: 0, mail_transport: 'folder' })
    assert.deepEqual(skipped.map(({ code, count }) => `${code} ${count}`).toSorted(), [
      'already_active 1',
      'already_invited 1',
      'no_email 1',
      'switched_off 1',
    ])
    assert.deepEqual([again.changed, again.mails], [2, 2])
    assert.deepEqual([await mailedTo(), await stateOf(fresh)], [before, 'not_invited'])
  })

  test('a filter holds the people who match when the work begins, in the state that it names', async () => {
    const family = await aFamily()
    const { id } = await created(call, { kind: 'people.invite', people: { q: family.q, status: 'not_invited' } })
    await anEmployee(service, { last_name: family.q, email: `${unique('late')}@acme.test` })

    const { work, read } = bulkCalls(service)
    await work(id)

    assert.deepEqual(outcomeOf(await read(call, id)), {
      state: 'finished',
      total: 3,
      done: 2,
      skipped: 1,
      failed: 0,
      reasons: ['skipped no_email 1'],
    })
  })

  test('people who are gone, and those of another client, fail and are not told apart', async () => {
    const stranger = await anEmployee(service, { email: 'g@globex.test', owner: globex })
    const ids = [`employee:${stranger}`, 'employee:nobody', 'manager:nobody']

    const ahead = await preview(call, { kind: 'people.invite', ids })
    const result = await finished(call, { kind: 'people.invite', ids })

    assert.deepEqual([ahead.total, ahead.changed, ahead.not_found], [3, 0, 3])
    assert.deepEqual(outcomeOf(result).reasons, ['failed not_found 3'])
    assert.deepEqual(await jobsFor(service, 'auth.mail-password-links', 'globex'), [])
  })
})

describe('switching many log-ins', () => {
  test('off and on again, as one alone is; sessions end', async () => {
    const { active, off, fresh } = await aFamily()
    const theirs = as(active)
    const ids = [active, off, fresh]

    const switchedOff = await finished(call, { kind: 'people.switch_off', ids })
    const session = await theirs('GET', '/session')
    const states = await Promise.all(ids.map(stateOf))
    const switchedOn = await finished(call, { kind: 'people.switch_on', ids })

    assert.deepEqual(outcomeOf(switchedOff), {
      state: 'finished',
      total: 3,
      done: 1,
      skipped: 2,
      failed: 0,
      reasons: ['skipped already_switched_off 1', 'skipped no_log_in 1'],
    })
    assert.deepEqual([session.statusCode, states], [401, ['switched_off', 'switched_off', 'not_invited']])
    assert.deepEqual([switchedOn.done, outcomeOf(switchedOn).reasons], [2, ['skipped not_switched_off 1']])
  })

  test('never the own log-in, nor that of somebody who holds more: these fail, the others do not', async () => {
    const { active } = await aFamily()
    await asClerk('GET', '/session')

    const result = await finished(asClerk, {
      kind: 'people.switch_off',
      ids: [`manager:${clerk}`, `manager:${boss}`, active],
    })

    assert.deepEqual(outcomeOf(result), {
      state: 'finished',
      total: 3,
      done: 1,
      skipped: 0,
      failed: 2,
      reasons: ['failed beyond_own_permissions 1', 'failed own_log_in 1'],
    })
    assert.equal(await stateOf(`manager:${boss}`), 'active')
  })
})

describe('POST /manager/bulk_actions refuses', () => {
  const post = (body: object, who = call) => who('POST', '/manager/bulk_actions', { body })
  const cases: Record<string, [Partial<BulkActionInput>, string]> = {
    'no selection': [{ kind: 'people.invite' }, 'ids'],
    'two selections': [{ kind: 'people.invite', ids: ['employee:1'], people: {} }, 'ids'],
    'the filter of another list': [{ kind: 'people.invite', requests: {} }, 'requests'],
    'ids of something else': [{ kind: 'people.invite', ids: ['employee:1', '17'] }, 'ids.1'],
    'the state of people who are deleted': [
      { kind: 'people.invite', people: { status: 'deleted' as never } },
      'people.status',
    ],
    'what cannot be done': [{ kind: 'people.delete' as never, ids: ['employee:1'] }, 'kind'],
    'an id twice': [{ kind: 'people.invite', ids: ['employee:1', 'employee:1'] }, 'ids'],
    'too many ids': [{ kind: 'people.invite', ids: Array.from({ length: 5001 }, (_, n) => `employee:${n}`) }, 'ids'],
  }
  for (const [what, [body, field]] of Object.entries(cases)) {
    test(`${what}, naming the field`, async () => {
      for (const path of ['/manager/bulk_actions', '/manager/bulk_actions/preview']) {
        const answer = await call('POST', path, { body })
        assert.ok([400, 422].includes(answer.statusCode), answer.body)
        assert.equal(answer.json().errors?.[0]?.field, field, answer.body)
      }
    })
  }

  test('managers without the permission for the whole client', async () => {
    const ofParis = await aManager(service, {
      profiles: [{ role: await aRole(service), organizations: ['PAR'], include_below: true }],
    })
    const answers = [
      await post({ kind: 'people.invite', people: {} }, as(`manager:${ofParis}`)),
      await as(`manager:${ofParis}`)('POST', '/manager/bulk_actions/preview', {
        body: { kind: 'people.switch_off', people: {} },
      }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      [
        [403, 'not_permitted'],
        [403, 'not_permitted'],
      ],
    )
  })
})
