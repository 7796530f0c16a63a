import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_ROWS, parseCsv, previewOf } from './csv-preview.ts'

describe('the rows of a CSV file', () => {
  test('are split at the delimiter that the first line has most of', () => {
    for (const delimiter of [',', ';', '\t']) {
      const [header, row] = parseCsv(
        ['code', 'name'].join(delimiter).concat('\r\n', ['fr', 'France'].join(delimiter)),
        5,
      )

      assert.deepEqual(
        [header?.cells, row?.cells],
        [
          ['code', 'name'],
          ['fr', 'France'],
        ],
      )
    }
  })

  test('keep quotes, delimiters and line ends within quotes, and know the line on which they begin', () => {
    const rows = parseCsv('code,name\na,"One, ""two""\nand three"\n\nb,Four\n', 10)

    assert.deepEqual(rows, [
      { line: 1, cells: ['code', 'name'] },
      { line: 2, cells: ['a', 'One, "two"\nand three'] },
      { line: 5, cells: ['b', 'Four'] },
    ])
  })

  test('end with the text where a quote is not closed', () => {
    assert.deepEqual(parseCsv('a,"open\nstill', 5), [{ line: 1, cells: ['a', 'open\nstill'] }])
  })
})

describe('the preview of a file', () => {
  test('is whole for a short file, without the mark at its beginning', async () => {
    const preview = await previewOf(new Blob(['\uFEFFcode,name\nfr,France\n']))

    assert.deepEqual(preview, {
      header: ['code', 'name'],
      rows: [{ line: 2, cells: ['fr', 'France'] }],
      isWhole: true,
    })
  })

  test('ends after as many rows as a person looks at, and says so', async () => {
    const lines = Array.from({ length: MAX_ROWS + 1 }, (_, index) => `c${index},Name`)
    const preview = await previewOf(new Blob([['code,name', ...lines].join('\n')]))

    assert.deepEqual([preview.rows.length, preview.isWhole], [MAX_ROWS, false])
  })
})
