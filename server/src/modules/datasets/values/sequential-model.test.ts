import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldValueCounts } from '#modules/datasets/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish } from '#test/harness/builders.ts'

const service = await startApp()
const { v2 } = service

const DEPTH = 3

/** A tree of values as anybody would write it: paths and names in a map. */
class Model {
  readonly names = new Map<string, string | null>()

  mayHold(path: string, beside: ReadonlySet<string> = new Set()): boolean {
    const codes = path.split('.')
    const parent = codes.slice(0, -1).join('.')
    return codes.length <= DEPTH && (parent === '' || this.names.has(parent) || beside.has(parent))
  }

  put(path: string, name: string | null): number {
    if (!this.mayHold(path)) return 422
    const status = this.names.has(path) ? 200 : 201
    this.names.set(path, name)
    return status
  }

  remove(path: string): number {
    if (!this.names.has(path)) return 404
    for (const one of [...this.names.keys()]) if (one === path || one.startsWith(`${path}.`)) this.names.delete(one)
    return 204
  }

  bulk(entries: [string, string | null][]) {
    const given = new Set(entries.map(([path]) => path))
    if (given.size < entries.length || !entries.every(([path]) => this.mayHold(path, given))) return 422
    const changed = entries.filter(([path, name]) => !this.names.has(path) || this.names.get(path) !== name)
    const created = changed.filter(([path]) => !this.names.has(path)).length
    for (const [path, name] of entries) this.names.set(path, name)
    return { created, updated: changed.length - created, unchanged: entries.length - changed.length }
  }
}

// Few codes and few names, so that steps meet one another.
const code = fc.constantFrom('a', 'b', 'é', 'A')
const path = fc.array(code, { minLength: 1, maxLength: DEPTH + 1 }).map((codes) => codes.join('.'))
const name = fc.constantFrom(null, '', 'Alpha', 'bêta')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), path, name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      entries: fc.array(fc.tuple(path, name), { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const addressOf = (dataset: string, one: string) => `/datasets/${dataset}/values/${encodeURIComponent(one)}`

/** Takes one step on both sides; their answers must agree. */
async function takeStep(model: Model, dataset: string, one: Step): Promise<void> {
  if (one.kind === 'fold') {
    await foldValueCounts.run({}, { ...service, signal: new AbortController().signal })
  } else if (one.kind === 'put') {
    const answer = await v2('PUT', addressOf(dataset, one.path), { body: { localized_names: inEnglish(one.name) } })
    assert.equal(answer.statusCode, model.put(one.path, one.name), answer.body)
  } else if (one.kind === 'remove') {
    const answer = await v2('DELETE', addressOf(dataset, one.path))
    assert.equal(answer.statusCode, model.remove(one.path), answer.body)
  } else {
    const values = one.entries.map(([entry, value]) => ({ code: entry, localized_names: inEnglish(value) }))
    const answer = await v2('POST', `/datasets/${dataset}/values/bulk`, { body: { values } })
    const expected = model.bulk(one.entries)
    assert.deepEqual(answer.statusCode === 200 ? answer.json() : answer.statusCode, expected)
  }
}

describe('any sequence of PUT, DELETE and bulk', () => {
  test('leaves the values and the count that a plain tree would have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const dataset = await aDataset(service, { dimensions: ['one', 'two', 'three'] })
        const model = new Model()

        for (const one of steps) await takeStep(model, dataset, one)

        const values = (await v2('GET', `/datasets/${dataset}/values?per_page=1000`)).json()
        const stored = values.map((value: { path: string; localized_names: { value: string | null }[] }) => [
          value.path,
          value.localized_names[0]?.value,
        ])
        assert.deepEqual(new Map(stored), model.names)
        assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, model.names.size)
      }),
      { numRuns: 40 },
    )
  })
})
