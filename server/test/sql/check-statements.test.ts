import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { checkStatements } from './check-statements.ts'
import { SAMPLES, sourceReader } from './claims.ts'

const database = await createDatabase()
after(database.drop)

const lines = readFileSync(SAMPLES, 'utf8').split('\n')

/** The name of the sample that a line belongs to. */
function sampleAt(at: string): string {
  const line = Number(at.split(':')[1])
  const names = lines.slice(0, line).flatMap((text) => /^export (?:const|function) (\w+)/.exec(text)?.[1] ?? [])
  return names.at(-1) ?? ''
}

describe('the check of statements', async () => {
  const complaints = await checkStatements(database.connection, sourceReader(), [SAMPLES])
  const of = (sample: string) => complaints.filter(({ at }) => sampleAt(at) === sample).map(({ text }) => text)

  const cases: [sample: string, complaints: string[]][] = [
    ['right', []],
    ['rightByRules', []],
    ['wrongName', ['has no column title', 'has the column name, which the row type lacks']],
    ['wrongType', ['created_at is timestamptz, not string', 'key is int8, not number']],
    ['nullableColumn', ['email may be null']],
    ['nullableByJoin', ['last_name may be null']],
    ['nullableExpression', ['last may be null', 'code may be null', 'text may be null']],
    ['wrongParameters', ['$languages is not in the parameter type', 'the parameter name is not in the text']],
    ['refused', ['is refused: relation "no_such_table" does not exist']],
    ['neverDefined', ['is not defined when its file is loaded']],
  ]
  for (const [sample, expected] of cases) {
    const verdict = expected.length === 0 ? 'accepts' : 'complains about'
    test(`${verdict} the sample ${sample}`, () => assert.deepEqual(of(sample), expected))
  }
})
