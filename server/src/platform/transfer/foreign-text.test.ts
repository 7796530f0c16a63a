import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanForeignText } from './foreign-text.ts'

describe('cleanForeignText', () => {
  const cases: [what: string, text: string, expected: string][] = [
    ['leaves what can be shown', 'Reçu n° 17 🙂', 'Reçu n° 17 🙂'],
    ['makes a space of control characters', 'a\0b\x1b[2Jc\r\nd\x9fe', 'a b [2Jc d e'],
    ['makes a space of the separators of Unicode', 'a\u2028b\u2029c', 'a b c'],
    ['leaves none at the ends', '\0a\n', 'a'],
    ['replaces halves of surrogate pairs', 'a\ud83db', 'a\ufffdb'],
    ['cuts what is too long', 'x'.repeat(31), 'x'.repeat(30)],
    ['leaves no half of a pair where it cuts', `${'x'.repeat(29)}🙂`, `${'x'.repeat(29)}\ufffd`],
  ]
  for (const [what, text, expected] of cases) {
    test(what, () => {
      assert.equal(cleanForeignText(text, 30), expected)
    })
  }
})
