import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Value } from '#features/datasets/datasets.api.ts'
import { type Branch, linesOf, parentOf } from './value-tree.ts'

const aValue = (path: string) => ({ path }) as Value
const branchOf = (paths: string[], more: Partial<Branch> = {}): Branch => ({
  values: paths.map(aValue),
  next: null,
  state: 'loaded',
  ...more,
})
const all = () => true

/** The lines of a tree of two levels, each as text. */
function shown(branches: Record<string, Branch>, opened: string[], isShown: (value: Value) => boolean = all): string[] {
  return linesOf(new Map(Object.entries(branches)), new Set(opened), 2, isShown).map((line) =>
    line.kind === 'value'
      ? `${line.level} ${line.key} ${line.position}/${line.size}${line.isOpen ? ' open' : ''}${line.mayOpen ? '' : ' leaf'}`
      : `${line.level} ${line.kind} of "${line.parent}"`,
  )
}

describe('the lines of a value tree', () => {
  test('are the first level, and what is below the values that are open', () => {
    const branches = { '': branchOf(['de', 'fr']), fr: branchOf(['fr.lyon', 'fr.paris']) }

    assert.deepEqual(shown(branches, []), ['1 de 1/2', '1 fr 2/2'])
    assert.deepEqual(shown(branches, ['fr']), [
      '1 de 1/2',
      '1 fr 2/2 open',
      '2 fr.lyon 1/2 leaf',
      '2 fr.paris 2/2 leaf',
    ])
  })

  test('say what is not there: more to load, nothing, or a failure; how many is not known before the end', () => {
    assert.deepEqual(shown({ '': branchOf(['de'], { next: 'p2' }) }, []), ['1 de 1/-1', '1 more of ""'])
    assert.deepEqual(shown({ '': branchOf(['de'], { state: 'failed' }) }, []), ['1 de 1/1', '1 failed of ""'])
    assert.deepEqual(shown({ '': branchOf(['de']), de: branchOf([]) }, ['de']), ['1 de 1/1 open', '2 none of "de"'])
    assert.deepEqual(shown({ '': branchOf([]) }, []), [])
    assert.deepEqual(shown({}, []), [])
  })

  test('of a value that is being opened are not open before its level is asked for', () => {
    assert.deepEqual(shown({ '': branchOf(['de']) }, ['de']), ['1 de 1/1'])
    const [line] = linesOf(
      new Map([
        ['', branchOf(['de'])],
        ['de', branchOf([], { state: 'loading' })],
      ]),
      new Set(['de']),
      2,
      all,
    )
    assert.ok(line?.kind === 'value' && line.isLoading && line.isOpen)
  })

  test('leave out what is filtered, but not what is open', () => {
    const branches = { '': branchOf(['de', 'es', 'fr']), fr: branchOf(['fr.lyon']) }

    assert.deepEqual(
      shown(branches, ['fr'], ({ path }) => path === 'es'),
      ['1 es 1/2', '1 fr 2/2 open', '2 none of "fr"'],
    )
  })
})

test('the parent of a path is what stands before its last dot', () => {
  assert.deepEqual(['fr', 'fr.lyon', 'fr.lyon.69001', ''].map(parentOf), ['', 'fr', 'fr.lyon', ''])
})
