import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWebAddress } from './web-address.ts'

describe('isWebAddress', () => {
  const taken: [string, string][] = [
    ['https', 'https://acme.test'],
    ['http', 'http://acme.test/'],
    ['capitals', 'HTTPS://ACME.TEST/A'],
    ['a port', 'https://acme.test:8443/a'],
    ['a path, a query and a fragment', 'https://acme.test/a/b?c=d&e=f#g'],
    ['a name without a point', 'http://localhost/a'],
    ['an address by number', 'http://127.0.0.1:8080/'],
    ['an address of version 6', 'http://[::1]:8080/'],
    ['an international name', 'https://münchen.test/straße'],
    ['an at sign in the path', 'https://acme.test/@eve'],
    ['an at sign in the query', 'https://acme.test/?user=eve@acme.test'],
    ['what is percent-encoded', 'https://acme.test/a%20b%00'],
    ['a name that ends with a point', 'https://acme.test./'],
  ]
  for (const [what, text] of taken) {
    test(`takes ${what}: ${text}`, () => {
      assert.equal(isWebAddress(text), true)
    })
  }

  const refused: [string, string][] = [
    ['nothing', ''],
    ['text', 'acme'],
    ['no scheme', 'acme.test/a'],
    ['the scheme of the page', '//acme.test/a'],
    ['a path', '/a'],
    ['a scheme alone', 'https://'],
    ['no slashes', 'https:acme.test'],
    ['one slash', 'https:/acme.test'],
    ['backslashes', 'https:\\\\acme.test'],
    ['a script', 'javascript:alert(1)//https://acme.test'],
    ['data', 'data:text/html,https://acme.test'],
    ['a file', 'file:///etc/passwd'],
    ['ftp', 'ftp://acme.test/'],
    ['web sockets', 'wss://acme.test/'],
    ['a scheme that begins alike', 'httpsx://acme.test/'],
    ['a scheme within another', 'view-source:https://acme.test/'],
    ['a user', 'https://eve@acme.test/'],
    ['a user and a password', 'https://eve:secret@acme.test/'],
    ['a password alone', 'https://:secret@acme.test/'],
    ['a user that looks like a host', 'https://acme.test@evil.test/'],
    ['a space', 'https://acme.test/a b'],
    ['a space before', ' https://acme.test/'],
    ['a space after', 'https://acme.test/ '],
    ['a line end', 'https://acme.test/\n'],
    ['a line end within', 'https://acme\n.test/'],
    ['a tabulator', 'https://acme.test/\ta'],
    ['a space that does not break', 'https://acme.test/\u00a0'],
    ['a NUL', 'https://acme.test/\0'],
    ['a control character', 'https://acme.test/\u0007'],
    ['half a surrogate pair', 'https://acme.test/\ud800'],
    ['a port that there is not', 'https://acme.test:65536/'],
    ['a port that is not a number', 'https://acme.test:http/'],
    ['brackets that do not close', 'http://[::1'],
    ['a number that is not an address', 'http://256.256.256.256/'],
    ['a host with a forbidden character', 'https://ac<me.test/'],
    ['a query without a host', 'https://?a=b'],
  ]
  for (const [what, text] of refused) {
    test(`refuses ${what}: ${JSON.stringify(text)}`, () => {
      assert.equal(isWebAddress(text), false)
    })
  }
})
