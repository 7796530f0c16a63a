import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startS3 } from '#test/harness/files/s3.ts'
import { bareEnvironment } from '#test/harness/processes/bare-environment.ts'
import { dossier, type Ran } from '#test/harness/processes/command.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, type Service, startService } from '#test/harness/processes/service.ts'
import { inLength } from './length.ts'

const BACKUP_KEY = 'the key of the backups of this test, long enough'
const BIN = join(import.meta.dirname, '../../bin/dossier.mjs')
const KILLS = inLength(3, 8)

type Report = { taken_at: string; files: { count: number; copied: number } }

async function backUp(dataDir: string, target: string, ...flags: string[]): Promise<Report> {
  return JSON.parse(succeeded(await dossier(['backup', target, '--json', ...flags], { DATA_DIR: dataDir, BACKUP_KEY })))
}

function succeeded({ code, stdout, stderr }: Ran): string {
  assert.equal(code, 0, stdout + stderr)
  return stdout
}

/** An empty data folder with the key of another. */
async function aPlaceFor(dataDir: string): Promise<string> {
  const place = await aFolder()
  await copyFile(join(dataDir, 'secret.key'), join(place, 'secret.key'))
  return place
}

/** Files documents until it is told to stop. */
function writeTo(service: Service, apiKey: string) {
  const written: string[] = []
  let isOver = false
  const ended = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const form = new FormData()
      const data = { title: `Document ${n}`, document_type_code: 'contract', employee_technical_id: 'E-1001' }
      form.set('data', JSON.stringify(data))
      form.set('file', new Blob([`content ${n} `.repeat(3000)]), 'file.txt')
      const answer = await fetch(`${service.url}/api/v1/enterprise/documents/`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      })
      assert.equal(answer.status, 201, await answer.clone().text())
      written.push(((await answer.json()) as { id: string }).id)
    }
  })()
  return {
    written,
    async stop() {
      isOver = true
      await ended
    },
  }
}

describe('dossier backup and restore', () => {
  test(`under writes, to a folder and to S3, and ${KILLS} kills -9 of the restore: nothing half is taken for whole`, async () => {
    const { dataDir, welcome } = await aDemoFolder()
    const apiKey = /API key +(\S+)/.exec(welcome.stdout)?.[1] ?? ''
    const service = await startService({ dataDir })
    const s3 = await startS3()
    after(() => s3.stop())
    const folder = await aFolder()
    const writing = writeTo(service, apiKey)

    const first = await backUp(dataDir, folder)
    const written = writing.written.length
    const second = await backUp(dataDir, folder, '--keep', '2')
    const third = await backUp(dataDir, `${s3.url.replace('?', '/backups?')}`)
    await writing.stop()
    assert.equal(await service.end('SIGTERM'), 0)

    assert.equal(first.files.copied, first.files.count)
    assert.ok(second.files.count >= first.files.count + (written > 0 ? 0 : 1))
    assert.equal(second.files.copied, second.files.count - first.files.count)
    assert.ok((await s3.objects()).every((path) => /^backups\/(contents|manifests)\/files\//.test(path)))

    const place = await aPlaceFor(dataDir)
    const env = { DATA_DIR: place, BACKUP_KEY }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedRestore(env, folder, (kill % 4) * 40)
      const { code, stderr } = await dossier(['verify-files'], env)
      assert.deepEqual([code, stderr], [1, 'A restore into this database has not ended: run dossier restore again.\n'])
    }
    succeeded(await dossier(['restore', folder], env))
    const whole = succeeded(await dossier(['verify-files'], env))
    assert.equal(Number.parseInt(whole, 10), second.files.count)
    const [lost] = (await readdir(join(place, 'files'))).filter((name) => name !== 'incoming')
    await rm(join(place, 'files', lost ?? ''), { recursive: true })
    assert.match(succeeded(await dossier(['restore', folder, '--files'], env)), /^[1-9]\d* files were missing/)
    assert.equal(succeeded(await dossier(['verify-files'], env)), whole)
    const fromS3 = { DATA_DIR: await aPlaceFor(dataDir), BACKUP_KEY }
    const bucket = s3.url.replace('?', '/backups?')
    assert.match(succeeded(await dossier(['restore', bucket], fromS3)), /^Restored the backup of /m)
    const verified = succeeded(await dossier(['verify-files'], fromS3))
    assert.equal(Number.parseInt(verified, 10), third.files.count)

    const again = await startService({ dataDir: fromS3.DATA_DIR })
    const more = writeTo(again, apiKey)
    await delay(500)
    await more.stop()
    assert.ok(more.written.length > 0)
    assert.ok(more.written.every((id) => !writing.written.includes(id)))
    assert.equal(await again.end('SIGTERM'), 0)
  })

  test('are refused without a BACKUP_KEY, with another one, and with a target that cannot be read', async () => {
    const { dataDir } = await aDemoFolder()
    const folder = await aFolder()

    const keyless = await dossier(['backup', folder], { DATA_DIR: dataDir })
    await backUp(dataDir, folder)
    const env = { DATA_DIR: dataDir, BACKUP_KEY: `${BACKUP_KEY}!` }
    const foreign = await dossier(['backup', folder], env)
    const odd = await dossier(['backup', 's3://KEY:hunter2@b'], env)
    const none = await dossier(['backup', folder, '--keep', '0'], env)
    const used = await dossier(['restore', folder], { DATA_DIR: dataDir, BACKUP_KEY })

    const answers = [keyless, foreign, odd, none, used]
    assert.deepEqual(
      answers.map(({ code, stderr }) => [code, stderr.trim().split('\n').length]),
      answers.map(() => [1, 1]),
    )
    assert.match(keyless.stderr, /^BACKUP_KEY is not set/)
    assert.match(foreign.stderr, /another BACKUP_KEY/)
    assert.match(odd.stderr, /^TARGET is not valid: the bucket/)
    assert.ok(!odd.stderr.includes('hunter2'))
    assert.match(none.stderr, /^--keep is not valid/)
    assert.match(used.stderr, /^The database is not empty/)
  })
})

/** Kills a restore so long after it has begun to restore files. */
async function killedRestore(env: Record<string, string>, folder: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'restore', folder], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Restoring files')) break
  await delay(afterMs)
  child.kill('SIGKILL')
  await ended
}
