import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import type { DeclaredColumns, Holding } from '#kernel/personal-data/columns.ts'
import { SHARED_COLUMNS } from '#kernel/personal-data/shared-columns.ts'
import { MODULES } from '#modules/index.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'

/** Columns that are called so hold something about a person, unless it is said what they hold. */
const TELLING =
  /name|email|title|address(?!ed)|text|comment(?!_id$)|phone|technical_id|_by$|birth|recipient|subject$|owner|actor/

type Declared = DeclaredColumns['tables'][keyof DeclaredColumns['tables']] & object
type Column = { table: string; column: string }

const byModule = MODULES.map(({ name, tables = [], personalData }) => ({
  name,
  tables,
  declared: personalData?.columns,
}))
const all = [...byModule.flatMap(({ declared }) => declared ?? []), ...SHARED_COLUMNS]
const tablesOf = (declared: DeclaredColumns) => Object.entries<Declared>(declared.tables as Record<string, Declared>)
const holdings = all.flatMap(({ holdings: some }) => Object.entries<Holding>(some))

/** Every mention of a column, in whichever declaration. */
const mentions = all.flatMap((declared) =>
  tablesOf(declared).flatMap(([table, { holds = {}, none, harmless = {} }]) =>
    [...Object.values(holds).flat(), ...none, ...Object.keys(harmless)].map((column) => `${table}.${column}`),
  ),
)

describe('the declarations of personal data', async () => {
  const database = await createDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  const { rows: columns } = await client.query<Column>(`
    SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`)

  test('name each column of the database once, and no other', () => {
    assert.deepEqual(mentions.toSorted(), columns.map(({ table, column }) => `${table}.${column}`).toSorted())
  })

  test('of a table are made by the module that owns it', () => {
    for (const { name, tables, declared } of byModule) {
      assert.deepEqual(Object.keys(declared?.tables ?? {}).toSorted(), [...tables].sort(), name)
    }
  })

  test('use every holding, or say where it lies', () => {
    const unused = all.flatMap((declared) => {
      const used = new Set(tablesOf(declared).flatMap(([, { holds = {} }]) => Object.keys(holds)))
      return Object.entries<Holding>(declared.holdings)
        .filter(([name, { elsewhere }]) => used.has(name) === (elsewhere !== undefined))
        .map(([name]) => `${declared.area}: ${name}`)
    })

    assert.deepEqual(unused, [])
  })

  test('say of each column that sounds like a person what it is instead', () => {
    const unexplained = all.flatMap((declared) =>
      tablesOf(declared).flatMap(([table, { none }]) =>
        none.filter((column) => TELLING.test(column)).map((column) => `${table}.${column}`),
      ),
    )

    assert.deepEqual(unexplained, [])
  })

  test('leave no question of a person concerned open', () => {
    const silent = holdings.filter(([, { what, why, until, seenBy, whose }]) =>
      [what, why, until, seenBy, whose.join()].some((answer) => answer.trim() === ''),
    )

    assert.deepEqual(silent, [])
  })
})
