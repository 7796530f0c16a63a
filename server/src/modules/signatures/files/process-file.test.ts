import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FileRow } from '#modules/signatures/processes/queries.ts'
import { Problem } from '#platform/problem.ts'
import { aProcessRow } from '#test/harness/features/signature-rows.ts'
import { fileAnswerOf, fileOf } from './process-file.ts'

const original: FileRow = { filename: 'Vertrag.pdf', size: '1000', sha256: 'aa'.repeat(32), page_count: 2 }
const sealed: FileRow = { filename: 'Vertrag.pdf', size: '9007199254740991', sha256: 'bb'.repeat(32), page_count: 3 }
const running = aProcessRow({ original })
const done = aProcessRow({ original, sealed })

describe('the files of a process', () => {
  test('are the original from the first, and the sealed one as soon as there is one', () => {
    assert.equal(fileOf(running, 'original'), original)
    assert.equal(fileOf(done, 'original'), original)
    assert.equal(fileOf(done, 'sealed'), sealed)
  })

  test('404 for the sealed one before that, whatever the status says', () => {
    for (const status of ['draft', 'signing', 'rejected', 'expired', 'canceled'] as const) {
      for (const find of [fileOf, fileAnswerOf]) {
        assert.throws(
          () => find({ ...running, status }, 'sealed'),
          (error) => {
            assert.ok(error instanceof Problem)
            const { kind, code, message, fields } = error
            assert.deepEqual([kind, code], ['not_found', 'not_sealed'])
            assert.deepEqual([message, fields], ['The document is not sealed yet.', []])
            return true
          },
        )
      }
    }
  })

  test('are answered as PDFs under their own names, with sizes that are numbers, and to be saved', () => {
    const shared = { filename: 'Vertrag.pdf', contentType: 'application/pdf' }

    assert.deepEqual(fileAnswerOf(done, 'original'), { ...shared, sizeBytes: 1000, sha256: original.sha256 })
    const large = { ...shared, sizeBytes: Number.MAX_SAFE_INTEGER, sha256: sealed.sha256 }
    assert.deepEqual(fileAnswerOf(done, 'sealed'), large)
  })
})
