import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { localPath } from './local-path.ts'

describe('localPath', () => {
  for (const next of [
    '/',
    '/portal/documents?type=payslip&q=a%20b#top',
    '/api/v1/url/manager/employee/folder/?employee_id=E-1',
    '/%09/evil.test',
    '/a//b',
    '/@evil.test',
    '/?next=https://evil.test',
    '/https://evil.test',
  ]) {
    test(`keeps ${next}`, () => {
      assert.equal(localPath(next), next)
    })
  }

  for (const next of [
    ...[undefined, '', 'portal', '?a', '#a', 'https://evil.test/x', '//evil.test/x', '///evil.test/x'],
    ...['/\\evil.test/x', '\\\\evil.test/x', '\\/evil.test', 'https:evil.test', 'http:/evil.test', '/\t/evil.test'],
    ...['\t//evil.test', ' //evil.test', ' https://evil.test', '/\n/evil.test', '/.//evil.test', '/..//evil.test'],
    ...['/a/..//evil.test', '/%2e//evil.test', '/./\\evil.test', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)'],
    ...['data:text/html,x', 'http://localhost:8080@evil.test/', '/\u0000', '/a\r\nset-cookie: x=1'],
    `/${'a'.repeat(3000)}`,
  ]) {
    test(`leads to the first page instead of ${JSON.stringify(next)?.slice(0, 60)}`, () => {
      assert.equal(localPath(next), '/')
    })
  }

  test('whatever it is given, the answer stays on the site and stays what it is', () => {
    const nasty = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'evil.test',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (given, isRooted) => {
        const path = localPath(isRooted ? `/${given}` : given)

        assert.equal(new URL(path, 'https://dossier.example').origin, 'https://dossier.example')
        assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/)
        assert.equal(localPath(path), path)
      }),
    )
  })
})
