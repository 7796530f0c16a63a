import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { freePort } from '#test/harness/processes/service.ts'
import { eventually } from '../harness/eventually.ts'

const ROOT = join(import.meta.dirname, '../../..')

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('npm start', () => {
  test('that is ended by SIGTERM takes the service and its database with it', async () => {
    const { dataDir } = await aDemoFolder()
    const port = await freePort()
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) }
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore' })
    const ended = once(npm, 'close')
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await eventually(ready, { withinSeconds: 60 })
    const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

    npm.kill('SIGTERM')
    await ended

    await eventually(async () => !(await ready()))
    await eventually(() => !isRunning(postmaster))
    assert.ok(!isRunning(postmaster))
  })
})
