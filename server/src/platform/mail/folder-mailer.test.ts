import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { folderMailer } from './folder-mailer.ts'
import { aMail, mailConformance, SENDER } from './mail.conformance.ts'

mailConformance('folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  return {
    mailer: folderMailer({ folder: join(folder, 'mail'), from: SENDER }),
    received: () => mailsIn(join(folder, 'mail')),
    close: () => rm(folder, { recursive: true }),
  }
})

describe('folder: files', () => {
  test('a mail is one .eml file, for its owner alone, and nothing else is left', async (t) => {
    const folder = await aFolder(t)

    await folderMailer({ folder, from: SENDER }).send(aMail())

    const names = await readdir(folder)
    assert.equal(names.length, 1)
    assert.match(names[0] ?? '', /^\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{16}\.eml$/)
    assert.equal((await stat(join(folder, names[0] ?? ''))).mode & 0o777, 0o600)
  })

  test('file names sort by the time of sending', async (t) => {
    const folder = await aFolder(t)
    const mailer = folderMailer({ folder, from: SENDER })

    for (const subject of ['first', 'second', 'third']) {
      await mailer.send(aMail({ subject }))
      await sleep(2)
    }

    const emails = await Promise.all((await mailsIn(folder)).map((raw) => PostalMime.parse(raw)))
    assert.deepEqual(
      emails.map(({ subject }) => subject),
      ['first', 'second', 'third'],
    )
  })

  test('a folder that cannot be written rejects', async (t) => {
    const folder = await aFolder(t)
    await writeFile(join(folder, 'mail'), 'a file where a folder belongs')

    await assert.rejects(folderMailer({ folder: join(folder, 'mail'), from: SENDER }).send(aMail()))
  })
})

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

async function mailsIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder).catch(() => [])
  return await Promise.all(names.sort().map((name) => readFile(join(folder, name))))
}
