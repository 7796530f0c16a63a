import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Occasion, type Report, readReport } from './figures.ts'
import type { Paths } from './limits.ts'
import { currentPage, descriptionsIn, PAGE, performancePage } from './page.ts'

const ROOT = join(import.meta.dirname, '../..')
const machine = { processor: 'A | B', cores: 2, memoryGiB: 8, system: 'Linux', node: '24.0.0', postgres: '18.0' }
const occasion: Occasion = {
  date: '2031-02-03',
  version: '1.2.0',
  machine,
  othersPercent: 3,
  isQuick: true,
  sizes: { values: 20_000, seconds: 2 },
}
const README =
  '| `get` | GET of one | a bare GET | 0.70 |\n| `put` | PUT of one | – | – |\n| `list` | lists | – | – |\n'
const OPENAPI: Paths = {
  paths: {
    '/a': { get: { parameters: [{ name: 'per_page', schema: { maximum: 100 } }] } },
    '/b': { get: { parameters: [{ name: 'per_page', schema: { maximum: 1000 } }] } },
  },
}
const report: Report = {
  put: {
    occasion: { ...occasion, machine: { ...machine, cores: 4 }, othersPercent: 41 },
    findings: { title: 'Two of them:', tables: [{ head: ['a', 'b'], rows: [['1', '2|3']] }], figures: [] },
  },
  get: { occasion, findings: { tables: [{ head: ['rate'], rows: [['0.81']] }], figures: [] } },
}

describe('the page about performance', () => {
  test('is what the figures give', async () => {
    assert.equal(await readFile(join(ROOT, PAGE), 'utf8'), await currentPage(await readReport()))
  })

  test('shows what was measured and nothing else, with its run and machine', () => {
    const page = performancePage(report, README, OPENAPI)

    assert.match(
      page,
      /^### get\n\nGET of one\.\n\nReference: a bare GET\. Target: 0\.70\.\n\n\| rate \|\n\| --- \|\n\| 0\.81 \|$/m,
    )
    assert.match(
      page,
      /^### put\n\nPUT of one\.\n\nTwo of them\.\n\n\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2\\\|3 \|$/m,
    )
    assert.match(
      page,
      /^\| \[get\]\(#get\) \| 2031-02-03 \| 1\.2\.0 \| B \| quick: 20,000 values, rounds of 2 s \| 3 % of the machine \|$/m,
    )
    assert.match(page, /^\| \[put\]\(#put\) .* \| A \| .* \| 41 % of the machine ⚠ \|$/m)
    assert.match(page, /^\| A \| A \\\| B \| 4 \| 8 GiB \| Linux \| 24\.0\.0 \| 18\.0 \|$/m)
    assert.doesNotMatch(page, /### list/)
  })

  test('names the largest pages, from the OpenAPI document', () => {
    const page = performancePage({}, README, OPENAPI)

    assert.match(page, /^\| a page of a list of `\/api\/v2\/client` \| 100 \|$/m)
    assert.match(page, /^\| a page of `GET \/b` \| 1,000 \|$/m)
  })

  test('describes every measurement that there is a figure of', async () => {
    const described = descriptionsIn(await readFile(join(ROOT, 'bench/README.md'), 'utf8')).map(({ name }) => name)

    const missing = Object.keys(await readReport()).filter((name) => !described.includes(name))

    assert.ok(described.length > 15)
    assert.deepEqual(missing, [])
  })
})
