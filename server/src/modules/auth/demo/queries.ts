import type { Client } from '#kernel/work.ts'
import type { AccountOwner } from '#modules/directory/index.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** The demo log-ins, in the order in which the log-in page offers them. */
export const DEMO_KINDS = ['employee', 'hr_manager', 'administrator'] as const
export type DemoKind = (typeof DEMO_KINDS)[number]

/** A log-in of the demo, with what is known of its password. */
export type DemoLogIn = {
  client_id: string
  languages: string[]
  kind: DemoKind
  scope: AccountOwner['scope']
  technical_id: string
  email: string | null
  password_hash: string | null
}

const insert = statement<never, { client_id: string; kind: string; scope: string; technical_id: string }>(`
  INSERT INTO demo_log_ins (client_id, kind, scope, technical_id) VALUES ($client_id, $kind, $scope, $technical_id)`)

/** Marks a new client as a demo, with the log-ins to offer. */
export async function insertDemoLogIn(tx: Tx, client: Client, kind: DemoKind, owner: AccountOwner): Promise<void> {
  await insert(tx, { client_id: client.id, kind, scope: owner.scope, technical_id: owner.technicalId })
}

const list = statement<DemoLogIn>(`
  SELECT demo.client_id, client.languages, demo.kind, demo.scope, demo.technical_id, account.email, account.password_hash
  FROM demo_log_ins demo
  JOIN clients client ON client.id = demo.client_id AND client.is_active
  JOIN accounts account ON account.client_id = demo.client_id AND account.scope = demo.scope
    AND account.technical_id = demo.technical_id AND account.is_active
  ORDER BY array_position(ARRAY['employee', 'hr_manager', 'administrator'], demo.kind)`)

/** The log-ins of the demo that can be used; none without a demo. */
export function listDemoLogIns(db: Db): Promise<DemoLogIn[]> {
  return list(db)
}
