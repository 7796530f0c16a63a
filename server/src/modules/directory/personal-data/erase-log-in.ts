import { counted, type Eraser, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { statement } from '#platform/db/statement.ts'

type Ref = { client_id: string; key: string }

const find = statement<{ technical_id: string; has_vault: boolean }, Ref>(`
  SELECT account.technical_id,
    EXISTS (SELECT FROM vault_documents WHERE client_id = $client_id AND employee_key = $key)
      OR EXISTS (SELECT FROM documents WHERE client_id = $client_id AND employee_key = $key AND is_linked) AS has_vault
  FROM accounts account WHERE account.client_id = $client_id AND account.employee_key = $key`)
const remove = statement<{ technical_id: string }, Ref>(
  'DELETE FROM accounts WHERE client_id = $client_id AND employee_key = $key RETURNING technical_id',
)

/** The log-in, with its sessions and links. While the vault waits for its owner, one that opens the vault alone stays. */
export const logInEraser: Eraser = {
  module: 'accounts',
  async evaluate({ db, client }, { subject }) {
    const [account] = subject ? await find(db, { client_id: client.id, key: subject.employee_key }) : []
    if (!account || !subject) return { resources: [], kept: [] }
    if (subject.takesVault || !account.has_vault) return { resources: counted({ account: 1 }), kept: [] }
    const kept = {
      resource_type: 'account',
      resource_id: subject.pseudonym,
      reason: 'not_collected' as const,
      until: null,
      retention_policy_id: null,
      legal_hold_ids: [],
    }
    return { resources: [], kept: [kept] }
  },
  async erase({ tx, client }, { subject }) {
    const ref = { client_id: client.id, key: subject?.employee_key ?? '0' }
    const [account] = await find(tx, ref)
    if (!account || (account.has_vault && !subject?.takesVault)) return NOTHING_MORE
    return { gone: counted({ account: (await remove(tx, ref)).length }), files: [], next: undefined }
  },
}
