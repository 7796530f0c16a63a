import type pg from 'pg'

/** In place of the check of a key while a restore has not ended: what is there must not be taken for the whole. */
export const RESTORE_MARK = Buffer.from('a restore has not ended')

/** No process starts on the database from now on, until the content of the backup takes the place of the mark. */
export async function markRestore(connection: pg.Client): Promise<void> {
  await connection.query(
    `INSERT INTO installation (secret_key_check) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET secret_key_check = excluded.secret_key_check`,
    [RESTORE_MARK],
  )
}
