import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { aFolder, launchService, startService } from '#test/harness/service.ts'

const bash = (script: string) => spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout

/** The lines of the start message that are meant to be pasted. */
const pasteable = (stdout: string) => stdout.split('\n').filter((line) => /^(TOKEN=|curl )/.test(line))

describe('the first start', () => {
  test('says what to open, whom to be, and three lines of curl that work as they are', async () => {
    const service = await startService({ dataDir: await aFolder() })

    const { stdout } = await eventually(() => /welcome\.txt/.test(service.output().stdout) && service.output())
    const lines = pasteable(stdout)
    const answer = bash(lines.join('\n'))

    assert.match(stdout, /Open +http:\/\/localhost:\d+\n/)
    assert.match(stdout, /API docs +http:\/\/localhost:\d+\/docs\n/)
    assert.equal(lines.length, 3)
    const [token, value, document] = answer.split('\n')
    assert.match(token ?? '', /^[\w-]{43}$/)
    assert.equal(JSON.parse(value ?? '').id, 'city.marseille')
    assert.match(JSON.parse(document ?? '').id, /^[\da-f-]{36}$/)
    assert.equal(await service.end('SIGINT'), 0)
  })

  test('a later start keeps the data and says nothing of secrets', async () => {
    const dataDir = await aFolder()
    const first = await startService({ dataDir })
    const lines = await eventually(() => /welcome\.txt/.test(first.output().stdout) && pasteable(first.output().stdout))
    const port = Number(new URL(first.url).port)
    bash(lines.join('\n'))
    await first.end('SIGTERM')

    const second = await startService({ dataDir, port })
    const read = bash(
      `${lines[0]}; curl -s -H "Authorization: Bearer $TOKEN" ${second.url}/api/v2/client/datasets/offices/values/fr.marseille`,
    )

    assert.equal(JSON.parse(read.split('\n')[1] ?? '').name, 'Marseille')
    assert.doesNotMatch(second.output().stdout, /secret|TOKEN|API key/)
    assert.equal(await second.end('SIGTERM'), 0)
  })

  test('nothing is left running after a stop, and the folder holds no file that others can read', async () => {
    const dataDir = await aFolder()
    const service = await startService({ dataDir })
    const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

    const code = await service.end('SIGINT')

    assert.equal(code, 0)
    assert.throws(() => process.kill(postmaster, 0), { code: 'ESRCH' })
    assert.equal((await stat(join(dataDir, 'secret.key'))).mode & 0o077, 0)
    assert.equal((await readdir(dataDir)).includes('postgres'), true)
  })

  test('a folder that only its owner may enter is good enough', async () => {
    const dataDir = await aFolder()
    await chmod(dataDir, 0o700)

    const service = await startService({ dataDir })

    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('a stop that is asked for while it starts is a clean one', async () => {
    const dataDir = await aFolder()
    const service = await launchService({ dataDir })
    await eventually(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), { withinSeconds: 60 })

    const code = await service.end('SIGTERM')

    assert.equal(code, 0)
    assert.equal(existsSync(join(dataDir, 'postgres/postmaster.pid')), false)
  })
})
