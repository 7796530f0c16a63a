import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openProgressBar } from './progress-bar.ts'

/** A terminal, or something else that is written to. */
function anOutput({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) }
  return { stream: stream as unknown as NodeJS.WriteStream, written }
}

describe('a progress bar', () => {
  for (const [share, bar] of [
    [0, `[${'-'.repeat(30)}]   0 %`],
    [0.5, `[${'#'.repeat(15)}${'-'.repeat(15)}]  50 %`],
    [0.999, `[${'#'.repeat(30)}]  99 %`],
    [1, `[${'#'.repeat(30)}] 100 %`],
  ] as const) {
    test(`shows ${share} over what it showed before`, () => {
      const { stream, written } = anOutput({ isTTY: true })

      openProgressBar(stream).show(share)

      assert.deepEqual(written, [`\r${bar}`])
    })
  }

  test('is as wide at its end as at its beginning, and leaves an empty line behind', () => {
    const { stream, written } = anOutput({ isTTY: true })

    const bar = openProgressBar(stream)
    for (const share of [0, 0.1, 1]) bar.show(share)
    bar.close()

    const [first, , last, cleared = ''] = written
    assert.equal(first?.length, last?.length)
    assert.match(cleared, /^\r +\r$/)
    assert.ok(cleared.length - 1 > (last?.length ?? 0))
  })

  test('says nothing without a terminal', () => {
    const { stream, written } = anOutput({ isTTY: false })

    const bar = openProgressBar(stream)
    bar.show(0.5)
    bar.close()

    assert.deepEqual(written, [])
  })
})
