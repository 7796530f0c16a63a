import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOrganizations, treeOf } from './organization-tree.ts'

const tree = treeOf([
  { code: 'FR-PAR', name: 'Paris', parent: 'FR' },
  { code: 'FR', name: 'France', parent: 'GROUP' },
  { code: 'GROUP', name: 'Group', parent: null },
  { code: 'FR-LYO', name: 'Lyon', parent: 'FR' },
  { code: 'LOST', name: 'Éloigné', parent: 'UNSEEN' },
])
const codes = (organizations: { code: string }[]) => organizations.map(({ code }) => code)

describe('the tree of organizations', () => {
  test('has those at the top whose parent is not in the list, by name', () => {
    assert.deepEqual(codes(tree.roots), ['LOST', 'GROUP'])
  })

  test('knows what lies below, and the path from the top', () => {
    assert.deepEqual(codes(tree.childrenOf('FR')), ['FR-LYO', 'FR-PAR'])
    assert.deepEqual(codes(tree.pathOf('FR-PAR')), ['GROUP', 'FR', 'FR-PAR'])
    assert.deepEqual(tree.pathOf('NONE'), [])
    assert.equal(tree.countBelow('GROUP'), 3)
  })

  test('shows what is open, and how deep it lies', () => {
    const shown = (isOpen: (code: string) => boolean) =>
      tree.lines(isOpen).map(({ organization, level }) => `${level} ${organization.code}`)

    assert.deepEqual(
      shown(() => false),
      ['1 LOST', '1 GROUP'],
    )
    assert.deepEqual(
      shown((code) => code === 'GROUP'),
      ['1 LOST', '1 GROUP', '2 FR'],
    )
    assert.deepEqual(
      shown(() => true),
      ['1 LOST', '1 GROUP', '2 FR', '3 FR-LYO', '3 FR-PAR'],
    )
  })

  test('finds by name or code, whatever the accents', () => {
    assert.deepEqual(codes(findOrganizations(tree, 'eloigne')), ['LOST'])
    assert.deepEqual(codes(findOrganizations(tree, 'fr-l')), ['FR-LYO'])
  })
})
