import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { summaryOf } from './traced-connection.ts'

describe('the summary of a statement', () => {
  const summaries: [string, string][] = [
    ['SELECT * FROM employees WHERE email = $1', 'SELECT employees'],
    ["UPDATE users SET name = 'Ada Lovelace' WHERE id = 7", 'UPDATE users'],
    ['COMMIT', 'COMMIT'],
    ['/* plan anew */ SELECT 1', 'SELECT'],
    [
      'WITH written AS (INSERT INTO events (id) VALUES ($1) RETURNING id) INSERT INTO event_outbox SELECT id FROM written JOIN clients ON true',
      'INSERT events INSERT event_outbox SELECT written SELECT clients',
    ],
    ['DELETE FROM "mails" WHERE key = $1', 'DELETE mails'],
    ['SELECT 1 FROM jobs.job', 'SELECT jobs.job'],
  ]
  for (const [text, summary] of summaries) test(`of ${text.slice(0, 60)}`, () => assert.equal(summaryOf(text), summary))

  test('is bounded', () => {
    const text = Array.from(
      { length: 500 },
      (_, n) => `SELECT FROM table_${'abcdefghij'[n % 10]}${'x'.repeat(n)}`,
    ).join(' ')
    assert.equal(summaryOf(text).length, 255)
  })
})
