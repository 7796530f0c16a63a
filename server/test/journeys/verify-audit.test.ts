import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aFolder } from '#test/harness/processes/service.ts'

const service = await startApp()
const { recorded, chain, exported } = auditCalls(service)
await recorded([{ action: 'role.deleted', resource: { type: 'role', id: 'hr' } }, { action: 'note.deleted' }])
await chain()

test('verify-audit of a file ends with 0 if it holds, and with 1 if not', async () => {
  const folder = await aFolder()
  const [whole, changed] = [join(folder, 'whole.jsonl'), join(folder, 'changed.jsonl')]
  const { body } = await exported()
  await writeFile(whole, body)
  await writeFile(changed, body.replace('role.deleted', 'role.created'))

  const good = await dossier(['verify-audit', whole], { DATA_DIR: folder })
  const bad = await dossier(['verify-audit', changed], { DATA_DIR: folder })

  assert.deepEqual([good.code, bad.code], [0, 1], good.stderr + bad.stderr)
  assert.match(good.stdout, /^OK: \d+ entries of acme, the whole chain/)
  assert.match(bad.stdout, /^FAILED: entry \d+: hash is not that of its content/)
})

test('verify-audit of the database ends with 0 if it holds, and with 1 if not', async () => {
  const folder = await aFolder()
  const { host, port, user, database } = service.connection
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const env = { DATA_DIR: folder, DATABASE_URL: url }

  const good = await dossier(['verify-audit', '--client', 'acme'], env)
  await service.pool.query(
    `UPDATE audit_people SET actor_name = 'Somebody else' WHERE client_id = 'acme' AND sequence = 1`,
  )
  const bad = await dossier(['verify-audit', '--client', 'acme'], env)

  assert.deepEqual([good.code, bad.code], [0, 1], good.stderr + bad.stderr)
  assert.match(good.stdout, /OK: acme \(\d+ entries, \d+ checkpoints\)/)
  assert.match(bad.stdout, /FAILED: client acme, entry 1: actor_hash is not that of its actor/)
})
