import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedDraft } from './stored-draft.ts'

/** What a browser keeps for a window; full from so many characters on. */
function aStorage(maxLength = 1000) {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    setItem(key: string, value: string) {
      if (value.length > maxLength) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
  }
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
  return items
}

describe('the draft of a window', () => {
  test('is read as it was kept, by its own name only, until it is forgotten', () => {
    aStorage()
    const draft = storedDraft<{ text: string }>('one')
    assert.equal(draft.read(), undefined)

    draft.keep({ text: 'Ça' })

    assert.deepEqual(draft.read(), { text: 'Ça' })
    assert.equal(storedDraft('two').read(), undefined)
    draft.forget()
    assert.equal(draft.read(), undefined)
  })

  test('is nothing where the storage holds something else', () => {
    aStorage().set('one', '{"text":')

    assert.equal(storedDraft('one').read(), undefined)
  })

  test('stays as it was when the storage is full', () => {
    aStorage(20)
    const draft = storedDraft<string>('one')
    draft.keep('short')

    draft.keep('x'.repeat(100))

    assert.equal(draft.read(), 'short')
  })
})
