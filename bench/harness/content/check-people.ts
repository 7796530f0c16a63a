import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Service } from '../service.ts'

type Employee = { technical_id: string; last_name: string }

/** Whether the generated rows are what the service itself stores: it writes some of them anew, and they stay the same. */
export async function checkPeople(client: pg.Client, service: Service, clientId: string): Promise<void> {
  const session = await service.as(clientId)
  const ids = ['E0000001', 'E0000025', 'E0002999']
  const rowsOf = async () => {
    const { rows } = await client.query(
      `SELECT technical_id, terminated, ancestors, sort_name, sort_first_name, search_text, organization_key, employee_number, active
       FROM employees JOIN registrations ON registrations.client_id = $1 AND employee_key = key
       WHERE employees.client_id = $1 AND technical_id = ANY ($2) ORDER BY technical_id`,
      [clientId, ids],
    )
    return rows
  }
  const before = await rowsOf()
  assert.equal(before.length, ids.length)
  for (const id of ids) {
    const { body: employee } = await session.call<Employee>('GET', `/employees/${id}`)
    await session.call('PUT', `/employees/${id}`, { ...employee, last_name: 'Changed' })
    await session.call('PUT', `/employees/${id}`, employee)
  }
  assert.deepEqual(await rowsOf(), before)
}
