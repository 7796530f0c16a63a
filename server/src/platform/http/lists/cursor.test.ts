import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import { Problem } from '#platform/problem.ts'
import { openCursors } from './cursor.ts'

const cursors = openCursors(openKeyring('the key of this test, of good length'))
const scope = ['acme', 'datasets', '-name']

describe('a cursor', () => {
  const positions: Position[] = [
    { before: false, key: ['b'] },
    { before: true, key: ['b', 'c'] },
    { before: false, key: [''] },
    { before: false, key: ['"quoted", [brackets] \\ and / slashes', 'été 漢字 🙂', '\uFFFD'] },
    { before: true, key: [] },
  ]
  for (const position of positions) {
    test(`comes back as it was written: ${JSON.stringify(position)}`, () => {
      const read = cursors.read(scope, cursors.write(scope, position))

      assert.deepEqual(read, position)
    })
  }

  test('that was not sent stands for the beginning', () => {
    assert.equal(cursors.read(scope, undefined), undefined)
  })

  test('fits a query without being encoded', () => {
    const written = cursors.write(scope, { before: false, key: ['???>>>~~~', '\u00ff'.repeat(50)] })

    assert.match(written, /^[\w-]+$/)
  })

  test('of another process with the same key is read', () => {
    const other = openCursors(openKeyring('the key of this test, of good length'))

    assert.deepEqual(cursors.read(scope, other.write(scope, { before: false, key: ['k'] }))?.key, ['k'])
  })

  const otherScopes = [
    ['of another client', ['globex', 'datasets', '-name']],
    ['of another sort', ['acme', 'datasets', 'name']],
    ['of a scope with less in it', ['acme', 'datasets']],
    ['of a scope with more in it', [...scope, '']],
    ['of a scope that is parted elsewhere', ['acmed', 'atasets', '-name']],
    ['of no scope', []],
  ] as const
  for (const [name, other] of otherScopes) {
    test(`${name} is refused`, () => {
      const written = cursors.write([...other], { before: false, key: ['k'] })

      refused(written)
    })
  }
})

describe('a forged cursor', () => {
  const good = cursors.write(scope, { before: false, key: ['some key'] })
  const signature = Buffer.from(good, 'base64url').subarray(0, 16)
  const content = '[0,"some key"]'
  const encode = (...parts: (Buffer | string)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString('base64url')

  test('is known from a good one', () => {
    assert.equal(encode(signature, content), good)
    assert.deepEqual(cursors.read(scope, good)?.key, ['some key'])
  })

  const forms: [string, string][] = [
    ['nothing', ''],
    ['a word', 'abc'],
    ['something that is not base64url', '!!!'],
    ['a number', '12345'],
    ['content without a signature', encode(content)],
    ['a signature without content', encode(signature)],
    ['a signature of zeroes', encode(Buffer.alloc(16), content)],
    ['the signature with other content', encode(signature, '[0,"other key"]')],
    ['the other direction', encode(signature, '[1,"some key"]')],
    ['content with a space more', encode(signature, '[0, "some key"]')],
    ['content that is not JSON', encode(signature, '[0,"some')],
    ['content that is not a list', encode(signature, '{}')],
    ['bytes that are no UTF-8', encode(signature, Buffer.from([0xff, 0xfe]))],
    ['a good one with padding', `${good}==`],
    ['a good one with a blank behind it', `${good} `],
    ['a good one with a NUL behind it', `${good}\0`],
    ['a good one twice', good + good],
    ['one made with another key', openCursors(openKeyring('x'.repeat(32))).write(scope, { before: false, key: ['k'] })],
    ['a very long one', 'A'.repeat(2000)],
  ]
  for (const [name, forged] of forms) test(`is refused: ${name}`, () => refused(forged))

  test('is refused whichever bit of a good one is turned', () => {
    const bytes = Buffer.from(good, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const turned = Buffer.from(bytes)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      refused(turned.toString('base64url'))
    }
  })

  test('is refused wherever a good one is cut', () => {
    for (let end = 0; end < good.length; end++) refused(good.slice(0, end))
  })
})

function refused(cursor: string): void {
  assert.throws(
    () => cursors.read(scope, cursor),
    (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.kind, 'malformed')
      assert.deepEqual(
        error.fields.map((one) => one.field),
        ['cursor'],
      )
      return true
    },
    `not refused: ${cursor}`,
  )
}
