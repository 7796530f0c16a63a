import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { localPath } from './local-path.ts'

const SITE = 'https://dossier.example'

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
      assert.equal(localPath(next, SITE), next)
    })
  }

  for (const next of [
    undefined,
    '',
    'portal',
    '?a',
    '#a',
    'https://evil.test/x',
    '//evil.test/x',
    '///evil.test/x',
    '/\\evil.test/x',
    '\\\\evil.test/x',
    '\\/evil.test',
    'https:evil.test',
    'http:/evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    ' //evil.test',
    ' https://evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/./\\evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://localhost:8080@evil.test/',
    '/\u0000',
    '/a\r\nset-cookie: x=1',
    `/${'a'.repeat(3000)}`,
    // Absolute addresses of other sites, and of this one spelt to deceive.
    'https://evil.test/portal',
    'http://dossier.example/portal',
    'https://dossier.example:8443/portal',
    'https://dossier.example./portal',
    'https://dossier.example.evil.test/',
    'https://evildossier.example/',
    'https://dossier.example@evil.test/',
    'https://me@dossier.example/',
    'https://:x@dossier.example/',
    'https://dossier.example:443@evil.test/',
    'https://evil.test/https://dossier.example/',
    'ftp://dossier.example/',
    'https:\\\\dossier.example/',
    'https://dossier.example\\@evil.test/',
    'https://dossier.example\\.evil.test/',
    'https:/dossier.example/',
    'https:dossier.example/',
    'https://',
    'https://dossier.example:0x1bb/',
    'https://dossier.example//evil.test/',
    'https://dossier.example/.//evil.test/',
    'https://dossier.example/\t/evil.test',
    'https://evil.test#@dossier.example/',
    'https://evil.test?@dossier.example/',
    'https://dossier.example\n.evil.test/',
    'https://dossier．example./',
    'https://[::1]/',
    'view-source:https://dossier.example/',
    `https://dossier.example/${'a'.repeat(3000)}`,
  ]) {
    test(`leads to the first page instead of ${JSON.stringify(next)?.slice(0, 60)}`, () => {
      assert.equal(localPath(next, SITE), '/')
    })
  }

  for (const [next, path] of [
    ['https://dossier.example', '/'],
    ['https://dossier.example/', '/'],
    [
      'https://dossier.example/api/v1/url/employee/documents/?doc_type=payslip',
      '/api/v1/url/employee/documents/?doc_type=payslip',
    ],
    ['https://DOSSIER.Example/portal#top', '/portal#top'],
    ['HTTPS://dossier.example/portal', '/portal'],
    ['https://dossier.example:443/portal', '/portal'],
    ['https://dossier.example?a=b', '/?a=b'],
  ] as const) {
    test(`Spec 293: takes ${next} for ${path}`, () => {
      assert.equal(localPath(next, SITE), path)
    })
  }

  test('Spec 293: an address of this site has its port, and what lies below a PUBLIC_URL with a path', () => {
    assert.equal(localPath('http://127.0.0.1:8080/portal', 'http://127.0.0.1:8080'), '/portal')
    assert.equal(localPath('http://127.0.0.1/portal', 'http://127.0.0.1:8080'), '/')
    for (const site of ['https://hr.example/dossier', 'https://hr.example/dossier/']) {
      assert.equal(localPath('https://hr.example/dossier/portal?a=b', site), '/portal?a=b')
      assert.equal(localPath('https://hr.example/dossier', site), '/')
      for (const other of ['', '/', '/other/portal', '/dossiers/portal', '/dossier/../other', '/dossier//evil.test']) {
        assert.equal(localPath(`https://hr.example${other}`, site), '/', other)
      }
    }
  })

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
      'https://dossier.example',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (given, isRooted) => {
        const path = localPath(isRooted ? `/${given}` : given, SITE)

        assert.equal(new URL(path, SITE).origin, SITE)
        assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/)
        assert.equal(localPath(path, SITE), path)
      }),
    )
  })
})
