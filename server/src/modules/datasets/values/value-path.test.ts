import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyOfPath, parseValuePath } from './value-path.ts'

describe('parseValuePath', () => {
  const paths = [
    { path: 'fr', code: 'fr', level: 1, parentPath: undefined },
    { path: 'fr.paris', code: 'paris', level: 2, parentPath: 'fr' },
    { path: 'fr.paris.hq', code: 'hq', level: 3, parentPath: 'fr.paris' },
    { path: 'a b', code: 'a b', level: 1, parentPath: undefined },
    { path: 'é.ß', code: 'ß', level: 2, parentPath: 'é' },
    { path: '東京.新宿', code: '新宿', level: 2, parentPath: '東京' },
    { path: 'x'.repeat(255), code: 'x'.repeat(255), level: 1, parentPath: undefined },
    { path: '😀'.repeat(255), code: '😀'.repeat(255), level: 1, parentPath: undefined },
    { path: '%2e', code: '%2e', level: 1, parentPath: undefined },
    { path: '__proto__', code: '__proto__', level: 1, parentPath: undefined },
  ]
  for (const { path, code, level, parentPath } of paths) {
    test(`reads ${JSON.stringify(path.slice(0, 20))} as level ${level}`, () => {
      const read = parseValuePath(path)

      assert.deepEqual(read, {
        path,
        code,
        level,
        pathKey: keyOfPath(path),
        parentPath,
        parentKey: parentPath === undefined ? null : keyOfPath(parentPath),
      })
    })
  }

  const refused = {
    'an empty text': '',
    'a lone dot': '.',
    'an empty first code': '.paris',
    'an empty last code': 'fr.',
    'an empty code between': 'fr..hq',
    'a slash': 'fr/paris',
    'a NUL': 'f\0r',
    'a line feed': 'fr\nparis',
    'a delete character': 'fr\u007f',
    'a C1 control character': 'fr\u0085',
    'half of a surrogate pair': 'fr\ud800',
    '256 characters': 'x'.repeat(256),
    '256 characters of four bytes': '😀'.repeat(256),
    '256 characters at the second level': `fr.${'x'.repeat(256)}`,
  }
  for (const [what, path] of Object.entries(refused)) {
    test(`refuses ${what}`, () => {
      assert.equal(parseValuePath(path), undefined)
    })
  }
})

describe('keyOfPath', () => {
  test('is a UUID that is the same for the same path', () => {
    assert.match(keyOfPath('fr.paris'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(keyOfPath('fr.paris'), keyOfPath('fr.paris'))
  })

  test('differs where the path differs, if only by case, accent or the place of a dot', () => {
    const paths = ['fr.paris', 'FR.paris', 'fr.pâris', 'fr.pa.ris', 'fr', 'frparis', 'fr.paris.']

    const keys = new Set(paths.map(keyOfPath))

    assert.equal(keys.size, paths.length)
  })
})
