import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#test/harness/eventually.ts'
import { bareEnvironment } from '#test/harness/processes/bare-environment.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aFolder, freePort, startService } from '#test/harness/processes/service.ts'
import { inLength } from './length.ts'

const OLD = 'the SECRET_KEY before, long enough to be one'
const NEW = 'the SECRET_KEY after, long enough to be one, too'
const CHANGE = { SECRET_KEY: NEW, SECRET_KEY_ACCEPTED: OLD }
const BIN = join(import.meta.dirname, '../../bin/dossier.mjs')
const KILLS = inLength(3, 8)

describe('a change of the SECRET_KEY', () => {
  test(`with writes meanwhile and ${KILLS} kills -9 of the command: nothing is lost, and the key before may be dropped`, async () => {
    const dataDir = await aFolder()
    const port = await freePort()
    let service = await startService({ dataDir, port, env: { SECRET_KEY: OLD } })
    const apiKey = await eventually(() => /API key +(\S+)/.exec(service.output().stdout)?.[1])
    let filed = 0
    await fileMany('before', 40)
    assert.equal(await service.end('SIGTERM'), 0)
    service = await startService({ dataDir, port, env: CHANGE })

    let isOver = false
    const writing = (async () => {
      for (let round = 0; !isOver; round += 1) await fileMany(`during ${round}`, 3)
    })()
    for (let kill = 0; kill < KILLS; kill += 1) await killedRotation(300 + kill * 250)
    const [one, other] = await Promise.all([rotate(), rotate()])
    isOver = true
    await writing

    // Of two at once one is refused, unless the first was over before the second began.
    const refused = [one, other].filter(({ code }) => code !== 0)
    assert.ok(refused.every(({ stderr }) => /^Another rotate-key is running on this database\.\n$/.test(stderr)))
    assert.ok(refused.length < 2)
    assert.equal(await service.end('SIGTERM'), 0)
    service = await startService({ dataDir, port, env: { SECRET_KEY: NEW } })
    // The API key of before still works, and what it files now lies under the new key alone.
    await fileMany('after', 1)
    assert.equal(await service.end('SIGTERM'), 0)
    const verified = await dossier(['verify-files'], { DATA_DIR: dataDir, SECRET_KEY: NEW })
    assert.equal(verified.code, 0, verified.stdout + verified.stderr)
    assert.ok(Number.parseInt(verified.stdout, 10) >= filed)
    const old = await dossier(['verify-files'], { DATA_DIR: dataDir, SECRET_KEY: OLD })
    assert.equal(old.code, 1)
    assert.match(old.stderr, /^SECRET_KEY is not the one that this database was set up with/)

    function rotate() {
      return dossier(['rotate-key'], { DATA_DIR: dataDir, ...CHANGE })
    }

    async function killedRotation(afterMs: number): Promise<void> {
      const env = { ...bareEnvironment, DATA_DIR: dataDir, ...CHANGE }
      const child = spawn(process.execPath, [BIN, 'rotate-key'], { env, stdio: 'ignore' })
      const ended = once(child, 'close')
      await delay(afterMs)
      child.kill('SIGKILL')
      await ended
    }

    async function fileMany(name: string, count: number): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        const content = `${name} ${n} `.repeat(2000)
        const form = new FormData()
        const data = { title: name, document_type_code: 'contract', employee_technical_id: 'E-1001' }
        form.set('data', JSON.stringify(data))
        form.set('file', new Blob([content]), 'file.txt')
        const answer = await fetch(`${service.url}/api/v1/enterprise/documents/`, {
          method: 'POST',
          headers: { 'x-api-key': apiKey },
          body: form,
        })
        assert.equal(answer.status, 201, await answer.clone().text())
        filed += 1
      }
    }
  })
})
