import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { checkStatements } from './check-statements.ts'
import { sourceFiles, sourceReader } from './claims.ts'
import { NEVER_NULL } from './invariants.ts'

/*
 * Compares what the code claims of its SQL with what PostgreSQL says of it on the migrated schema.
 *
 * Covered: every call of `statement`, `lookup` and `loneStatement`, found by the compiler; each must be defined when its
 * file is loaded, so that none escapes. PostgreSQL prepares the text, and tells the names, types and nullability of the
 * result; they are those of the row type. The names of the parameters are those of the parameter type.
 *
 * Not covered: what is inside of a JSON column; types of parameters; claims that are weaker than they could be; a row
 * type that is a type parameter of the function around. Queries of the query builder are typed by `Tables`, which
 * another test compares with the schema.
 */

const database = await createDatabase()
after(database.drop)

const files = sourceFiles()
  .filter((file) => !file.endsWith('/platform/db/statement.ts'))
  .filter((file) => /\b(statement|lookup|loneStatement)</.test(readFileSync(file, 'utf8')))

describe('every statement', async () => {
  const complaints = await checkStatements(database.connection, sourceReader(), files)
  const isKnown = ({ at, column }: { at: string; column?: string }) =>
    NEVER_NULL.some(({ file, columns }) => at.startsWith(`${file}:`) && columns.includes(column ?? ''))

  test('answers what its row type says, to the parameters that its parameter type names', () => {
    assert.deepEqual(
      complaints.filter((one) => !isKnown(one)).map(({ at, text }) => `${at} ${text}`),
      [],
    )
  })

  test('of which a column is said to be never null for a reason of its own is one that needs it', () => {
    const needed = new Set(complaints.map(({ at, column }) => `${at.replace(/:.*/, '')} ${column}`))
    const listed = NEVER_NULL.flatMap(({ file, columns }) => columns.map((column) => `${file} ${column}`))
    assert.deepEqual(
      listed.filter((one) => !needed.has(one)),
      [],
    )
  })
})
