import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { startPlatform } from '#test/harness/platform.ts'
import { defineJob } from './define-job.ts'
import { renewJobTexts } from './renew-job-texts.ts'

const OLD = 'the key before, which is long enough'
const NEW = 'the key after, which is long enough, too'
const both = openKeyring(NEW, { accepted: [OLD] })
const contextOf = (data: Record<string, unknown>) => ({
  clientId: 'acme',
  table: 'letters',
  rowId: String(data.id),
  purpose: 'letter',
})
const letters = { job: 'test.send-letters', field: 'encrypted_letter', contextOf }

test('the texts that waiting jobs carry are brought under the new key; those of other jobs stay', async () => {
  const { db, pool, queue } = await startPlatform([
    defineJob('test.send-letters', async () => {}),
    defineJob('test.others', async () => {}),
  ])
  const jobOf = (name: string, id: string, more: object = {}) => ({ name, data: { id, ...more }, startAt: null })
  const text = openKeyring(OLD).encrypt('Dear Ada', contextOf({ id: '1' }))
  await queue.insert(db, [
    jobOf('test.send-letters', '1', { encrypted_letter: text }),
    jobOf('test.send-letters', '2'),
    jobOf('test.send-letters', '3', { encrypted_letter: 'garbage' }),
    jobOf('test.others', '1', { encrypted_letter: text }),
  ])

  const first = await renewJobTexts(db, both, letters)
  const second = await renewJobTexts(db, both, letters)

  assert.deepEqual(first, { seen: 2, renewed: 1, unreadable: 1 })
  assert.deepEqual(second, { seen: 2, renewed: 0, unreadable: 1 })
  const { rows } = await pool.query<{ name: string; data: { id: string; encrypted_letter?: string } }>(
    `SELECT name, data FROM jobs.job WHERE name LIKE 'test.%' ORDER BY name, data->>'id'`,
  )
  const stored = rows.map(({ name, data }) => [name, data.id, data.encrypted_letter])
  const renewed = String(stored[1]?.[2])
  assert.equal(openKeyring(NEW).decrypt(renewed, contextOf({ id: '1' })), 'Dear Ada')
  assert.deepEqual(stored, [
    ['test.others', '1', text],
    ['test.send-letters', '1', renewed],
    ['test.send-letters', '2', undefined],
    ['test.send-letters', '3', 'garbage'],
  ])
})
