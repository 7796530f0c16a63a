import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { aRow, fileOf, HEADER } from '#test/harness/features/manager-imports.ts'
import { testBlobs } from '#test/harness/files/blobs.ts'
import { type ManagerFile, readHeader, readManagerFile } from './manager-file.ts'

const { blobs, removeBlobs } = testBlobs()
after(removeBlobs)

async function store(bytes: string | Buffer): Promise<string> {
  return (await blobs.put(Readable.from([Buffer.from(bytes)]))).key
}
const readFile = async (bytes: string | Buffer) => readManagerFile(blobs, await store(bytes))

/** Which lines were joined. */
const linesOf = ({ managers }: ManagerFile) => managers.map((rows) => rows.map(({ line }) => line))
const faultsOf = ({ faults }: ManagerFile) => faults.map(({ line, field, code }) => `${line} ${field ?? '-'} ${code}`)

const max = aRow({ technical_id: 'M-1' })
const eve = aRow({ technical_id: 'M-2' })

describe('a file of managers', () => {
  const same: Record<string, string | Buffer> = {
    'with semicolons': fileOf([max, eve], { delimiter: ';' }),
    'with a byte order mark': `\uFEFF${fileOf([max, eve])}`,
    'with a byte order mark and semicolons': `\uFEFF${fileOf([max, eve], { delimiter: ';' })}`,
    'with CRLF': fileOf([max, eve]).replaceAll('\n', '\r\n'),
    'with CR alone': fileOf([max, eve]).replaceAll('\n', '\r'),
    'without a line end at its end': fileOf([max, eve]).trimEnd(),
    'with every cell in quotes': fileOf([max, eve]).replaceAll(/[^,\n]+/g, '"$&"'),
    'with spaces around the cells': fileOf([max, eve]).replaceAll(',', ' ,\t '),
    'with empty lines at its end': `${fileOf([max, eve])}\n \n,,,,,,\n`,
  }
  for (const [what, bytes] of Object.entries(same)) {
    test(`${what} says the same as a plain one`, async () => {
      const plain = await readFile(fileOf([max, eve]))
      const other = await readFile(bytes)

      const valuesOf = ({ managers }: ManagerFile) => managers.map((rows) => rows.map(({ values }) => values))
      assert.deepEqual(valuesOf(plain), [[max], [eve]])
      assert.deepEqual(valuesOf(other), valuesOf(plain))
      assert.deepEqual([other.rows, other.faults], [2, []])
    })
  }

  test('has its columns in any order, and others beside them', async () => {
    const { managers, faults } = await readFile(
      'note,role,email,technical_id,last_name,organization_codes,first_name\n!,hr,a@b.c,M-1,L,x|y,F\n',
    )

    assert.deepEqual(faults, [])
    assert.deepEqual(managers[0]?.[0]?.values, {
      role: 'hr',
      email: 'a@b.c',
      technical_id: 'M-1',
      last_name: 'L',
      organization_codes: 'x|y',
      first_name: 'F',
    })
    assert.deepEqual(managers[0]?.[0]?.cells, ['!', 'hr', 'a@b.c', 'M-1', 'L', 'x|y', 'F'])
  })

  test('joins the rows of a technical_id wherever they are, in the order in which managers come first', async () => {
    const file = await readFile(fileOf([eve, max, eve, aRow(), max, { ...eve, technical_id: ' M-2 ' }]))

    assert.deepEqual(linesOf(file), [[2, 4, 7], [3, 6], [5]])
    assert.equal(file.rows, 6)
  })

  test('does not join ids in other case', async () => {
    const file = await readFile(fileOf([max, { ...max, technical_id: 'm-1' }]))

    assert.deepEqual(linesOf(file), [[2], [3]])
  })

  test('keeps rows without a technical_id apart', async () => {
    const nameless = { ...max, technical_id: '' }

    const file = await readFile(fileOf([nameless, max, nameless, { ...nameless, technical_id: '  ' }]))

    assert.deepEqual(linesOf(file), [[2], [3], [4], [5]])
  })

  test('counts lines as an editor does, also after empty lines and cells of several lines', async () => {
    const text = `${HEADER}\n\nM-1,a@b.c,"F\nF",L,,hr,x\n,,,,,,\nM-2,a@b.c,F,L,,hr,x\n`

    const file = await readFile(text)

    assert.deepEqual(linesOf(file), [[3], [6]])
    assert.deepEqual([file.rows, file.managers[0]?.[0]?.values.first_name], [2, 'F\nF'])
  })

  test('may have delimiters, quotes and line ends between quotes', async () => {
    const cells = { ...max, last_name: '"Weber, ""the; boss"""' }

    const file = await readFile(fileOf([cells]))

    assert.equal(file.managers[0]?.[0]?.values.last_name, 'Weber, "the; boss"')
    assert.equal(file.managers[0]?.[0]?.cells[3], 'Weber, "the; boss"')
  })

  test('trims cells to read them, and keeps them as they were sent', async () => {
    const file = await readFile(fileOf([{ ...max, first_name: '" Max "', last_name: '  ' }]))

    const [row] = file.managers[0] ?? []
    assert.equal(row?.values.first_name, 'Max')
    assert.equal(row?.values.last_name, undefined)
    assert.deepEqual(row?.cells.slice(2, 4), [' Max ', '  '])
  })

  test('may have rows that are shorter or longer than the header', async () => {
    const { managers } = await readFile(`${HEADER}\nM-1,a@b.c\nM-2,a@b.c,F,L,,hr,x,more,and more\n`)

    assert.deepEqual(managers[0]?.[0]?.values, { technical_id: 'M-1', email: 'a@b.c' })
    assert.deepEqual(managers[1]?.[0]?.cells.slice(-2), ['more', 'and more'])
  })

  test('comes to the same however its bytes are cut', async () => {
    const bytes = Buffer.from(`\uFEFF${fileOf([{ ...max, first_name: '"Zoë, ""Z"""' }, eve])}`)
    const { key } = await blobs.put(Readable.from([...bytes].map((byte) => Buffer.from([byte]))))

    const file = await readManagerFile(blobs, key)

    assert.deepEqual(file.managers[0]?.[0]?.values.first_name, 'Zoë, "Z"')
    assert.deepEqual(linesOf(file), [[2], [3]])
  })
})

