import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, db } = service
const { uploaded } = documentCalls(service)
const { placed } = holdCalls(service)
const { stored } = policyCalls(service)
const { as } = portalCalls(service)

const managerOf = async (organization: string, permissions?: string[]) => {
  const role = await aRole(service, permissions ? { permissions } : {})
  const profiles = [{ role, organizations: [organization], include_below: true }]
  return as(`manager:${await aManager(service, { profiles })}`)
}
const top = await anOrganization(service)
const admin = await managerOf(top)

type Entry = { retention_policy_id: string; total: number; due_now: number; held: number; by_month: object[] }
const calendar = async (query = ''): Promise<Entry[]> => {
  const answer = await admin('GET', `/admin/retention_calendar${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

/** The same, policy by policy. */
async function simulations(query: string): Promise<Entry[]> {
  const policies: { id: string }[] = (await v2('GET', '/retention_policies?enabled=true&per_page=100')).json()
  const found: Entry[] = []
  for (const { id } of policies) {
    const answer = await v2('GET', `/retention_policies/${encodeURIComponent(id)}/simulation${query}`)
    const { total, due_now, held, by_month } = answer.json()
    if (total > 0) found.push({ retention_policy_id: id, total, due_now, held, by_month })
  }
  return found.toSorted((one, other) => (one.retention_policy_id < other.retention_policy_id ? -1 : 1))
}

describe('GET /admin/retention_calendar', () => {
  test('200 has the figures of the simulations of all enabled policies, and no policy that lets nothing go', async () => {
    const organization = await anOrganization(service, { parent: top })
    const employee = await anEmployee(service, { organizations: [organization] })
    const [plain, ofType, other] = [
      await aDocumentType(service),
      await aDocumentType(service, { retention: { months: 12, from: 'date' } }),
      await aDocumentType(service, { retention: { months: 36, from: 'date' } }),
    ]
    const documents: string[] = []
    for (const document_type_code of [plain, plain, ofType, ofType, other, other]) {
      const date = `20${20 + documents.length}-02-28`
      documents.push(await uploaded({ document_type_code, employee_technical_id: employee, date }))
    }
    const dated = { trigger: { event: 'document_date' } }
    const filters = { organization_codes: [organization] }
    const all = await stored({ filters, ...dated, delay: 'P2Y', action: 'trash' })
    await stored({ filters: { document_type_codes: [plain] }, ...dated, delay: 'P2Y', needs_approval: 2 })
    await stored({ filters, ...dated, delay: 'P80Y', enabled: false })
    await stored({ resource_type: 'employee', action: 'anonymise', filters, delay: 'P0D' })
    await stored({ resource_type: 'employee', action: 'delete', filters, trigger: { event: 'employee_departure' } })
    await stored({ resource_type: 'company_document', filters, delay: 'P90Y' })
    await placed({ document_ids: [documents[0] ?? '', documents[2] ?? ''] })
    await v2('PUT', `/employee_documents/${documents[3]}/trash`)
    await sql`INSERT INTO retention_postponements (client_id, resource_type, resource_id, until)
      VALUES ('acme', 'employee_document', ${documents[1]}, '2150-03-01')`.execute(db)

    for (const query of ['', '?until=2031-12-31', '?until=2199-12-31']) {
      assert.deepEqual(await calendar(query), await simulations(query), query)
    }
    const far = await calendar('?until=2199-12-31')
    const named = far.map(({ retention_policy_id }) => retention_policy_id)
    for (const id of [all, `type:${other}`]) assert.ok(named.includes(id), id)
    assert.equal(
      far.reduce((sum, { held }) => sum + held, 0),
      2,
    )
  })

  test('200 with nothing of another client', async () => {
    const role = await aRole(service, { owner: globex })
    const profiles = [{ role, organizations: [await anOrganization(service, { owner: globex })], include_below: true }]
    const rival = as(`manager:${await aManager(service, { owner: globex, profiles })}`, 'globex')
    assert.deepEqual((await rival('GET', '/admin/retention_calendar?until=2199-12-31')).json(), [])
  })

  test('400 or 422 for a day that does not exist, 403 without the permission, 401 without a session', async () => {
    const path = '/admin/retention_calendar'
    assert.ok([400, 422].includes((await admin('GET', `${path}?until=2031-02-30`)).statusCode))
    assert.equal((await (await managerOf(top, ['legal_holds:read']))('GET', path)).statusCode, 403)
    assert.equal((await as(undefined)('GET', path)).statusCode, 401)
  })
})
