import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inOrder } from './in-order.ts'

describe('inOrder', () => {
  test('puts every table behind those that it refers to, and leaves others where they are', () => {
    const references = [
      { name: 'attempts', needs: 'deliveries' },
      { name: 'deliveries', needs: 'endpoints' },
      { name: 'attempts', needs: 'endpoints' },
    ]

    assert.deepEqual(inOrder(['attempts', 'notes', 'deliveries', 'endpoints'], references), [
      'notes',
      'endpoints',
      'deliveries',
      'attempts',
    ])
  })

  test('does not wait for tables that are not among them: they are there already', () => {
    assert.deepEqual(inOrder(['deliveries'], [{ name: 'deliveries', needs: 'endpoints' }]), ['deliveries'])
  })

  test('names tables that refer to each other', () => {
    const references = [
      { name: 'hens', needs: 'eggs' },
      { name: 'eggs', needs: 'hens' },
    ]

    assert.throws(
      () => inOrder(['coops', 'hens', 'eggs'], references),
      /^Error: The tables hens, eggs refer to each other\.$/,
    )
  })
})
