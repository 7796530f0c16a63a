import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { predicted } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { undoPredictor } from './undo-predictor.ts'

describe('undoPredictor', () => {
  const columns = 5
  const aRow = fc.uint8Array({ minLength: columns, maxLength: columns }).map((row) => Buffer.from(row))

  for (const [filter, name] of ['none', 'left', 'above', 'average', 'Paeth', 'each in turn'].entries()) {
    test(`gives back what was filtered by ${name}`, () => {
      fc.assert(
        fc.property(fc.array(aRow), (rows) => {
          assert.deepEqual(undoPredictor(predicted(rows, filter), columns), Buffer.concat(rows))
        }),
      )
    })
  }

  test('gives what there is of a last row that was cut off', () => {
    assert.deepEqual(undoPredictor(Buffer.from([2, 1, 2, 3, 2, 1]), 3), Buffer.from([1, 2, 3, 2]))
  })

  test('refuses a filter that does not exist', () => {
    assert.throws(() => undoPredictor(Buffer.from([5, 1, 2, 3]), 3), UnreadablePdf)
  })
})
