import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { LAYOUT } from '#kernel/distribution.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { sourceFiles } from './sql/claims.ts'
import { tableUses } from './sql/client-bounds.ts'
import { collectStatements } from './sql/collect-statements.ts'
import { Describer } from './sql/describe-statement.ts'
import { SPREAD, spreadColumns } from './sql/spread-tables.ts'

/*
 * What a database that is distributed by client (docs/operations/scale-out.md) asks of the schema and of statements, as far
 * as it can be seen without one. `npm run cluster -- citus` runs the service on a real one.
 */

const database = await createDatabase()
const connection = new pg.Client(database.connection)
before(() => connection.connect())
after(async () => {
  await connection.end()
  await database.drop()
})

async function namesOf(text: string): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(text, [LAYOUT.copied])
  return rows.map(({ name }) => name)
}

describe('a table with a client', () => {
  test('has it in each unique index, and in each primary key: a node knows only its own rows', async () => {
    const wrong = await namesOf(`SELECT indexrelid::regclass::text AS name FROM pg_index
      WHERE indisunique AND indrelid IN (${SPREAD}) AND NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = indexrelid AND attname = '${LAYOUT.column}')`)
    assert.deepEqual(wrong, [])
  })

  test('has it of one type and collation: otherwise rows of one client could lie on different nodes', async () => {
    const wrong = await namesOf(`SELECT attrelid::regclass::text AS name FROM pg_attribute
      WHERE attrelid IN (${SPREAD}) AND attname = '${LAYOUT.column}'
        AND (atttypid <> 'text'::regtype OR attcollation <> 'pg_catalog."C"'::regcollation)`)
    assert.deepEqual(wrong, [])
  })

  test('has it in each foreign key to another such table', async () => {
    const wrong = await namesOf(`SELECT conname AS name FROM pg_constraint
      WHERE contype = 'f' AND conrelid IN (${SPREAD}) AND confrelid IN (${SPREAD}) AND NOT EXISTS (
        SELECT FROM unnest(conkey, confkey) AS pair (own, other)
        JOIN pg_attribute own_column ON own_column.attrelid = conrelid AND own_column.attnum = pair.own
        JOIN pg_attribute other_column ON other_column.attrelid = confrelid AND other_column.attnum = pair.other
        WHERE own_column.attname = '${LAYOUT.column}' AND other_column.attname = '${LAYOUT.column}')`)
    assert.deepEqual(wrong, [])
  })

  test('refers to no table that stays behind on the coordinator, and none of those refers to it', async () => {
    const wrong = await namesOf(`SELECT conname AS name FROM pg_constraint
      WHERE contype = 'f' AND (
        conrelid IN (${SPREAD}) AND confrelid NOT IN (${SPREAD}) AND confrelid::regclass::text <> ALL ($1)
        OR confrelid IN (${SPREAD}) AND conrelid NOT IN (${SPREAD}))`)
    assert.deepEqual(wrong, [])
  })

  test('has no trigger but those of legal holds, without which no matter is placed, and of the audit trail: it would have to exist on each node', async () => {
    const names = await namesOf(`SELECT tgname AS name FROM pg_trigger
      WHERE NOT tgisinternal AND tgrelid IN (${SPREAD}) AND tgname NOT LIKE 'legal\\_hold\\_%' AND tgname <> 'audit_trail_unchangeable'`)
    assert.deepEqual(names, [])
  })
})

/** Statements for one client that walk on to those behind it, or name one only perhaps. */
const FOR_MANY_CLIENTS = ['modules/webhooks/deliveries/expiry-queries.ts', 'modules/signatures/sealing/queries.ts']

describe('a statement for one client', () => {
  test('names it for each of its tables, in the query that reads it', async () => {
    const files = sourceFiles()
      .filter((file) => !file.endsWith('/platform/db/statement.ts'))
      .filter((file) => /\b(statement|lookup|loneStatement)</.test(readFileSync(file, 'utf8')))
    const columns = await spreadColumns(connection)
    const wrong: string[] = []
    let looked = 0
    await connection.query('BEGIN')
    for (const { text, names, frames } of await collectStatements(files)) {
      const at = relative('server/src', frames[0] ?? '').replace(/:.*/, '')
      // What is staged in a temporary table is looked at where it is written.
      if (!names.includes(LAYOUT.column) || /\b(staged_values|value_changes)\b/.test(text)) continue
      await connection.query('SAVEPOINT one')
      const uses = tableUses(await new Describer(connection).understand(text), columns)
      await connection.query('ROLLBACK TO one')
      looked += uses.length
      if (FOR_MANY_CLIENTS.includes(at)) continue
      wrong.push(
        ...uses.filter((use) => !use.isBound).map(({ alias }) => `${at}: ${alias} in ${text.trim().slice(0, 60)}`),
      )
    }
    await connection.query('ROLLBACK')
    assert.ok(looked > 400, `${looked} uses of tables`)
    assert.deepEqual(wrong, [])
  })
})
