import type { KeptSource } from '#kernel/kept-data.ts'
import { lookup } from '#platform/db/statement.ts'

const find = lookup<{ key: string }, { client_id: string; employee: string }>(`
  SELECT key::text AS key FROM employees
  WHERE client_id = $client_id AND technical_id = $employee AND deleted_at IS NULL`)

/** Who the employee is. */
export const keptProfile: KeptSource = {
  kind: 'profile',
  type: 'employee',
  async list(db, client, { technical_id }) {
    const rows = await find(db, { client_id: client.id, employee: technical_id })
    return rows.map(({ key }) => ({ key, name: null }))
  },
}
