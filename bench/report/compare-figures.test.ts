import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { betterOf, changesTable, compareFigures, LOSS, lostOf, type Run, withChanges } from './compare-figures.ts'
import { cpuMicros, type Figure, ratio } from './findings.ts'

const run = (figures: Record<string, Figure[]>, processor = 'A'): Run => ({ version: '1.0.0', processor, figures })
const verdicts = (before: Run, now: Run) => compareFigures(before, now).map(({ verdict }) => verdict)

describe('figures of two runs', () => {
  test('are kept up to the loss that is allowed, and lost beyond it', () => {
    const before = run({ put: [ratio('rate', 1), cpuMicros('CPU', 1000)] })

    for (const [factor, verdict] of [
      [1, 'kept'],
      [1 - LOSS + 0.001, 'kept'],
      [1 - LOSS - 0.001, 'lost'],
      [2, 'kept'],
      [0, 'lost'],
    ] as const) {
      const now = run({ put: [ratio('rate', factor), cpuMicros('CPU', 1000)] })
      assert.deepEqual(verdicts(before, now), [verdict, 'kept'], `ratio ${factor}`)
    }
    for (const [micros, verdict] of [
      [1000 * (1 + LOSS) - 1, 'kept'],
      [1000 * (1 + LOSS) + 1, 'lost'],
      [1, 'kept'],
    ] as const) {
      const now = run({ put: [ratio('rate', 1), cpuMicros('CPU', micros)] })
      assert.deepEqual(verdicts(before, now), ['kept', verdict], `${micros} µs`)
    }
  })

  test('say nothing of measurements that only one of them made', () => {
    const before = run({ put: [ratio('rate', 1)], get: [ratio('rate', 1)] })

    const changes = compareFigures(before, run({ get: [ratio('rate', 0.5)], list: [ratio('rate', 0.1)] }))

    assert.deepEqual(
      changes.map(({ measurement, verdict }) => [measurement, verdict]),
      [['get', 'lost']],
    )
  })

  test('do not compare the CPU time of two processors, and still compare ratios', () => {
    const before = run({ put: [ratio('rate', 1), cpuMicros('CPU', 1000)] })

    const now = run({ put: [ratio('rate', 0.5), cpuMicros('CPU', 9000)] }, 'B')

    assert.deepEqual(verdicts(before, now), ['lost', 'not compared'])
  })

  test('count a figure that is not a number as lost, and one that is no longer measured as not compared', () => {
    const before = run({ put: [ratio('rate', 1), ratio('other', 1)] })

    assert.deepEqual(verdicts(before, run({ put: [ratio('rate', Number.NaN)] })), ['lost', 'not compared'])
  })

  test('of a second try the better result of each counts, and only that', () => {
    const before = run({ put: [ratio('rate', 1), cpuMicros('CPU', 1000)], get: [ratio('rate', 1)] })
    const first = compareFigures(
      before,
      run({ put: [ratio('rate', 0.5), cpuMicros('CPU', 1100)], get: [ratio('rate', 0.5)] }),
    )
    const second = compareFigures(before, run({ put: [ratio('rate', 0.9), cpuMicros('CPU', 9000)] }))

    assert.deepEqual(
      betterOf(first, second).map(({ measurement, now, verdict }) => [measurement, now, verdict]),
      [
        ['put', 0.9, 'kept'],
        ['put', 1100, 'kept'],
        ['get', 0.5, 'lost'],
      ],
    )
    assert.equal(lostOf(first).length, 2)
  })

  test('are kept for a release as they were compared', () => {
    const before = run({ put: [ratio('rate', 1)] })
    const first = { put: [ratio('rate', 0.5), ratio('new', 3)], get: [ratio('rate', 2)] }
    const second = compareFigures(before, run({ put: [ratio('rate', 0.9)] }))

    const kept = withChanges(first, betterOf(compareFigures(before, run(first)), second))

    assert.deepEqual(kept, { put: [ratio('rate', 0.9), ratio('new', 3)], get: [ratio('rate', 2)] })
  })

  test('are shown with what changed', () => {
    const changes = compareFigures(
      run({ put: [ratio('rate', 0.5), cpuMicros('CPU', 1000)] }),
      run({ put: [ratio('rate', 0.25), cpuMicros('CPU', 1100)] }),
    )

    assert.deepEqual(changesTable(changes).rows, [
      ['put', 'rate, ratio', '0.50', '0.25', '-50 %', 'lost'],
      ['put', 'CPU, CPU µs', '1000', '1100', '+10 %', 'kept'],
    ])
  })
})
