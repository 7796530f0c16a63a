import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { bulkCalls, outcomeOf } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { type FormFields, requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { finished, preview, failures } = bulkCalls(service)
const api = requestCalls(service)
await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
await aRole(service, { code: 'hr', permissions: ['requests:*'] })
await aRole(service, { code: 'reader', permissions: ['requests:read'] })
const profile = (role: string, code: string) => ({ role, organizations: [code], include_below: true })
await aManager(service, { technical_id: 'M-ALL', profiles: [profile('hr', 'HQ')] })
await aManager(service, { technical_id: 'M-PAR', profiles: [profile('hr', 'PAR'), profile('reader', 'LON')] })
await aManager(service, { technical_id: 'M-READ', profiles: [profile('reader', 'PAR')] })
await anEmployee(service, { technical_id: 'E-PAR', email: 'e.par@acme.test', organizations: ['PAR'] })
await anEmployee(service, { technical_id: 'E-LON', organizations: ['LON'] })
const paris = as('manager:M-PAR')
const made = (fields: FormFields = {}) =>
  api.made({
    creator_technical_id: 'M-ALL',
    employee_technical_id: 'E-PAR',
    visible_to_employee: 'true',
    ...fields,
  })
const statusOf = async (id: string) => (await api.read(id)).status

describe('changing many requests', () => {
  test('closes and opens again each on its own; what needs no change is skipped, what is out of reach fails', async () => {
    const open = await made()
    const closed = await made()
    const foreign = await made({ employee_technical_id: 'E-LON' })
    await api.patched(closed.id, { status: 'closed' })
    const ids = [open.id, closed.id, foreign.id, '999999']

    const ahead = await preview(paris, { kind: 'requests.close', ids })
    const result = await finished(paris, { kind: 'requests.close', ids })
    const again = await finished(paris, { kind: 'requests.reopen', ids: [open.id, closed.id] })

    assert.deepEqual(ahead, {
      total: 4,
      changed: 1,
      mails: 1,
      not_found: 2,
      mail_transport: 'folder',
      skipped: [{ code: 'already_closed', count: 1 }],
    })
    assert.deepEqual(outcomeOf(result), {
      state: 'finished',
      total: 4,
      done: 1,
      skipped: 1,
      failed: 2,
      reasons: ['failed not_found 2', 'skipped already_closed 1'],
    })
    assert.deepEqual([again.done, await statusOf(open.id), await statusOf(foreign.id)], [2, 'open', 'created'])
    assert.deepEqual((await eventsOf(service.db, open.id)).slice(-2), ['request.updated', 'request.updated'])
    const lines = await failures(paris, result.id)
    assert.deepEqual(lines.slice(0, 2), ['id,outcome,reason,message', `${closed.id},skipped,already_closed,`])
    assert.match(lines[2] ?? '', new RegExp(`^${foreign.id},failed,not_found,`))
  })

  test('assigns, mails who is new, and skips what is assigned so already', async () => {
    const one = await made()
    const two = await made()
    await api.patched(two.id, { managers_assigned: ['M-ALL'] })
    const body = { kind: 'requests.assign', ids: [one.id, two.id], managers_assigned: ['M-ALL'] } as const

    const ahead = await preview(paris, { ...body, ids: [...body.ids], managers_assigned: ['M-ALL'] })
    const result = await finished(paris, { ...body, ids: [...body.ids], managers_assigned: ['M-ALL'] })

    assert.deepEqual([ahead.changed, ahead.mails], [1, 1])
    assert.deepEqual(outcomeOf(result).reasons, ['skipped already_assigned 1'])
    const { managers_assigned } = (await paris('GET', `/manager/requests/${one.id}`)).json()
    assert.deepEqual(
      managers_assigned.map((manager: { technical_id: string }) => manager.technical_id),
      ['M-ALL'],
    )
  })

  test('takes the filter of the list: what the manager sees; what they may only read fails', async () => {
    const subject = unique('Sweep')
    const ours = [await made({ subject }), await made({ subject })]
    const theirs = await made({ subject, employee_technical_id: 'E-LON' })
    const other = await made()

    const result = await finished(paris, { kind: 'requests.close', requests: { q: subject, state: 'open' } })

    assert.deepEqual(outcomeOf(result), {
      state: 'finished',
      total: 3,
      done: 2,
      skipped: 0,
      failed: 1,
      reasons: ['failed not_found 1'],
    })
    assert.deepEqual(await Promise.all([...ours, theirs, other].map(({ id }) => statusOf(id))), [
      'closed',
      'closed',
      'created',
      'created',
    ])
  })

  test('refuses to assign to nobody or to somebody who is not there, and anyone who may only read', async () => {
    const { id } = await made()
    const post = (body: object, who = paris) => who('POST', '/manager/bulk_actions', { body })
    const assign = { kind: 'requests.assign', ids: [id] }

    const nobody = await post(assign)
    const unknown = await post({ ...assign, managers_assigned: ['M-NOT'] })
    const refused = await post({ kind: 'requests.close', ids: [id] }, as('manager:M-READ'))

    for (const [answer, code] of [
      [nobody, 'required'],
      [unknown, 'unknown_manager'],
    ] as const) {
      assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'managers_assigned'])
      assert.equal(answer.json().errors[0].code, code)
    }
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'not_permitted'])
  })
})
