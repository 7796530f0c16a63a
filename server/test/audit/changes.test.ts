import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueApplication, revokeApiKey, revokeApplication } from '#modules/auth/index.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { auditedBy, auditedIn, type RecordedEntry } from '#test/harness/features/audit.ts'
import { anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { db, v2, doWork, keyring, app } = service
const { all } = await managerWorld(service, ['employees:read'])
const { uploaded } = documentCalls(service)

const who = ({ action, actor, subject, resource, details }: RecordedEntry) => [
  action,
  `${actor.type} ${actor.id}`,
  subject && `${subject.type} ${subject.technical_id}`,
  resource && `${resource.type} ${resource.id}`,
  details,
]
const PAYROLL = 'application payroll'

describe('roles', () => {
  test('are recorded with the permissions that came and went', async () => {
    const code = unique('role')
    await v2('PUT', `/roles/${code}`, { body: { name: 'Secret', permissions: ['employees:read', 'notes:read'] } })
    await v2('PATCH', `/roles/${code}`, { body: { permissions: ['employees:read', 'requests:read'] } })
    await v2('PATCH', `/roles/${code}`, { body: { permissions: ['employees:read', 'requests:read'] } })
    await v2('DELETE', `/roles/${code}`)

    assert.deepEqual((await auditedIn(db, { resource_id: code })).map(who), [
      ['role.created', PAYROLL, null, `role ${code}`, { added: ['employees:read', 'notes:read'], removed: [] }],
      ['role.updated', PAYROLL, null, `role ${code}`, { added: ['requests:read'], removed: ['notes:read'] }],
      ['role.deleted', PAYROLL, null, `role ${code}`, { added: [], removed: ['employees:read', 'requests:read'] }],
    ])
  })

  test('are not recorded when a later step of the work fails', async () => {
    const code = unique('role')
    const entries = await auditedBy(db, () =>
      assert.rejects(
        doWork(acme, async (work) => {
          const { roles } = await import('#modules/directory/roles/roles.ts')
          await roles.putOne(work, code, { name: 'Role', permissions: [] })
          throw new Error('later')
        }),
        /later/,
      ),
    )
    assert.deepEqual(entries, [])
  })
})

describe('user.profiles_changed', () => {
  test('names the manager and the roles that came and went, and nothing when they stay', async () => {
    const [one, other] = [await aRole(service), await aRole(service)]
    const organization = await anOrganization(service)
    const id = unique('M')
    const person = { first_name: 'Very', last_name: 'Secret', email: `${id}@acme.test` }
    const at = `/users/${id}`
    const profile = (role: string) => ({ role, organizations: [organization], include_below: false })

    await v2('PUT', at, { body: { ...person, profiles: [profile(one)] } })
    await v2('PATCH', at, { body: { last_name: 'Changed' } })
    await v2('PATCH', at, { body: { profiles: [profile(other)] } })
    await v2('DELETE', at)

    const entries = await auditedIn(db, { action: 'user.profiles_changed', subject: id })
    assert.deepEqual(entries.map(who), [
      ['user.profiles_changed', PAYROLL, `user ${id}`, 'user null', { added: [one], removed: [] }],
      ['user.profiles_changed', PAYROLL, `user ${id}`, 'user null', { added: [other], removed: [one] }],
      ['user.profiles_changed', PAYROLL, `user ${id}`, 'user null', { added: [], removed: [other] }],
    ])
  })
})

describe('credentials', () => {
  test('of applications are issued, changed and revoked by the system where a command does it', async () => {
    const id = unique('app')
    const system = { ...acme, actor: { type: 'system' as const, id: null, name: null } }
    const settings = (over: object) => ({ id, secret: unique('a-long-secret'), ...over })

    await doWork(system, (work) => issueApplication(work, settings({ permissions: ['employees:read'] }), keyring))
    await doWork(system, (work) => issueApplication(work, settings({ name: 'Other' }), keyring))
    await doWork(system, (work) => revokeApplication(work, id))
    await doWork(system, (work) => issueApplication(work, settings({}), keyring, { reissue: true }))

    const entries = await auditedIn(db, { resource_id: id })
    assert.deepEqual(
      entries.map(({ action, actor, details }) => [action, actor.type, details]),
      [
        ['application.issued', 'system', {}],
        ['application.changed', 'system', { changed: ['name', 'secret'] }],
        ['application.revoked', 'system', {}],
        ['application.issued', 'system', { changed: ['secret'] }],
      ],
    )
  })

  test('by administrators name them; API keys too', async () => {
    const id = unique('app')
    const name = unique('key')
    await all('POST', '/admin/applications', { body: { id, permissions: ['employees:read'] } })
    await all('PATCH', `/admin/applications/${id}`, { body: { permissions: ['notes:read'] } })
    const key = (await all('POST', '/admin/api_keys', { body: { name } })).json().key
    await doWork(acme, (work) => revokeApiKey(work, name))

    const entries = [...(await auditedIn(db, { resource_id: id })), ...(await auditedIn(db, { resource_id: name }))]
    assert.deepEqual(
      entries.map(({ action, actor, resource }) => [action, actor.id, resource?.type]),
      [
        ['application.issued', 'all', 'application'],
        ['application.changed', 'all', 'application'],
        ['api_key.issued', 'all', 'api_key'],
        ['api_key.revoked', acme.actor.id, 'api_key'],
      ],
    )
    assert.ok(typeof key === 'string' && !JSON.stringify(entries).includes(key))
  })

  test('of the set-up file were issued by the system', async () => {
    const entries = (await auditedIn(db)).filter(
      ({ resource }) => resource?.id === 'payroll' || resource?.id === 'main',
    )
    assert.deepEqual(entries.map(({ action, actor }) => [action, actor.type]).toSorted(), [
      ['api_key.issued', 'system'],
      ['application.issued', 'system'],
    ])
  })
})

describe('deletions', () => {
  test('of notes, requests and employees name whom they were about, by ids alone', async () => {
    const type = await aDocumentType(service)
    const employee = await anEmployee(service, { organizations: ['PAR'] })
    const document = await uploaded({ employee_technical_id: employee, document_type_code: type, title: 'Secret' })
    const note = async (kind: 'employees' | 'documents', about: object) =>
      (
        await app.inject({
          method: 'POST',
          url: `/api/v1/notes/${kind}/`,
          headers: { 'x-api-key': 'acme-api-key' },
          payload: { ...about, description: 'Secret' },
        })
      ).json().id
    const notes = [
      await note('employees', { employee_technical_id: employee }),
      await note('documents', { document_id: document }),
    ]
    const coreUuid = (await v2('GET', `/employees/${employee}`)).json().core_uuid

    await v2('DELETE', `/notes/${notes[0]}`)
    await all('DELETE', `/manager/notes/${notes[1]}`)
    await v2('DELETE', `/notes/${notes[0]}`)
    await v2('DELETE', `/employees/${employee}`)
    await v2('PUT', `/employees/${employee}/restore`)

    const entries = (await auditedIn(db, { subject: employee })).map(who)
    assert.deepEqual(entries.slice(0, 3), [
      ['note.deleted', PAYROLL, `employee ${employee}`, `note ${notes[0]}`, {}],
      ['note.deleted', 'user all', `employee ${employee}`, `note ${notes[1]}`, {}],
      ['employee.deleted', PAYROLL, `employee ${employee}`, `employee ${coreUuid}`, {}],
    ])
  })

  test('of requests name the employee whom they were for', async () => {
    const { call, made } = requestCalls(service)
    const { id } = await made({ creator_technical_id: 'all', employee_technical_id: 'ada', subject: 'Secret' })

    await call('DELETE', `/requests/${id}/`)

    assert.deepEqual((await auditedIn(db, { action: 'request.deleted', resource_id: String(id) })).map(who), [
      ['request.deleted', 'api_key main', 'employee ada', `request ${id}`, {}],
    ])
  })
})

describe('retention policies, holds and disposals', () => {
  test('policies: only what changed, by the names of its fields', async () => {
    const id = unique('rp')
    const policy = {
      name: 'Secret',
      resource_type: 'employee_document',
      trigger: { event: 'created' },
      delay: 'P9Y',
      action: 'delete',
    }
    await v2('PUT', `/retention_policies/${id}`, { body: policy })
    await v2('PUT', `/retention_policies/${id}`, { body: policy })
    await v2('PATCH', `/retention_policies/${id}`, { body: { delay: 'P8Y', legal_basis: 'Secret' } })
    await v2('DELETE', `/retention_policies/${id}`)

    const entries = await auditedIn(db, { resource_id: id })
    assert.deepEqual(
      entries.map(({ action, details }) => [action, details]),
      [
        ['retention_policy.created', {}],
        ['retention_policy.updated', { changed: ['delay', 'legal_basis'] }],
        ['retention_policy.deleted', {}],
      ],
    )
  })

  test('the retention of a document type is one, under the id of the type', async () => {
    const code = unique('type')
    const type = { kind: 'employee', name: 'Secret' }
    await v2('PUT', `/document_types/${code}`, { body: { ...type, retention: { months: 12, from: 'date' } } })
    await v2('PATCH', `/document_types/${code}`, { body: { name: 'Secret too' } })
    await v2('PATCH', `/document_types/${code}`, { body: { retention: { months: 24, from: 'date' } } })
    await v2('PATCH', `/document_types/${code}`, { body: { retention: null } })

    const entries = await auditedIn(db, { resource_id: `type:${code}` })
    assert.deepEqual(
      entries.map(({ action, details }) => [action, details]),
      [
        ['retention_policy.created', {}],
        ['retention_policy.updated', { changed: ['months'] }],
        ['retention_policy.deleted', {}],
      ],
    )
  })

  test('holds of both kinds; the application stays the actor, and the manager it acts for is the subject', async () => {
    const type = await aDocumentType(service)
    const document = await uploaded({ employee_technical_id: 'ada', document_type_code: type })
    const scope = { document_ids: [document] }
    const body = { name: 'Secret', reason: 'Secret', scope, actor_technical_id: 'all' }
    const { id } = (await v2('POST', '/legal_holds', { body })).json()
    await v2('POST', `/legal_holds/${id}/release`, { body: { reason: 'Secret' } })
    const before = (await auditedIn(db, { action: 'legal_hold.placed' })).length
    await v2('PATCH', `/employee_documents/${document}`, { body: { legal_hold: true } })
    await v2('PATCH', `/employee_documents/${document}`, { body: { legal_hold: false } })

    assert.deepEqual((await auditedIn(db, { resource_id: id })).map(who), [
      ['legal_hold.placed', PAYROLL, 'user all', `legal_hold ${id}`, { kind: 'matter' }],
      ['legal_hold.released', PAYROLL, null, `legal_hold ${id}`, { kind: 'matter' }],
    ])
    const [placed] = (await auditedIn(db, { action: 'legal_hold.placed' })).slice(before)
    assert.deepEqual(placed?.details, { kind: 'document', document_id: document })
    assert.equal(
      (await auditedIn(db, { action: 'legal_hold.released', resource_id: placed?.resource?.id ?? '' })).length,
      1,
    )
  })
})

test('nothing outside of actor and subject is personal', async () => {
  for (const { actor: _, subject: __, ...rest } of await auditedIn(db)) {
    assert.doesNotMatch(JSON.stringify(rest), /Secret|@acme\.test|Moreau/)
  }
})
