import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CsvReader, type CsvRow } from './csv-reader.ts'
import { csvLine } from './write-csv.ts'

function rowsOf(text: string): CsvRow[] {
  const reader = new CsvReader()
  return [...reader.read(text), ...reader.read()]
}
const cellsOf = (text: string) => rowsOf(text).map((row) => row.cells)
const linesOf = (text: string) => rowsOf(text).map((row) => row.line)
const doubtfulOf = (text: string) => rowsOf(text).map((row) => row.isDoubtful)

describe('the cells of a CSV text', () => {
  const cases: [what: string, text: string, cells: string[][]][] = [
    [
      'parted by commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'parted by semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'parted by tabs',
      'a\tb\n1,5\t2;3\n',
      [
        ['a', 'b'],
        ['1,5', '2;3'],
      ],
    ],
    ['of one column', 'a\n1\n2\n', [['a'], ['1'], ['2']]],
    [
      'parted by what is most often in the header',
      'a,x;b;c\n1;2;3\n',
      [
        ['a,x', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'parted by what is outside of quotes',
      '"a,x,y,z";b\n1;2\n',
      [
        ['a,x,y,z', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'parted by what is outside of doubled quotes',
      '"a"",,,,""";b\n1;2\n',
      [
        ['a",,,,"', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'under a header with a line break',
      '"a\n,,,";b\n1;2\n',
      [
        ['a\n,,,', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'whatever the rows below hold',
      'a,b\n1;2;3;4,5\n',
      [
        ['a', 'b'],
        ['1;2;3;4', '5'],
      ],
    ],
    ['of a header alone, without an end', 'a;b', [['a', 'b']]],
    [
      'with CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with CRLF, and LF among them',
      'a,b\r\n1,2\n3,4\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'with LF, and CRLF among them',
      'a,b\n1,2\r\n"3","4"\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'with CR',
      'a,b\r1,2\r"3","4"\r',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['of a header alone with CR', 'a,b\r', [['a', 'b']]],
    [
      'of a last row without an end',
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'of a last row that is quoted, without an end',
      'a,b\n"1","2"',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'of a last row that ends within its end',
      'a,b\r\n"1","2"\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'that are empty',
      'a,b,c\n,,\n"","",""\n"",,\n',
      [
        ['a', 'b', 'c'],
        ['', '', ''],
        ['', '', ''],
        ['', '', ''],
      ],
    ],
    [
      'of a last row that ends with a delimiter',
      'a,b\n"1",',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['of lines that are empty', 'a\n\n\r\n1\n', [['a'], [''], [''], ['1']]],
    ['of a first line that is empty', '\na,b\n', [[''], ['a', 'b']]],
    [
      'with delimiters in quotes',
      'a,b\n"1,2","3;4"\n',
      [
        ['a', 'b'],
        ['1,2', '3;4'],
      ],
    ],
    [
      'with doubled quotes',
      'a,b\n"say ""hi""",""""\n',
      [
        ['a', 'b'],
        ['say "hi"', '"'],
      ],
    ],
    [
      'with line breaks of every kind',
      'a,b\n"1\n2","3\r\n4\r5"\n',
      [
        ['a', 'b'],
        ['1\n2', '3\r\n4\r5'],
      ],
    ],
    [
      'with line breaks of every kind, in a file with CR',
      'a,b\r"1\n2","3\r4"\r',
      [
        ['a', 'b'],
        ['1\n2', '3\r4'],
      ],
    ],
    [
      'with a quote in the middle, which is text',
      'a,b\n5" pipe,2"\n',
      [
        ['a', 'b'],
        ['5" pipe', '2"'],
      ],
    ],
    [
      'with a blank before a quote, which is text then',
      'a,b\n "1",2\n',
      [
        ['a', 'b'],
        [' "1"', '2'],
      ],
    ],
    [
      'with blanks around them, which are kept',
      'a,b\n 1 ,\t2 \n',
      [
        ['a', 'b'],
        [' 1 ', '\t2 '],
      ],
    ],
    ['in rows that are shorter or longer than the header', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['none of them', '', []],
  ]
  for (const [what, text, cells] of cases) {
    test(`are read: ${what}`, () => {
      assert.deepEqual(cellsOf(text), cells)
    })
  }
})

describe('the line of a row', () => {
  const cases: [what: string, text: string, lines: number[]][] = [
    ['counts rows', 'a\nb\nc', [1, 2, 3]],
    ['counts empty ones', 'a\n\n\nb\n', [1, 2, 3, 4]],
    ['is right behind a cell of several lines', 'a,b\n"1\n2\n3",x\ny,z\n', [1, 2, 5]],
    ['is right behind two such cells', 'a,b\n"1\n2","3\n\n"\ny,z\n', [1, 2, 6]],
    ['is right behind a header of several lines', '"a\nb",c\n1,2\n', [1, 3]],
    ['is right with CRLF', 'a,b\r\n"1\r\n2",x\r\ny,z\r\n', [1, 2, 4]],
    ['is right with CR', 'a,b\r"1\r2",x\ry,z\r', [1, 2, 4]],
  ]
  for (const [what, text, lines] of cases) {
    test(what, () => {
      assert.deepEqual(linesOf(text), lines)
    })
  }

  test('is known of what was read last, also within a row', () => {
    const reader = new CsvReader()

    const seen = ['a,b\n', '1,"two\n', 'lines'].map((text) => {
      const rows = [...reader.read(text)].length
      return [rows, reader.lastLine]
    })

    assert.deepEqual(seen, [
      [1, 2],
      [0, 3],
      [0, 3],
    ])
  })
})

describe('a doubtful row', () => {
  const cases: [what: string, text: string, doubtful: boolean[]][] = [
    ['has text behind a closing quote', 'a,b\n"1"x,2\n', [false, true]],
    ['has a blank behind one', 'a,b\n"1" ,2\n', [false, true]],
    ['has text behind one in its last cell', 'a,b\n1,"2"x', [false, true]],
    ['has a quote behind a doubled one that does not close', 'a,b\n"1"" "x,2\n', [false, true]],
    ['does not cast doubt on the next', 'a,b\n"1"x,2\n"3",4\n', [false, true, false]],
    ['is not one with quotes within text', 'a,b\n5" pipe,"2"\n', [false, false]],
    ['is not one that ends with CRLF', 'a,b\r\n"1","2"\r\n', [false, false]],
  ]
  for (const [what, text, doubtful] of cases) {
    test(what, () => {
      assert.deepEqual(doubtfulOf(text), doubtful)
    })
  }

  test('keeps the text behind the closing quote', () => {
    assert.deepEqual(cellsOf('a,b\n"1"x,2\n')[1], ['1x', '2'])
  })
})

describe('a text that cannot be read any further', () => {
  const unclosed: [what: string, text: string, line: number][] = [
    ['in its header', '"a,b\n1,2\n', 1],
    ['in a row', 'a,b\n1,2\n"3,4\n5,6\n', 3],
    ['behind a cell of several lines', 'a,b\n"1\n2","3\n', 2],
    ['with a doubled quote last', 'a,b\n"1""', 2],
    ['with nothing behind it', 'a,b\n"', 2],
  ]
  for (const [what, text, line] of unclosed) {
    test(`has a quote that is never closed ${what}`, () => {
      assert.throws(
        () => rowsOf(text),
        ({ problem }: { problem: object }) => {
          assert.partialDeepStrictEqual(problem, { line, field: null, code: 'unclosed_quote' })
          return true
        },
      )
    })
  }

  test('gives the rows before it first', () => {
    const reader = new CsvReader()

    assert.deepEqual(
      [...reader.read('a\nb\n"c\n')].map((row) => row.cells),
      [['a'], ['b']],
    )
    assert.throws(() => [...reader.read()], { name: 'Error', message: /never closed/ })
  })

  test('has a row of more than a million characters', () => {
    const reader = new CsvReader()
    const half = 'x'.repeat(512 * 1024)

    assert.deepEqual([...reader.read('a,b\n')].length, 1)
    assert.deepEqual([...reader.read(half), ...reader.read(half)], [])
    assert.throws(() => [...reader.read('x')], { message: 'This row has more than 1,048,576 characters.' })
  })
})

describe('csvLine', () => {
  const cases: [cells: (string | number | null)[], line: string][] = [
    [['a', 'b'], 'a,b\r\n'],
    [[null, 0, 1.5, ''], ',0,1.5,\r\n'],
    [['a,b', 'a;b', 'a\tb'], '"a,b","a;b","a\tb"\r\n'],
    [['say "hi"', 'a\nb', 'a\rb'], '"say ""hi""","a\nb","a\rb"\r\n'],
    [[' a ', 'été'], ' a ,été\r\n'],
    [['=1+1', '+1', '-1', '@x', '＝1', '\t=1', '\r'], `'=1+1,'+1,'-1,'@x,'＝1,"'\t=1","'\r"\r\n`],
    [["'=1", "''-", "'a", "'", 'a=1', -1], "''=1,'''-,'a,',a=1,-1\r\n"],
  ]
  for (const [cells, line] of cases) {
    test(`writes ${JSON.stringify(cells)}`, () => {
      assert.equal(csvLine(cells), line)
    })
  }
})
