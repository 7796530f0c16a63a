import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { employeeAddresses, managerAddresses } from './addresses.ts'

describe('the addresses of a document', () => {
  test('of an employee are below their collection, with a file to show and one to download', () => {
    const { download, inline, preview, thumbnail, page } = employeeAddresses('vault', 'd1')

    assert.deepEqual(
      [download, inline, preview, thumbnail, page(3)],
      [
        '/portal/api/me/vault/d1/file?download=true',
        '/portal/api/me/vault/d1/file',
        '/portal/api/me/vault/d1/image',
        '/portal/api/me/vault/d1/image?size=thumbnail',
        '/portal/api/me/vault/d1/pages/3',
      ],
    )
  })

  test('of a manager have a download only', () => {
    const addresses = managerAddresses('d1')

    assert.equal(addresses.download, '/portal/api/manager/documents/d1/file')
    assert.equal('inline' in addresses, false)
  })

  test('cannot be changed by an id: it stays one segment of the path', () => {
    assert.equal(managerAddresses('../a?b#c').preview, '/portal/api/manager/documents/..%2Fa%3Fb%23c/image')
  })
})
