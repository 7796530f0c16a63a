import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import type { TestApp } from '#test/harness/app.ts'
import { acme, globex } from '#test/harness/builders.ts'
import type { AccountId } from '#test/harness/http/portal-calls.ts'

/**
 * Gives a person a log-in with a password whose hash names next to no cost, which the service follows: one of production
 * takes 40 ms of CPU time whenever it is made or tried.
 */
export async function giveCheapPassword(
  { v2, pool }: TestApp,
  account: AccountId,
  password: string,
  owner: typeof acme | typeof globex = acme,
): Promise<void> {
  const application = owner === globex ? 'rival' : 'payroll'
  const answer = await v2('PUT', `/accounts/${account}`, { application, body: {} })
  assert.ok(answer.statusCode < 300, answer.body)
  const { rowCount } = await pool.query(
    `UPDATE accounts SET password_hash = $3 WHERE client_id = $1 AND scope || ':' || technical_id = $2`,
    [owner.client.id, account, cheapHashOf(password)],
  )
  assert.equal(rowCount, 1)
}

function cheapHashOf(message: string): string {
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(hash)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
