import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { aFolder, startService } from '#test/harness/processes/service.ts'
import { buildServer } from '../../build.ts'

const CHECKOUT = join(import.meta.dirname, '../../..')
const NOBODY = 65534
/** Without the sources: a link to one would make it look changed. */
const PARTS = ['node_modules', 'portal/dist', 'server/dist', 'server/migrations', 'server/package.json']
const isRoot = process.getuid?.() === 0

/** The checkout may lie where nobody else can look; links to its files, elsewhere, can be read by all. */
async function readableCheckout(): Promise<string> {
  const copy = join(await aFolder(), 'checkout')
  await chmod(join(copy, '..'), 0o755)
  await mkdir(copy, { mode: 0o755 })
  await buildServer()
  for (const folder of ['portal', 'server']) await mkdir(join(copy, folder), { mode: 0o755 })
  for (const part of PARTS) {
    const isLinked = spawnSync('cp', ['-al', join(CHECKOUT, part), join(copy, part)]).status === 0
    if (!isLinked) spawnSync('cp', ['-a', join(CHECKOUT, part), join(copy, part)])
  }
  return copy
}

async function asNobody() {
  const checkout = await readableCheckout()
  const dataDir = await aFolder()
  await chown(dataDir, NOBODY, NOBODY)
  const ownNode = relative(CHECKOUT, process.execPath)
  const execPath = ownNode.startsWith('..') ? process.execPath : join(checkout, ownNode)
  return startService({ dataDir, main: join(checkout, 'server/dist/main.mjs'), execPath, uid: NOBODY })
}

describe('the service started by an ordinary user', () => {
  test('runs, and everything that it makes is that user’s', async () => {
    const service = isRoot ? await asNobody() : await startService({ dataDir: await aFolder() })

    const answer = await fetch(`${service.url}/health/ready`)

    assert.equal(answer.status, 200)
    const owner = isRoot ? NOBODY : process.getuid?.()
    for (const name of ['postgres', 'postgres/base', 'secret.key']) {
      assert.equal((await stat(join(service.dataDir, name))).uid, owner, name)
    }
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
