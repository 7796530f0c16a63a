import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { migrate } from '#kernel/migrate.ts'
import { DECLARATIONS } from '#test/harness/declared-columns.ts'
import { listReleases, restoreRelease } from '../upgrade/restore-release.ts'

const tables = DECLARATIONS.flatMap((declared) => declared.tables)

// The dump of a release has rows in every table that lasts.
describe('what a release has stored about people', async () => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const newest = (await listReleases()).toSorted(compare).at(-1) ?? ''
  const { db, connection, drop } = await restoreRelease(newest)
  after(drop)
  await migrate(connection)
  const { rows: people } = await db.query<{ says: string }>(`
    SELECT technical_id AS says FROM employees UNION SELECT technical_id FROM users
    UNION SELECT first_name || ' ' || last_name FROM employees UNION SELECT first_name || ' ' || last_name FROM users
    UNION SELECT email FROM employees WHERE email IS NOT NULL UNION SELECT email FROM users
    UNION SELECT email FROM accounts WHERE email IS NOT NULL UNION SELECT email FROM signature_signers WHERE email IS NOT NULL
    UNION SELECT title FROM signature_processes UNION SELECT subject FROM requests WHERE form_code = 'default'
    UNION SELECT title FROM documents WHERE title NOT IN (SELECT name FROM document_types)`)
  const words = people.map(({ says }) => says.replaceAll(/[^\w ]/g, '\\$&')).join('|')

  /** Those of these columns that say anything of these people. */
  async function telling(columnsOf: (table: (typeof tables)[number]) => readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const table of tables) {
      for (const column of columnsOf(table)) {
        const { rowCount } = await db.query(
          `SELECT FROM ${table.table} WHERE ${column}::text ~* ('\\m(' || $1 || ')\\M') LIMIT 1`,
          [words],
        )
        if (rowCount !== 0) found.push(`${table.table}.${column}`)
      }
    }
    return found
  }

  test('is found in columns that are declared to hold it', async () => {
    const found = await telling(({ holds }) => Object.values(holds).flat())

    for (const known of ['employees.email', 'events.data', 'mails.search_text', 'signature_evidence.actor_name']) {
      assert.ok(found.includes(known), known)
    }
  })

  test('is in no column that is declared to hold nothing about people', async () => {
    assert.deepEqual(await telling(({ none, harmless }) => [...none, ...Object.keys(harmless)]), [])
  })
})
