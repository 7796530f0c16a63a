import { contextIn } from '#platform/crypto/encrypted-column.ts'
import { type Keyring, Undecryptable } from '#platform/crypto/keyring.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { idempotentAnswerColumn } from './queries.ts'

type Row = { id: string; encrypted_answer: string }

const list = statement<Row, { client_id: string; after: string; limit: number }>(`
  SELECT id, encrypted_answer FROM idempotency_keys WHERE client_id = $client_id AND id > $after ORDER BY id LIMIT $limit`)
const remove = statement<never, { client_id: string; ids: string[] }>(
  'DELETE FROM idempotency_keys WHERE client_id = $client_id AND id = ANY ($ids)',
)

type Asked = { after: string; limit: number; isAbout: (text: string) => boolean }

/**
 * Removes those of the next stored answers that are about something. They are encrypted, so that each has to be read; they are
 * of a day. Answers the last that was looked at; undefined when there are no more.
 */
export async function forgetAnswers(
  tx: Tx,
  keyring: Keyring,
  { id: client_id }: { id: string },
  { after, limit, isAbout }: Asked,
): Promise<string | undefined> {
  const rows = await list(tx, { client_id, after, limit })
  const ids = rows.filter((row) => isAbout(row.id) || isAbout(answerOf(keyring, client_id, row))).map(({ id }) => id)
  if (ids.length > 0) await remove(tx, { client_id, ids })
  return rows.length === limit ? rows.at(-1)?.id : undefined
}

/** What can no longer be read is answered to nobody. */
function answerOf(keyring: Keyring, clientId: string, { id, encrypted_answer }: Row): string {
  try {
    return keyring.decrypt(encrypted_answer, contextIn(idempotentAnswerColumn, clientId, id))
  } catch (error) {
    if (error instanceof Undecryptable) return ''
    throw error
  }
}
