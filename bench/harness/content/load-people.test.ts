import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { toDraft } from '../../../server/src/modules/directory/employees/draft.ts'
import type { NewEmployee } from '../../../server/src/modules/directory/employees/schemas.ts'
import { createDatabase } from '../../../server/test/harness/database/create-database.ts'
import { loadPeople } from './load-people.ts'
import { COMPANIES } from './people.ts'

const CLIENT = COMPANIES.small
const database = await createDatabase()
const client = new pg.Client(database.connection)
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

await client.query(`INSERT INTO clients VALUES ($1, 'Bench', '{}', '', NULL, now(), now())`, [CLIENT])
await client.query(`INSERT INTO roles VALUES ($1, 'hr', 'HR', '{*}', ' hr ', now(), now())`, [CLIENT])
await client.query(
  `INSERT INTO users (client_id, technical_id, first_name, last_name, email, sort_name, search_text, created_at, updated_at)
   SELECT $1, id, 'A', id, 'a@b.c', id, id, now(), now() FROM unnest('{company,country,office}'::text[]) AS id`,
  [CLIENT],
)
await loadPeople(client, CLIENT, { countries: 20, regions: 1, offices: 2, employees: 100 })

describe('the generated company', () => {
  test('has employees as the service would have stored them', async () => {
    const { rows: organizations } = await client.query('SELECT key, code, ancestors FROM organizations')
    const { rows: employees } = await client.query('SELECT * FROM employees ORDER BY technical_id')
    const { rows: registrations } = await client.query('SELECT * FROM registrations')

    const drafts = employees.map((employee) => {
      const [registration] = registrations.filter((one) => one.employee_key === employee.key)
      const { code } = organizations.find((one) => one.key === registration.organization_key)
      const input = { ...employee, custom_fields: {}, registrations: [{ ...registration, organization_code: code }] }
      const byCode = new Map(organizations.map((one) => [one.code, one]))
      return toDraft(input as NewEmployee, { organizations: byCode, fields: new Map() })
    })

    assert.equal(employees.length, 100)
    for (const [index, draft] of drafts.entries()) {
      assert.ok('written' in draft)
      const { custom_fields: _, registrations: __, ...written } = draft.written
      const stored = Object.fromEntries(Object.keys(written).map((column) => [column, employees[index][column]]))
      assert.deepEqual(stored, written)
    }
  })

  test('has organizations that lie below one another, and perimeters of what they name', async () => {
    const { rows: wrong } = await client.query(`
      SELECT organization.code FROM organizations organization LEFT JOIN organizations above ON above.key = organization.parent_key
      WHERE organization.ancestors
        <> array_remove(coalesce(above.ancestors, '{}'), -above.key) || organization.key || -organization.key`)
    const { rows: profiles } = await client.query(`
      SELECT technical_id, include_below, cardinality(organization_keys) AS organizations FROM profiles JOIN users ON key = user_key
      ORDER BY technical_id`)

    assert.deepEqual(wrong, [])
    assert.deepEqual(profiles, [
      { technical_id: 'company', include_below: true, organizations: 1 },
      { technical_id: 'country', include_below: true, organizations: 1 },
      { technical_id: 'office', include_below: false, organizations: 1 },
    ])
  })
})
