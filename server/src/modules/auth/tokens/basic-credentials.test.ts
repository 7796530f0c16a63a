import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseBasic } from './basic-credentials.ts'

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('parseBasic', () => {
  const cases = [
    { header: header('id:secret'), is: [{ id: 'id', secret: 'secret' }] },
    { header: header('id:a:b'), is: [{ id: 'id', secret: 'a:b' }] },
    { header: header('id:'), is: [{ id: 'id', secret: '' }] },
    { header: header(':secret'), is: [{ id: '', secret: 'secret' }] },
    { header: header('é:密'), is: [{ id: 'é', secret: '密' }] },
    {
      header: header('a%3Ab:c+d'),
      is: [
        { id: 'a%3Ab', secret: 'c+d' },
        { id: 'a:b', secret: 'c d' },
      ],
    },
    { header: header('100%:x'), is: [{ id: '100%', secret: 'x' }] },
    { header: header('a%00:x'), is: [{ id: 'a%00', secret: 'x' }] },
    { header: header('a\0:x'), is: [] },
    { header: header('no colon'), is: [] },
    { header: 'Basic', is: [] },
    { header: 'Basic ', is: [] },
    { header: 'Basic !!!', is: [] },
    { header: 'Bearer aWQ6c2VjcmV0', is: [] },
    { header: undefined, is: [] },
    { header: 'BASIC   aWQ6c2VjcmV0  ', is: [{ id: 'id', secret: 'secret' }] },
  ]
  for (const { header: text, is } of cases) {
    test(`reads ${text} as ${JSON.stringify(is)}`, () => {
      assert.deepEqual(parseBasic(text), is)
    })
  }
})
