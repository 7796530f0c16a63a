import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { aFolder } from '#test/harness/processes/service.ts'
import { buildServer } from '../../build.ts'
import { sourceStack } from './source-stack.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** Where a piece of text stands in the bundle and in the source, as a stack counts. */
function placeOf(file: string, text: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.findIndex((one) => one.includes(text))
  assert.notEqual(line, -1, `${text} in ${file}`)
  return `${pathToFileURL(file)}:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1}`
}

describe('a stack of the bundle', () => {
  before(async () => void (await buildServer()))

  test('names the places in the sources', () => {
    const text = 'parseArgs({'
    const stack = `Error: no\n    at parseGiven (${placeOf(join(DIST, 'main.mjs'), text)})`

    assert.equal(
      sourceStack(stack),
      `Error: no\n    at parseGiven (${placeOf(join(import.meta.dirname, '../main.ts'), text)})`,
    )
  })

  test('keeps what has no map, and what is in no bundle', () => {
    const stack = `Error: no
    at one (file:///nowhere/chunk.mjs:1:2)
    at two (node:internal/process:7:1)
    at three (file:///server/src/main.ts:3:1)`

    assert.equal(sourceStack(stack), stack)
  })

  test('of an error that nothing caught is printed so, too', async () => {
    const preload = join(await aFolder(), 'broken-output.cjs')
    writeFileSync(preload, 'process.stdout.write = () => { throw new Error("no output") }')

    const { stderr } = spawnSync(process.execPath, ['--require', preload, join(DIST, 'main.mjs'), '--help'], {
      encoding: 'utf8',
    })

    assert.match(
      stderr,
      /Error: no output\n(?: +at .*\n)* +at print \(file:\S+\/server\/src\/commands\/command\.ts:\d+:\d+\)/,
    )
  })
})
