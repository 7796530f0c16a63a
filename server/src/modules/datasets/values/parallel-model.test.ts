import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldValueCounts } from '#modules/datasets/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventRowsAbout, inEnglish, storedPaths } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, db } = service

// Few codes, so that calls meet one another.
const code = fc.constantFrom('a', 'b')
const path = fc.array(code, { minLength: 1, maxLength: 3 }).map((codes) => codes.join('.'))
const name = fc.constantFrom('Alpha', 'Beta', 'Gamma')
const call = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), path, name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      paths: fc.uniqueArray(path, { minLength: 1, maxLength: 8 }),
      name,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
)

type Call = typeof call extends fc.Arbitrary<infer One> ? One : never

/** What each kind of call may answer when it meets others: a missing value or parent, but never a failure or "busy". */
const ANSWERS = { put: [200, 201, 422], remove: [204, 404], bulk: [200, 422] }

async function make(dataset: string, one: Call): Promise<void> {
  if (one.kind === 'fold') {
    await foldValueCounts.run({}, { ...service, signal: new AbortController().signal })
    return
  }
  const values = `/datasets/${dataset}/values`
  const answer =
    one.kind === 'put'
      ? await v2('PUT', `${values}/${one.path}`, { body: { localized_names: inEnglish(one.name) } })
      : one.kind === 'remove'
        ? await v2('DELETE', `${values}/${one.path}`)
        : await v2('POST', `${values}/bulk`, {
            body: { values: one.paths.map((each) => ({ code: each, localized_names: inEnglish(one.name) })) },
          })
  assert.ok(ANSWERS[one.kind].includes(answer.statusCode), `${one.kind}: ${answer.statusCode} ${answer.body}`)
}

/** How often each path was created, less how often it was deleted: 1 for what must be there, 0 for what must not. */
async function balanceOfEvents(dataset: string): Promise<Map<string, number>> {
  const balance = new Map<string, number>()
  for (const { type, data } of await eventRowsAbout(db, dataset)) {
    const { path: about } = data as { path: string }
    const step = type === 'dataset_value.created' ? 1 : type === 'dataset_value.deleted' ? -1 : 0
    balance.set(about, (balance.get(about) ?? 0) + step)
  }
  return balance
}

describe('Decisions 3.8: PUT, DELETE and bulk of one small tree, many at once', () => {
  test('leave no child without its parent, an exact count, and an event for each change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 20, maxLength: 60 }), async (calls) => {
        const dataset = await aDataset(service, { dimensions: ['one', 'two', 'three'] })

        await Promise.all(calls.map((one) => make(dataset, one)))

        const paths = await storedPaths(db, dataset)
        const known = new Set(paths)
        const orphans = paths.filter((one) => one.includes('.') && !known.has(one.slice(0, one.lastIndexOf('.'))))
        const balance = await balanceOfEvents(dataset)
        assert.deepEqual(orphans, [])
        assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, paths.length)
        assert.deepEqual([...balance].flatMap(([one, count]) => (count === 0 ? [] : [[one, count]])).sort(), [
          ...paths.map((one) => [one, 1]).sort(),
        ])
      }),
      { numRuns: 60 },
    )
  })
})
