import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { aFolder } from '#test/harness/processes/service.ts'
import { folderMailer } from './folder-mailer.ts'
import { aMail, SENDER } from './mail.conformance.ts'
import { measuredMailer } from './measured-mailer.ts'

test('mails are counted by what became of them, from nought on', async () => {
  const registry = new Registry()
  const folder = await aFolder()
  await writeFile(join(folder, 'file'), '')
  const at = (path: string) => folderMailer({ folder: join(folder, path), from: SENDER })
  const counts = async () => (await registry.getSingleMetric('dossier_mails_total')?.get())?.values ?? []
  const working = measuredMailer(at('mail'), registry)
  assert.deepEqual(
    (await counts()).map(({ value }) => value),
    [0, 0],
  )

  await working.send(aMail())
  const other = new Registry()
  const broken = measuredMailer(at('file/mail'), other)
  await assert.rejects(broken.send(aMail()))

  assert.match(await registry.metrics(), /^dossier_mails_total\{outcome="sent"\} 1$/m)
  assert.match(await other.metrics(), /^dossier_mails_total\{outcome="failed"\} 1$/m)
  assert.match(await other.metrics(), /^dossier_mails_total\{outcome="sent"\} 0$/m)
})
