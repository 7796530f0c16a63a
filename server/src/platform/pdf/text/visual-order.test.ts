import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visualOrder } from './visual-order.ts'

describe('visualOrder', () => {
  test('leaves lines from the left alone', () => {
    for (const line of ['', 'Łucja Wójcik (42)', 'Иванов, Σωκράτης']) assert.equal(visualOrder(line), line)
  })

  test('turns letters from the right around, with their marks upon them', () => {
    assert.equal(visualOrder('שלום'), 'םולש')
    assert.equal(visualOrder('שָׁלוֹם'), 'םוֹלשָׁ')
    assert.equal(visualOrder('שלום עולם'), 'םלוע םולש')
  })

  test('keeps numbers and words from the left in their order', () => {
    assert.equal(visualOrder('Name: שלום'), 'Name: םולש')
    assert.equal(visualOrder('(שלום) 42'), '42 (םולש)')
  })

  test('joins Arabic letters', () => {
    // Meem at the beginning, hah and meem within, dal at the end.
    assert.equal(visualOrder('محمد'), '\ufeaa\ufee4\ufea4\ufee3')
    // Ain, lam, yeh.
    assert.equal(visualOrder('علي'), '\ufef2\ufee0\ufecb')
    // Alef joins nothing behind it.
    assert.equal(visualOrder('باب'), '\ufe8f\ufe8e\ufe91')
    assert.equal(visualOrder('سلام'), '\ufee1\ufefc\ufeb3')
  })
})
