import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { jobName } from '#platform/jobs/define-job.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, allowedTo } from '#test/harness/builders.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { jobsFor, runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { findSubject } from './building/find-subject.ts'
import { removePackagesOf } from './delete-package.ts'
import { resumePackages } from './jobs.ts'
import { makePackage, type SettledPackage } from './make-package.ts'
import { hasCollectedPackage } from './queries.ts'

const service = await startApp()
const { v2, db, doWork, clock, blobs } = service
const { ask, asked, build, read, ready, file, expire } = packageCalls(service)
const { as } = portalCalls(service)
const audit = auditCalls(service)

const top = await anOrganization(service)
const everything = await aRole(service)
const DAY_SECONDS = 24 * 3600
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_SECONDS * 1000).toISOString()
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
const fieldsOf = (answer: { statusCode: number; json(): { errors?: { field: string }[] } }) => [
  answer.statusCode,
  ...(answer.json().errors ?? []).map(({ field }) => field),
]

describe('POST /access_packages', () => {
  test('201 has a package made, which is ready with its events, its audit entry and its hash', async () => {
    const employee = await anEmployee(service)

    const answer = await ask(employee)
    const before = answer.json()
    await build(before.id)
    const after = await read(before.id)
    const bytes = (await file(before.id)).rawPayload

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([before.status, before.origin, before.size, before.ready_at], ['queued', 'api', null, null])
    assert.deepEqual([after.status, after.employee_technical_id, after.progress], ['ready', employee, 1])
    assert.deepEqual([after.size, after.sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')])
    assert.equal(Date.parse(after.expires_at) - Date.parse(after.created_at), 14 * DAY_SECONDS * 1000)
    assert.deepEqual(await eventsOf(db, before.id), ['access_package.created', 'access_package.ready'])
    await audit.chain()
    const [entry] = await audit.entries({ action: 'access_package.created', resource_id: before.id })
    assert.deepEqual([entry?.subject?.technical_id, entry?.details], [employee, { origin: 'api', exclude: [] }])
  })

  for (const [what, over, field] of [
    ['no employee', { employee_technical_id: undefined }, 'employee_technical_id'],
    ['an employee who does not exist', { employee_technical_id: 'E-none' }, 'employee_technical_id'],
    ['a moment that has passed', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a moment in 31 days', { expires_at: inDays(31) }, 'expires_at'],
    ['a word for a moment', { expires_at: 'soon' }, 'expires_at'],
    ['an unknown kind', { exclude: ['notes', 'secrets'] }, 'exclude.1'],
    ['an unknown manager', { actor_technical_id: 'M-none' }, 'actor_technical_id'],
    ['an unknown field', { expiry: 1 }, 'expiry'],
  ] as const) {
    test(`422 for ${what}`, async () => {
      const employee = await anEmployee(service)

      assert.deepEqual(fieldsOf(await ask(employee, over)), [422, field])
    })
  }

  test('201 for a deleted employee, whose data is still kept', async () => {
    const employee = await anEmployee(service)
    await v2('DELETE', `/employees/${employee}`)

    assert.equal((await read(await ready(employee))).employee_technical_id, employee)
  })

  test('409 while one of the employee is being made, of ten at once for all but one', async () => {
    const employee = await anEmployee(service)

    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(employee)))
    const [made] = answers.filter((one) => one.statusCode === 201)
    const others = answers.filter((one) => one !== made)
    await build(made?.json().id)

    assert.equal(others.length, 9)
    for (const one of others) assert.deepEqual(codeOf(one), [409, 'package_open'])
    assert.equal((await ask(employee)).statusCode, 201)
  })

  test('names who acted: the manager for whom an application does, who needs the permission', async () => {
    const profile = (role: string) => [{ role, organizations: [top], include_below: true }]
    const reader = await aManager(service, {
      profiles: profile(await aRole(service, { permissions: ['access_packages:read'] })),
    })
    const approver = await aManager(service, { profiles: profile(everything) })
    const employee = await anEmployee(service)

    assert.deepEqual(codeOf(await ask(employee, { actor_technical_id: reader })), [403, 'not_permitted'])
    const id = await asked(employee, { actor_technical_id: approver })

    const { rows } = await service.pool.query('SELECT requested_by FROM access_packages WHERE id = $1', [id])
    assert.equal(rows[0].requested_by.on_behalf_of.technical_id, approver)
  })

  test('leaves nothing behind when a later step fails', async () => {
    const employee = await anEmployee(service)
    const subject = (await findSubject(db, acme.client, employee)) ?? assert.fail()

    const failing = doWork(acme, async (work) => {
      await makePackage(work, { employee: subject, origin: 'api' })
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.deepEqual((await v2('GET', `/access_packages?employee_technical_id=${employee}`)).json(), [])
  })
})

describe('who may', () => {
  test('403 without the permission, 401 without a token, 404 for another client', async () => {
    const employee = await anEmployee(service)
    const id = await ready(employee)
    const reading = await allowedTo(service, 'access_packages:read')
    const other = await allowedTo(service, 'legal_holds:*')

    assert.equal((await v2('GET', `/access_packages/${id}/file`, { headers: reading })).statusCode, 200)
    for (const [method, path] of [
      ['POST', ''],
      ['DELETE', `/${id}`],
    ] as const) {
      const body = method === 'POST' ? { employee_technical_id: employee } : undefined
      assert.deepEqual(codeOf(await v2(method, `/access_packages${path}`, { headers: reading, body })), [
        403,
        'insufficient_scope',
      ])
    }
    for (const path of ['', `/${id}`, `/${id}/file`]) {
      assert.equal((await v2('GET', `/access_packages${path}`, { headers: other })).statusCode, 403)
      assert.equal((await v2('GET', `/access_packages${path}`, { headers: { authorization: '' } })).statusCode, 401)
    }
    for (const path of [`/${id}`, `/${id}/file`, `/${randomUUID()}`, '/x', '/x/file']) {
      assert.equal((await v2('GET', `/access_packages${path}`, { application: 'rival' })).statusCode, 404, path)
    }
    assert.equal((await v2('DELETE', `/access_packages/${id}`, { application: 'rival' })).statusCode, 404)
    assert.deepEqual((await v2('GET', '/access_packages', { application: 'rival' })).json(), [])
    assert.equal((await read(id)).status, 'ready')
  })

  test('200 for an administrator of the whole client, and 403 for one of a part of it', async () => {
    const part = await anOrganization(service, { parent: top })
    const whole = await aManager(service, {
      profiles: [{ role: everything, organizations: [top], include_below: true }],
    })
    const partial = await aManager(service, { profiles: [{ role: everything, organizations: [part] }] })
    const employee = await anEmployee(service, { organizations: [part] })

    const answer = await as(`manager:${whole}`)('POST', '/admin/access_packages', {
      body: { employee_technical_id: employee },
    })
    const refused = await as(`manager:${partial}`)('GET', `/admin/access_packages/${answer.json().id}`)

    assert.deepEqual([answer.statusCode, answer.json().origin], [201, 'portal'])
    assert.equal(refused.statusCode, 403)
    assert.equal((await as(`employee:${employee}`)('GET', '/admin/access_packages')).statusCode, 403)
  })
})

describe('GET /access_packages', () => {
  test('200 lists by employee and status, newest first, page by page', async () => {
    const [employee, other] = [await anEmployee(service), await anEmployee(service)]
    const first = await ready(employee)
    clock.advance(1)
    const second = await asked(employee)
    await ready(other)
    const idsOf = async (query: string) =>
      ((await v2('GET', `/access_packages?${query}`)).json() as { id: string }[]).map(({ id }) => id)

    assert.deepEqual(await idsOf(`employee_technical_id=${employee}`), [second, first])
    assert.deepEqual(await idsOf(`employee_technical_id=${employee}&status=ready`), [first])
    const page = await v2('GET', `/access_packages?employee_technical_id=${employee}&per_page=1`)
    const next = `cursor=${page.headers['next-cursor']}`
    assert.deepEqual(await idsOf(`employee_technical_id=${employee}&per_page=1&${next}`), [first])
    assert.equal((await v2('GET', `/access_packages?${next}`)).statusCode, 400)
    assert.deepEqual(await idsOf('employee_technical_id=none'), [])
    await build(second)
  })
})

describe('GET /access_packages/{id}/file', () => {
  test('200 with its hash as ETag, in ranges too; a download and parts of it are on record once, and HEAD is none', async () => {
    const employee = await anEmployee(service)
    const id = await ready(employee)
    const { sha256, size } = await read(id)

    const whole = await file(id)
    const part = await file(id, { range: 'bytes=10-19' })
    const known = await file(id, { 'if-none-match': `"${sha256}"` })
    const head = await v2('HEAD', `/access_packages/${id}/file`)
    const start = await file(id, { range: 'bytes=0-9' })

    assert.deepEqual([whole.statusCode, whole.headers.etag, whole.rawPayload.length], [200, `"${sha256}"`, size])
    assert.deepEqual([part.statusCode, part.rawPayload], [206, whole.rawPayload.subarray(10, 20)])
    assert.deepEqual([known.statusCode, head.statusCode, start.statusCode], [304, 200, 206])
    const { downloads } = await read(id)
    assert.deepEqual(
      downloads.map(({ actor }) => [actor.type, actor.id]),
      [['application', 'payroll']],
    )
    await audit.chain()
    const entries = await audit.entries({ action: 'access_package.downloaded', resource_id: id })
    assert.deepEqual(
      entries.map((one) => [one.actor_type, one.subject?.technical_id]),
      downloads.map(() => ['application', employee]),
    )
  })

  test('503 when the download cannot be written down: no byte leaves', async () => {
    const id = await ready(await anEmployee(service))
    await service.pool.query('ALTER TABLE audit_pending RENAME TO lost')

    const answer = await file(id)
    await service.pool.query('ALTER TABLE lost RENAME TO audit_pending')

    assert.deepEqual(codeOf(answer), [503, 'audit_unavailable'])
    assert.deepEqual((await read(id)).downloads, [])
  })

  test('400 until it is ready', async () => {
    const id = await asked(await anEmployee(service))

    assert.deepEqual(codeOf(await file(id)), [400, 'invalid_state'])
  })
})

describe('the end of a package', () => {
  test('404 from the moment on at which it expires; the bytes go, and the record stays', async () => {
    const id = await ready(await anEmployee(service), { expires_at: inDays(0.01) })
    const { sha256 } = await read(id)
    clock.advance(0.01 * DAY_SECONDS)

    const between = await file(id)
    const stored = await blobs.size(sha256 ?? '')
    await expire()
    clock.advance(-0.01 * DAY_SECONDS)

    assert.deepEqual(codeOf(between), [404, 'link_expired'])
    assert.notEqual(stored, undefined)
    assert.equal(await blobs.size(sha256 ?? ''), undefined)
    assert.deepEqual(codeOf(await file(id)), [404, 'link_expired'])
    const after = await read(id)
    assert.deepEqual([after.status, after.sha256], ['expired', sha256])
  })

  test('204 removes the bytes, is audited, and may be called again', async () => {
    const id = await ready(await anEmployee(service))
    const { sha256 } = await read(id)

    const answer = await v2('DELETE', `/access_packages/${id}`)
    await expire()

    assert.equal(answer.statusCode, 204)
    assert.equal(await blobs.size(sha256 ?? ''), undefined)
    assert.deepEqual(codeOf(await file(id)), [404, 'link_expired'])
    assert.equal((await v2('DELETE', `/access_packages/${id}`)).statusCode, 204)
    await audit.chain()
    assert.equal((await audit.entries({ action: 'access_package.deleted', resource_id: id })).length, 1)
  })

  test('204 while it is being made: it is not made any more, and another may be asked for', async () => {
    const employee = await anEmployee(service)
    const id = await asked(employee)

    assert.equal((await v2('DELETE', `/access_packages/${id}`)).statusCode, 204)
    await build(id)

    assert.equal((await read(id)).status, 'expired')
    assert.equal((await ask(employee)).statusCode, 201)
  })

  test('packages whose job was given up are made after all', async () => {
    const id = await asked(await anEmployee(service))
    const jobsOf = async () =>
      ((await jobsFor(service, 'access-packages.build', 'acme')) as { id: string }[]).filter((one) => one.id === id)
    clock.advance(16 * 60)

    await runJob(service, resumePackages, {})
    clock.advance(-16 * 60)

    assert.equal((await jobsOf()).length, 2)
    await build(id)
  })
})

describe('a deletion request', () => {
  const JOB = jobName<SettledPackage>('disposals.resume')
  const settledOf = async (id: string) =>
    ((await jobsFor(service, JOB.name, 'acme')) as SettledPackage[]).filter((one) => one.access_package_id === id)
  const order = async (employee: string, over: object = {}) => {
    const subject = (await findSubject(db, acme.client, employee)) ?? assert.fail()
    const settled = { job: JOB, data: { deletion_request_id: 'd-1' } }
    return doWork(acme, (work) =>
      makePackage(work, { employee: subject, origin: 'deletion_request', settled, ...over }),
    )
  }

  test('is told in the same transaction that its package is ready, and whether a link goes out', async () => {
    const [known, unknown] = [await anEmployee(service, { email: 'eve@acme.test' }), await anEmployee(service)]
    const [one, other] = [await order(known), await order(unknown)]
    await build(one.id)
    await build(other.id)

    assert.deepEqual(await settledOf(one.id), [
      { deletion_request_id: 'd-1', client_id: 'acme', access_package_id: one.id, status: 'ready', is_sent: true },
    ])
    assert.equal((await settledOf(other.id))[0]?.is_sent, false)
  })

  test('learns whether the employee has collected it, and can take everything away', async () => {
    const employee = await anEmployee(service)
    const id = await ready(employee)
    const { sha256 } = await read(id)
    const subject = (await findSubject(db, acme.client, employee)) ?? assert.fail()
    await file(id)
    const before = await hasCollectedPackage(db, acme.client, subject.employee_key)
    await as(`employee:${employee}`)('GET', `/me/access_packages/${id}/file`)
    const after = await hasCollectedPackage(db, acme.client, subject.employee_key)

    await doWork(acme, (work) => removePackagesOf(work, subject))
    await expire()

    assert.deepEqual([before, after], [false, true])
    assert.equal((await v2('GET', `/access_packages/${id}`)).statusCode, 404)
    assert.equal(await blobs.size(sha256 ?? ''), undefined)
  })
})
