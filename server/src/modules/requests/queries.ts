import type { Db, Tx } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import type { Form } from './form.ts'

export async function findFormDefinition(db: Db, client: Client, code: string): Promise<Form | undefined> {
  const row = await db
    .selectFrom('forms')
    .select('definition')
    .where('client_id', '=', client.id)
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.definition as Form | undefined
}

export async function upsertForm(tx: Tx, client: Client, form: Form, now: Date): Promise<void> {
  const definition = JSON.stringify(form)
  await tx
    .insertInto('forms')
    .values({ client_id: client.id, code: form.code, definition, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'code']).doUpdateSet({ definition, updated_at: now }))
    .execute()
}
