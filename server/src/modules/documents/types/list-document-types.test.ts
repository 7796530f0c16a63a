import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

const { v2, db, clock } = await startApp()

type Answer = Awaited<ReturnType<typeof v2>>
const list = (query: string) => v2('GET', `/document_types?${query}`)
const codesOf = (answer: Answer) => answer.json().map((one: { code: string }) => one.code)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined

/** Types whose codes share a mark that nothing else has, so that `q` lists them alone; a second apart. */
async function types(suffixes: string[], body: (suffix: string) => object = () => ({})) {
  const q = unique('mark')
  const codes = suffixes.map((one) => `${q}-${one}`)
  for (const [index, code] of codes.entries()) {
    clock.advance(1)
    await v2('PUT', `/document_types/${code}`, { body: { kind: 'employee', ...body(suffixes[index] ?? '') } })
  }
  return { q, codes }
}

async function walk(query: string, which: 'next' | 'previous' = 'next', from?: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor = from
  do {
    const answer = await list(`${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    assert.equal(answer.statusCode, 200)
    pages.push(codesOf(answer))
    cursor = cursorOf(answer, which)
  } while (cursor !== undefined)
  return pages
}

describe('GET /document_types', () => {
  test('200 answers a bare list, by code, of types as each is read by itself', async () => {
    const { q, codes } = await types(['b', 'a', 'C'])

    const answer = await list(`q=${q}`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(codesOf(answer), [codes[2], codes[1], codes[0]])
    for (const one of answer.json()) {
      assert.deepEqual(one, (await v2('GET', `/document_types/${one.code}`)).json())
    }
  })

  test('200 searches codes, names and translations, without case and accents', async () => {
    const code = unique('Code')
    const name = unique('Fiche')
    const word = unique('Été')
    const localized_names = [{ language_code: 'fr-fr', value: word }]
    await v2('PUT', `/document_types/${code}`, { body: { kind: 'employee', name, localized_names } })

    for (const q of [code.toLowerCase(), name.toUpperCase(), word.replaceAll('é', 'E'), word.slice(2), code.slice(2)]) {
      assert.deepEqual(codesOf(await list(`q=${encodeURIComponent(q)}`)), [code], q)
    }
    assert.deepEqual(codesOf(await list(`q=${code}x`)), [])
  })

  test('200 searches for LIKE wildcards as plain text', async () => {
    const { q, codes } = await types(['a_b', 'axb'])

    assert.deepEqual(codesOf(await list(`q=${q}-a_b`)), [codes[0]])
    assert.deepEqual(codesOf(await list(`q=${q}%25b`)), [])
  })

  test('200 finds a type by what it is called now', async () => {
    const code = unique('type')
    const before = unique('before')
    const now = unique('now')
    await v2('PUT', `/document_types/${code}`, { body: { kind: 'employee', name: before } })
    await v2('PATCH', `/document_types/${code}`, { body: { name: now } })

    assert.deepEqual([codesOf(await list(`q=${before}`)), codesOf(await list(`q=${now}`))], [[], [code]])
  })

  test('200 filters by kind', async () => {
    const { q, codes } = await types(['a', 'b', 'c'], (one) => (one === 'b' ? { kind: 'company' } : {}))

    assert.deepEqual(codesOf(await list(`q=${q}&kind=employee`)), [codes[0], codes[2]])
    assert.deepEqual(codesOf(await list(`q=${q}&kind=company`)), [codes[1]])
  })

  test('200 filters by the last change, its own moment included, in whatever offset', async () => {
    const { q, codes } = await types(['a', 'b', 'c'])
    const changedAt = [1, 2, 3].map((second) => `2024-01-31T12:00:0${second}.500Z`)
    for (const [index, code] of codes.entries()) {
      await sql`UPDATE document_types SET updated_at = ${changedAt[index]} WHERE code = ${code}`.execute(db)
    }
    const since = async (at: string) => codesOf(await list(`q=${q}&updated_at_since=${encodeURIComponent(at)}`))

    assert.deepEqual(await since('2024-01-31T12:00:00Z'), codes)
    assert.deepEqual(await since('2024-01-31T12:00:02.500Z'), codes.slice(1))
    assert.deepEqual(await since('2024-01-31T14:00:02.500+02:00'), codes.slice(1))
    assert.deepEqual(await since('2024-01-31T12:00:02.501Z'), codes.slice(2))
    assert.deepEqual(await since('2024-01-31T12:00:04Z'), [])
  })

  test('200 takes all filters together', async () => {
    const { q, codes } = await types(['a', 'b', 'c', 'd'], (one) => ({
      kind: 'ac'.includes(one) ? 'company' : 'employee',
    }))
    clock.advance(60)
    const since = clock.now().toISOString()
    for (const code of [codes[1], codes[2]]) {
      await v2('PATCH', `/document_types/${code}`, { body: { name: 'Changed' } })
    }

    assert.deepEqual(codesOf(await list(`q=${q}&kind=company&updated_at_since=${since}`)), [codes[2]])
  })

  test('200 has 20 on a page unless per_page says otherwise, up to 100', async () => {
    const { q } = await types(Array.from({ length: 101 }, (_, n) => String(n)))

    const lengths = []
    for (const query of ['', '&per_page=1', '&per_page=100']) {
      lengths.push((await list(`q=${q}${query}`)).json().length)
    }

    assert.deepEqual(lengths, [20, 1, 100])
  })

  test("200 shows a client's own types only", async () => {
    const { q, codes } = await types(['a'])
    await v2('PUT', `/document_types/${q}-theirs`, { body: { kind: 'employee' }, application: 'rival' })

    assert.deepEqual(codesOf(await list(`q=${q}`)), codes)
    assert.deepEqual(codesOf(await v2('GET', `/document_types?q=${q}`, { application: 'rival' })), [`${q}-theirs`])
  })

  for (const [query, message] of [
    ['kind=robot', 'kind: This must be one of employee, company.'],
    [
      'updated_at_since=yesterday',
      'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    [
      'updated_at_since=2024-02-30T00:00:00Z',
      'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    ['q=%00', 'q: This contains characters that cannot be stored.'],
    [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['per_page=all', 'per_page: This must be an integer.'],
    ['cursor=zzzz', 'cursor: This is not a valid cursor for this list.'],
    ['kind=employee&kind=company', 'kind: This must be a string.'],
  ] as const) {
    test(`400 for ${query.slice(0, 40)}`, async () => {
      const answer = await list(query)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message })
    })
  }
})

describe('pages of GET /document_types', () => {
  test('lead through the list once, forwards and back', async () => {
    const { q, codes } = await types(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    const query = `q=${q}&per_page=3`

    const forwards = await walk(query)
    const second = await list(`${query}&cursor=${cursorOf(await list(query), 'next')}`)
    const backwards = await walk(query, 'previous', cursorOf(second, 'next'))

    assert.deepEqual(forwards, [codes.slice(0, 3), codes.slice(3, 6), codes.slice(6)])
    assert.deepEqual(backwards.toReversed(), forwards)
  })

  test('repeat nothing and miss none while others come', async () => {
    const { q, codes } = await types(['b', 'd', 'f', 'h'])
    const first = await list(`q=${q}&per_page=2`)
    for (const one of ['a', 'e']) await v2('PUT', `/document_types/${q}-${one}`, { body: { kind: 'employee' } })

    const rest = await walk(`q=${q}&per_page=2`, 'next', cursorOf(first, 'next'))

    assert.deepEqual([...codesOf(first), ...rest.flat()], [codes[0], codes[1], `${q}-e`, codes[2], codes[3]])
  })

  test('400 for a cursor with other filters or of another client', async () => {
    const { q } = await types(['a', 'b'])
    const cursor = cursorOf(await list(`q=${q}&per_page=1`), 'next')

    const answers = [
      await list(`q=${q}&per_page=1&kind=employee&cursor=${cursor}`),
      await v2('GET', `/document_types?q=${q}&per_page=1&cursor=${cursor}`, { application: 'rival' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, /^cursor: /)
    }
  })
})
