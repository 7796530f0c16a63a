import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, startService } from '#test/harness/processes/service.ts'

const BIN = join(import.meta.dirname, '../../bin/dossier.mjs')

/** What makes this Node look like one that is too old, so that the launcher takes the one that npm brought along. */
const OLDER = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.0" } })
delete process.execve
`

async function asOlderNode(): Promise<Record<string, string>> {
  const preload = join(await aFolder(), 'older.cjs')
  // Not in the process that the launcher starts.
  writeFileSync(preload, `if (process.argv[1] === ${JSON.stringify(BIN)}) { ${OLDER} }`)
  return { NODE_OPTIONS: `--require ${preload}` }
}

const isThere = (url: string) =>
  fetch(`${url}/health/live`).then(
    () => true,
    () => false,
  )

describe('dossier start under an older Node', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} reaches the service, which stops cleanly and leaves nothing behind`, async () => {
      const service = await startService({ ...(await aDemoFolder()), main: BIN, env: await asOlderNode() })

      const code = await service.end(signal)

      assert.equal(code, 0)
      assert.equal(await isThere(service.url), false)
    })
  }

  test('a service that is sent SIGTERM twice, as systemd does, still stops cleanly', async () => {
    const service = await startService({ ...(await aDemoFolder()), main: BIN, env: await asOlderNode() })

    service.process.kill('SIGTERM')
    const code = await service.end('SIGTERM')

    assert.equal(code, 0)
    assert.ok(await eventually(async () => !(await isThere(service.url))))
  })

  test('the exit code of a command is passed on', async () => {
    const env = await asOlderNode()

    assert.equal((await dossier(['help'], env)).code, 0)
    assert.equal((await dossier(['no-such-command'], env)).code, (await dossier(['no-such-command'])).code)
    assert.equal((await dossier(['start'], { ...env, PORT: 'http' })).code, 1)
  })
})