describe('empty lines before the header of a file of managers', () => {
  test('do not hide its delimiter', async () => {
    const { faults, rows } = await readFile(`\n \n${fileOf([max], { delimiter: ';' })}`)

    assert.deepEqual([faults, rows], [[], 1])
  })
})

describe('a file of managers is unusable', () => {
  for (const column of ['technical_id', 'email', 'first_name', 'last_name', 'role', 'organization_codes']) {
    test(`without the column ${column}`, async () => {
      const file = await readFile(fileOf([max]).replace(column, 'other'))

      assert.deepEqual(faultsOf(file), [`1 ${column} missing_column`])
      assert.deepEqual([file.rows, file.managers], [0, []])
    })

    test(`with the column ${column} twice`, async () => {
      const file = await readFile(`${HEADER}, ${column}\nx,x,x,x,x,x,x,x\n`)

      assert.deepEqual(faultsOf(file), [`1 ${column} repeated`])
    })
  }

  test('not without the column language', async () => {
    const file = await readFile('technical_id,email,first_name,last_name,role,organization_codes\nM-1,a@b.c,F,L,hr,x\n')

    assert.deepEqual(file.faults, [])
    assert.equal(file.managers.length, 1)
  })

  test('with the column language twice', async () => {
    assert.deepEqual(faultsOf(await readFile(`${HEADER},language\nx\n`)), ['1 language repeated'])
  })

  test('not with another column twice', async () => {
    assert.deepEqual(faultsOf(await readFile(`${HEADER},note,note\nx\n`)), [])
  })

  test('with columns in other case, each of which is named', async () => {
    const file = await readFile(fileOf([max]).replace(HEADER, HEADER.toUpperCase()))

    assert.deepEqual(
      file.faults.map(({ field, message }) => `${field}: ${message}`),
      ['technical_id', 'email', 'first_name', 'last_name', 'role', 'organization_codes'].map(
        (field) => `${field}: The column ${field} is missing.`,
      ),
    )
  })

  test('with a quote that is never closed, whatever came before', async () => {
    const file = await readFile(fileOf([max, { ...eve, last_name: '"Müller' }, max]))

    assert.deepEqual(faultsOf(file), ['3 - unclosed_quote'])
  })

  test('with a row of more than a million characters', async () => {
    const file = await readFile(fileOf([max, { ...eve, last_name: 'x'.repeat(2 * 1024 * 1024) }]))

    assert.deepEqual(faultsOf(file), ['3 - row_too_long'])
  })
})

describe('the header of a file of managers', () => {
  test('is its first line as it was sent, without a byte order mark', async () => {
    const header = await readHeader(blobs, await store(`\uFEFF"technical_id"; email ;"a;b"\n1;2;3\n`))

    assert.deepEqual(header, ['technical_id', ' email ', 'a;b'])
  })
})
