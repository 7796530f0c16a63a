import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { v2 } = service
const { submit, run, read, imported } = importCalls(service)

type Named = { name: string }

/** A unit with so many people, all of the same name. */
const fileOf = (name: string, people: number) =>
  csv('unit,unit.en-us,person,person.en-us', ...Array.from({ length: people }, (_, n) => `u,${name},p${n},${name}`))

describe('readers, while an import of 20,000 rows replaces everything', () => {
  test('see the old content or the new one, and never a mixture', async () => {
    const dataset = unique('ds')
    await imported(dataset, fileOf('Old', 1500))
    const { id } = await submit(dataset, fileOf('New', 20_000))
    const get = async (path: string) => (await v2('GET', `/datasets/${dataset}${path}`)).json()
    const names = new Set<string>()
    const counts = new Set<number>()

    let isRunning = true
    const readers = Array.from({ length: 2 }, async () => {
      while (isRunning) {
        const list: Named[] = await get('/values?parent_code=u&per_page=300&sort=-code')
        const search: Named[] = await get('/values?q=p14&per_page=100')
        for (const page of [list, search, [await get('/values/u.p7')], [await get('/values/u')]]) {
          const inPage = new Set(page.map(({ name }) => name))
          assert.equal(inPage.size, 1, `one answer holds ${[...inPage]}`)
          for (const name of inPage) names.add(name)
        }
        counts.add((await get('')).values_count)
        await wait(80)
      }
    })
    await run(id)
    const after = [(await get('')).values_count, (await get('/values/u.p19999')).name]
    isRunning = false
    await Promise.all(readers)

    const { result, stats } = await read(id)
    assert.deepEqual([result, stats.values_updated, stats.values_created], ['success', 1501, 18_500])
    assert.ok(names.has('Old') && counts.has(1501))
    for (const name of names) assert.ok(name === 'Old' || name === 'New', name)
    for (const count of counts) assert.ok(count === 1501 || count === 20_001, String(count))
    assert.deepEqual(after, [20_001, 'New'])
  })
})
