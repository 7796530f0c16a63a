import type { KeptSource } from '#kernel/kept-data.ts'
import { statement } from '#platform/db/statement.ts'

const listAsked = statement<{ key: string }, { client_id: string; employee: string }>(`
  SELECT DISTINCT process.key::text AS key FROM signature_signers signer
  JOIN signature_processes process ON process.client_id = signer.client_id AND process.id = signer.process_id
  WHERE signer.client_id = $client_id AND signer.asked_at IS NOT NULL
    AND signer.employee_key = (SELECT key FROM employees
      WHERE client_id = $client_id AND technical_id = $employee AND deleted_at IS NULL)`)

/** What an employee was asked to sign. */
export const keptProcesses: KeptSource = {
  kind: 'signatures',
  type: 'signature_process',
  async list(db, client, { technical_id }) {
    const rows = await listAsked(db, { client_id: client.id, employee: technical_id })
    return rows.map(({ key }) => ({ key, name: null }))
  },
}
