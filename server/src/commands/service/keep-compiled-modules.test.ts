import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { aFolder } from '#test/harness/processes/service.ts'

/** A process that keeps its modules under this data folder and then loads one. */
async function load(dataDir: string): Promise<string> {
  const program = `
    const { keepCompiledModules } = await import('${join(import.meta.dirname, 'keep-compiled-modules.ts')}')
    await keepCompiledModules('${dataDir}')
    await import('typebox')
    console.log('loaded')`
  const { PATH = '' } = process.env
  const args = ['--input-type=module', '--eval', program]
  return (await promisify(execFile)(process.execPath, args, { env: { PATH } })).stdout.trim()
}

describe('the compiled modules of a start', () => {
  test('are kept in a private folder of DATA_DIR, which is made private too', async () => {
    const dataDir = join(await aFolder(), 'data')

    const said = await load(dataDir)

    assert.equal(said, 'loaded')
    assert.ok((await readdir(join(dataDir, 'cache'), { recursive: true })).length > 100)
    for (const folder of [dataDir, join(dataDir, 'cache')]) assert.equal((await stat(folder)).mode & 0o077, 0)
  })

  test('are not kept where no folder can be made, and the start goes on', async () => {
    const file = join(await aFolder(), 'data')
    await writeFile(file, '')

    assert.equal(await load(file), 'loaded')
  })
})
