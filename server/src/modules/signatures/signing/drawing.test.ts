import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '#platform/problem.ts'
import { type DrawingInput, parseDrawing } from './drawing.ts'

const required = (field: string) => ({ field, code: 'required', message: 'This field is required.' })
const halfPoint = (index: number) => ({
  field: `drawing.strokes.${index}`,
  code: 'invalid',
  message: 'A point must have two numbers.',
})

function errorsOf(drawing: DrawingInput) {
  try {
    parseDrawing(drawing)
  } catch (error) {
    assert.ok(error instanceof Problem && error.kind === 'invalid')
    return error.fields
  }
  return []
}

describe('a typed signature', () => {
  test('is the name without the blanks around it, and nothing else of what was sent', () => {
    const given = { kind: 'typed' as const, text: ' \u00a0Zoë  Łuk\t', aspect: 3, strokes: [[0, 0]] }

    assert.deepEqual(parseDrawing(given), { kind: 'typed', text: 'Zoë  Łuk' })
  })

  for (const text of [undefined, '', ' ', '\u00a0\u2003\t\n']) {
    test(`is refused for the name ${JSON.stringify(text)}`, () => {
      assert.deepEqual(errorsOf({ kind: 'typed', ...(text === undefined ? {} : { text }) }), [required('drawing.text')])
    })
  }
})

describe('a drawn signature', () => {
  test('is its lines and the shape of the area, and nothing else of what was sent', () => {
    const strokes = [
      [0, 0, 1, 1],
      [0.5, 0.5],
    ]

    assert.deepEqual(parseDrawing({ kind: 'drawn', aspect: 3, strokes, text: 'Eve' }), {
      kind: 'drawn',
      aspect: 3,
      strokes,
    })
  })

  const line = (numbers: number) => Array<number>(numbers).fill(0.5)
  const refusals: [what: string, drawing: Partial<DrawingInput>, errors: object[]][] = [
    ['all that is missing at once', {}, [required('drawing.aspect'), required('drawing.strokes')]],
    ['a missing shape', { strokes: [line(2)] }, [required('drawing.aspect')]],
    ['missing lines', { aspect: 1 }, [required('drawing.strokes')]],
    ['every half point', { aspect: 1, strokes: [line(3), line(2), line(5)] }, [halfPoint(0), halfPoint(2)]],
    ['half a point and a missing shape', { strokes: [line(3)] }, [required('drawing.aspect'), halfPoint(0)]],
    [
      'one point more than 20 000',
      { aspect: 1, strokes: [...Array<number[]>(10).fill(line(4000)), line(2)] },
      [{ field: 'drawing.strokes', code: 'too_large', message: 'This has too many points.' }],
    ],
  ]
  for (const [what, drawing, errors] of refusals) {
    test(`is refused with ${what}`, () => assert.deepEqual(errorsOf({ kind: 'drawn', ...drawing }), errors))
  }

  test('may have exactly 20 000 points', () => {
    assert.deepEqual(errorsOf({ kind: 'drawn', aspect: 1, strokes: Array<number[]>(10).fill(line(4000)) }), [])
  })
})

test('any drawing is either kept as it is, or refused for every half point and for nothing else', () => {
  let state = 1
  const random = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  let kept = 0
  for (let round = 0; round < 300; round += 1) {
    const strokes = Array.from({ length: 1 + random(3) }, () =>
      Array.from({ length: 2 + random(5) }, () => random(1000) / 999),
    )
    const drawing = { kind: 'drawn' as const, aspect: 0.2 + random(198) / 10, strokes }
    const odd = strokes.flatMap((one, index) => (one.length % 2 === 1 ? [halfPoint(index)] : []))

    assert.deepEqual(errorsOf(drawing), odd)
    if (odd.length > 0) continue
    assert.deepEqual(parseDrawing(drawing), drawing)
    kept += 1
  }
  assert.ok(kept > 50 && kept < 250, `${kept}`)
})

test('any typed name is kept without the blanks around it, and what is left has none', () => {
  for (const name of ['Zoë', "O'Brien-Łuk", '李 小龍', '🙂', 'a\u00a0b', 'x'.repeat(100)]) {
    for (const [before, behind] of [
      [' ', ''],
      ['', '\t'],
      ['\u2003 ', ' \u00a0\n'],
    ] as const) {
      assert.deepEqual(parseDrawing({ kind: 'typed', text: before + name + behind }), { kind: 'typed', text: name })
    }
  }
})
