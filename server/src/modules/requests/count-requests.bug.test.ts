import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager } from '#test/harness/directory-builders.ts'
import { runJob } from '#test/harness/dispatch-calls.ts'
import { requestCalls } from '#test/harness/requests.ts'
import { foldRequestCounts } from './jobs.ts'

const service = await startApp()
const { call, made } = requestCalls(service)

await made({ creator_technical_id: await aManager(service) })
await runJob(service, foldRequestCounts, {})

// The end of the year 9999 is what callers write for "no end".
describe('GET /api/requests/ with a bound in the last day of the year 9999, after a fold', () => {
  const cases = [
    ['created_at_until=9999-12-31T23:59:59Z', 1],
    ['created_at_until=9999-12-31T23:59:59Z&created_at_since=2000-01-01T00:00:00Z', 1],
    ['created_at_since=9999-12-31T12:00:00Z', 0],
  ] as const
  for (const [query, total] of cases) {
    test(`200 counts ${total} for ${query}, as it lists`, async () => {
      const answer = await call('GET', `/requests/?${query}`)

      assert.equal(answer.json().length, total)
      assert.equal(answer.headers['x-total-count'], String(total))
    })
  }
})
