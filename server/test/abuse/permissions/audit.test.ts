import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, pool, app } = service
const { recorded, chain, entries } = auditCalls(service)
const { as } = portalCalls(service)

const top = await anOrganization(service, { code: 'HQ' })
const below = await anOrganization(service, { parent: top })
await aDocumentType(service, {
  code: 'contract',
  filters: [{ code: 'site', name: 'Site', type: 'list', values: ['n', 's'] }],
})
const secret = unique('doc')
const aLook = {
  action: 'document.downloaded',
  actor: { type: 'user', id: 'M-1', name: 'Max Muster', address: '10.1.2.3' },
  subject: { type: 'employee', technical_id: 'E-1' },
  resource: { type: 'employee_document', id: secret },
} as const
await recorded([aLook])
await recorded([aLook], globex)
await chain()
await chain('globex')

const PATHS = ['', '/1', '/head', '/export', '/export?format=csv', '/checkpoints', `?resource_id=${secret}`]

async function managerWith(permissions: string[], profile: object = {}) {
  const role = await aRole(service, { permissions })
  const profiles = [{ role, organizations: [top], include_below: true, ...profile }]
  return as(`manager:${await aManager(service, { profiles })}`)
}

describe('The audit trail is not read by', () => {
  test('somebody who is not logged in, with any credential of another kind', async () => {
    for (const path of PATHS) {
      assert.equal((await app.inject(`/api/v2/client/audit_entries${path}`)).statusCode, 401)
      assert.equal((await as(undefined)('GET', `/admin/audit_entries${path}`)).statusCode, 401)
      const keyed = await app.inject({
        url: `/api/v2/client/audit_entries${path}`,
        headers: { 'x-api-key': 'acme-api-key' },
      })
      assert.equal(keyed.statusCode, 401)
    }
  })

  test('an employee, or an application that was issued other permissions', async () => {
    const employee = as(`employee:${await anEmployee(service, { organizations: [below] })}`)
    for (const path of PATHS) {
      assert.equal((await employee('GET', `/admin/audit_entries${path}`)).statusCode, 403)
      assert.equal((await v2('GET', `/audit_entries${path}`, { application: 'reader' })).statusCode, 403)
    }
  })

  for (const [who, permissions, profile] of [
    ['a manager without the permission', ['events:*', 'users:*', 'legal_holds:*'], {}],
    ['a manager who holds it for a part of the client', ['audit_entries:read'], { organizations: [below] }],
    [
      'a manager of whom documents are hidden, whatever the role says',
      ['*'],
      { access_restrictions: [{ document_type_code: 'contract', filter_code: 'site', values: ['n'] }] },
    ],
  ] as const)
    test(who, async () => {
      const manager = await managerWith([...permissions], profile)
      for (const path of PATHS) {
        const answer = await manager('GET', `/admin/audit_entries${path}`)
        assert.equal(answer.statusCode, 403, `${path}: ${answer.body}`)
      }
      assert.equal((await manager('POST', '/admin/audit_entries/checkpoints')).statusCode, 403)
    })

  test('another client', async () => {
    const own = await v2('GET', `/audit_entries?resource_id=${secret}`, { application: 'rival' })
    const other = await entries({ resource_id: secret })
    assert.deepEqual([own.json().length, other.length], [1, 1])
    assert.notEqual(own.json()[0].hash, other[0]?.hash)
    const page = await v2('GET', '/audit_entries?per_page=1&sort=sequence')
    await v2('POST', '/audit_entries/checkpoints')
    await chain()
    const next =
      (await v2('GET', '/audit_entries?per_page=1&sort=sequence')).headers['next-cursor'] ?? page.headers['next-cursor']
    const stolen = await v2('GET', `/audit_entries?sort=sequence&cursor=${next}`, { application: 'rival' })
    assert.equal(stolen.statusCode, 400)
    const lines = (await v2('GET', '/audit_entries/export', { application: 'rival' })).body.trim().split('\n')
    assert.equal(JSON.parse(lines.at(-1) ?? '').checkpoint.client, 'globex')
    assert.deepEqual((await v2('GET', '/audit_entries/checkpoints', { application: 'rival' })).json(), [])
  })
})

describe('The audit trail is read by', () => {
  test('a manager with the permission for the whole client, who can do nothing else with it', async () => {
    const manager = await managerWith(['audit_entries:*'])
    for (const path of PATHS) assert.equal((await manager('GET', `/admin/audit_entries${path}`)).statusCode, 200, path)
    assert.equal((await manager('POST', '/admin/audit_entries/checkpoints')).statusCode, 201)
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/1'],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
      ['DELETE', ''],
    ] as const) {
      assert.equal((await manager(method, `/admin/audit_entries${path}`, { body: {} })).statusCode, 405)
    }
  })
})

describe('Plain SQL under the role of the service', () => {
  for (const text of [
    `UPDATE audit_entries SET outcome = 'refused'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries, audit_people',
    `INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (client_id, sequence) DO UPDATE SET action = 'x'`,
    `MERGE INTO audit_entries entry USING clients ON clients.id = entry.client_id WHEN MATCHED THEN DELETE`,
    `WITH gone AS (DELETE FROM audit_entries RETURNING *) SELECT count(*) FROM gone`,
  ])
    test(`does not change an entry: ${text}`, async () => {
      await assert.rejects(pool.query(text), { code: '23001' })
    })
})
