import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSecret } from './keyring.ts'
import { newSecretFor, tenantNamedIn } from './tenant-secret.ts'

describe('a secret that names its tenant', () => {
  test('names it, whatever characters its id has', () => {
    for (const id of ['a', 'acme', 'x'.repeat(64), 'Übung & Söhne', '..', 'a/b?c#d'])
      assert.equal(tenantNamedIn(newSecretFor({ id })), id)
  })

  test('is another each time, and survives a form, a cookie and a path', () => {
    const [one, other] = [newSecretFor({ id: 'acme' }), newSecretFor({ id: 'acme' })]
    assert.notEqual(one, other)
    assert.match(one, /^[\w-]+$/)
  })

  test('of an earlier version names none', () => assert.equal(tenantNamedIn(newSecret()), undefined))

  for (const text of ['', '.', 'acme', 'a'.repeat(43), `${'a'.repeat(43)}.YWNtZQ`, `${'a'.repeat(43)}YWNtZQ=`])
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(tenantNamedIn(text), undefined))

  test('with a NUL in the name names none: PostgreSQL would refuse the text', () => {
    const name = Buffer.from('a\0b').toString('base64url')
    assert.equal(tenantNamedIn(newSecret() + name), undefined)
  })
})
