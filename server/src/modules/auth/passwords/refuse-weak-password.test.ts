import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '#platform/problem.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

function codeOf(password: string, email: string | null = 'ada@acme.test'): string | undefined {
  try {
    refuseWeakPassword(password, email)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.fields[0]?.code
  }
}

describe('a new password', () => {
  for (const password of ['password1', 'PassWord1', 'trustno1', 'motdepasse', 'azertyuiop', '1qaz2wsx', 'aaaaaaaaab']) {
    test(`is refused when others would try it first: ${password}`, () => assert.equal(codeOf(password), 'too_common'))
  }

  test('is refused when it is the address, or the mailbox of it', () => {
    assert.equal(codeOf('Ada@Acme.test'), 'same_as_email')
    assert.equal(codeOf('ada.byron', 'ada.byron@acme.test'), 'same_as_email')
  })

  for (const password of ['correct horse battery', 'Lærke og ræv', 'tg7#kqLm']) {
    test(`is taken otherwise: ${password}`, () => assert.equal(codeOf(password), undefined))
  }
})
