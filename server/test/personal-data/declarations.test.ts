import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { PACKAGE_KINDS } from '#kernel/personal-data/collector.ts'
import type { DeclaredColumns, Holding } from '#kernel/personal-data/columns.ts'
import { ERASURE_MODULES } from '#kernel/personal-data/eraser.ts'
import { SHARED_COLUMNS } from '#kernel/personal-data/shared-columns.ts'
import { MODULES } from '#modules/index.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { DECLARATIONS } from '#test/harness/declared-columns.ts'

/** Columns that are called so hold something about a person, unless it is said what they hold. */
const TELLING =
  /name|email|title|address(?!ed)|text|comment(?!_id$)|phone|technical_id|_by$|birth|recipient|subject$|owner|actor/

/** The kinds of access packages that hand out what is declared. */
const kindsOf = (declared: readonly DeclaredColumns[]) =>
  declared.flatMap(({ holdings }) =>
    Object.values<Holding>(holdings).flatMap(({ handedOut }) => (typeof handedOut === 'string' ? [handedOut] : [])),
  )

const tables = DECLARATIONS.flatMap((declared) => declared.tables)

describe('the declarations of personal data', async () => {
  const database = await createDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  const { rows: columns } = await client.query<{ name: string }>(`
    SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped`)

  test('name each column of the database once, and no other', () => {
    const named = tables.flatMap(({ table, holds, none, harmless }) =>
      [...Object.values(holds).flat(), ...none, ...Object.keys(harmless)].map((column) => `${table}.${column}`),
    )

    assert.deepEqual(named.sort(), columns.map(({ name }) => name).sort())
  })

  test('of a table are made by the module that owns it', () => {
    for (const { name, tables: owned = [], personalData } of MODULES) {
      const declared = [personalData?.columns ?? []].flat().flatMap(({ tables: own }) => Object.keys(own))
      assert.deepEqual(declared.sort(), [...owned].sort(), name)
    }
  })

  test('use every holding, or say where it lies', () => {
    const misplaced = DECLARATIONS.flatMap(({ area, holdings, tables: own }) => {
      const used = new Set(own.flatMap(({ holds }) => Object.keys(holds)))
      return Object.entries(holdings)
        .filter(([key, { elsewhere }]) => used.has(key) === (elsewhere !== undefined))
        .map(([key]) => `${area}: ${key}`)
    })

    assert.deepEqual(misplaced, [])
  })

  test('say of each column that sounds like a person what it is instead', () => {
    const unexplained = tables.flatMap(({ table, none }) =>
      none.filter((column) => TELLING.test(column)).map((column) => `${table}.${column}`),
    )

    assert.deepEqual(unexplained, [])
  })

  test('name parts of an erasure that a module takes on', () => {
    const parts = MODULES.flatMap(({ personalData }) => (personalData?.erasers ?? []).map((eraser) => eraser.module))
    const named = DECLARATIONS.flatMap(({ holdings }) =>
      Object.values(holdings).flatMap(({ erasure }) => ('by' in erasure ? [erasure.by] : [])),
    )

    assert.deepEqual(new Set(parts), new Set(ERASURE_MODULES))
    assert.deepEqual(new Set(named), new Set(parts))
  })

  test('promise in an access package what the module collects for it, and nothing else', () => {
    const shared = kindsOf(SHARED_COLUMNS)
    const collected = MODULES.flatMap(({ name, personalData }) => {
      const own = kindsOf([personalData?.columns ?? []].flat())
      const kinds = (personalData?.collectors ?? []).map(({ kind }) => kind)
      assert.deepEqual(
        new Set(own),
        new Set(kinds.filter((kind) => own.includes(kind) || !shared.includes(kind))),
        name,
      )
      return kinds
    })

    assert.deepEqual(new Set(collected), new Set(PACKAGE_KINDS))
  })
})
