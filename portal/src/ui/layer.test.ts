import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const PRODUCT =
  /employee|payslip|payroll|vault|folder|distribution|webhook|article|dataset|organi[sz]ation|signature|perimeter/i
const CALLS = /\bfetch\(|XMLHttpRequest|EventSource|\/portal\/api|@dossier\/sdk/

test('ui has no word of the product, and calls nothing', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
  assert.ok(files.length > 60, `found ${files.length} files`)
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')
    return lines.filter((line) => PRODUCT.test(line) || CALLS.test(line)).map((line) => `${file}: ${line.trim()}`)
  })
  assert.deepEqual(found, [])
})
