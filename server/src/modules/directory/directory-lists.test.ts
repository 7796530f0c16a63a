import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'

const service = await startApp()
const { v2, clock } = service

type Answer = Awaited<ReturnType<typeof v2>>
type Query = Record<string, string>
const codesOf = (answer: Answer): string[] => answer.json().map((one: { code: string }) => one.code)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined
const listOf = (path: string) => (query: Query) => v2('GET', `${path}?${new URLSearchParams(query)}`)

/** The pages of a list from its first to its last, and the same ones met on the way back. */
async function walk(list: (query: Query) => Promise<Answer>, query: Query) {
  let answer = await list(query)
  const forwards = [codesOf(answer)]
  for (let next = cursorOf(answer, 'next'); next !== undefined; next = cursorOf(answer, 'next')) {
    answer = await list({ ...query, cursor: next })
    forwards.push(codesOf(answer))
    assert.ok(forwards.length < 50, 'the list must end')
  }
  const back = [codesOf(answer)]
  for (let before = cursorOf(answer, 'previous'); before !== undefined; before = cursorOf(answer, 'previous')) {
    answer = await list({ ...query, cursor: before })
    back.unshift(codesOf(answer))
    assert.ok(back.length < 50, 'the list must begin')
  }
  return { forwards, back }
}

const resources: { path: string; more(): object }[] = [
  { path: '/organizations', more: () => ({}) },
  { path: '/organization_groups', more: () => ({}) },
  { path: '/custom_fields', more: () => ({ type: 'date' }) },
  { path: '/roles', more: () => ({}) },
  {
    path: '/saml_identity_providers',
    more: () => ({ entity_id: unique('entity'), sso_url: 'https://idp.test/', certificates: [CERTIFICATE] }),
  },
]

for (const { path, more } of resources) {
  const list = listOf(path)
  const put = async (code: string, name = code) => {
    const answer = await v2('PUT', `${path}/${encodeURIComponent(code)}`, { body: { name, ...more() } })
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.json()
  }
  /** Things whose codes share a mark that nothing else has, so that `q` lists them alone. */
  const some = async (names: string[]): Promise<{ mark: string; codes: string[] }> => {
    const mark = unique('mark')
    const codes = names.map((name) => `${mark}-${name}`)
    for (const code of codes) await put(code)
    return { mark, codes }
  }

  describe(`GET ${path}`, () => {
    test('200 answers a bare list by code, each as it is read by itself', async () => {
      const { mark, codes } = await some(['b', 'C', 'a'])

      const answer = await list({ q: mark })

      assert.equal(answer.statusCode, 200)
      assert.deepEqual(codesOf(answer), codes.toSorted())
      for (const one of answer.json()) assert.deepEqual(one, (await v2('GET', `${path}/${one.code}`)).json())
    })

    test('200 has 20 on a page unless per_page says otherwise, up to 100', async () => {
      const { mark } = await some(Array.from({ length: 101 }, (_, index) => `${index}`))

      const sizes = []
      for (const query of [{}, { per_page: '1' }, { per_page: '100' }]) {
        sizes.push(codesOf(await list({ q: mark, ...query })).length)
      }

      assert.deepEqual(sizes, [20, 1, 100])
    })

    test('200 finds by parts of code and name, whatever their case and accents, and wildcards as plain text', async () => {
      const mark = unique('mark')
      await put(`${mark}-1`, `Siège Ouest ${mark}`)
      await put(`${mark}-2`, `50%_x\\ ${mark}`)
      const found = async (q: string) => codesOf(await list({ q }))

      assert.deepEqual(await found(`${mark.toUpperCase()}-1`), [`${mark}-1`])
      assert.deepEqual(await found(`SIEGE ouest ${mark}`), [`${mark}-1`])
      assert.deepEqual(await found(`ège OUEST ${mark}`), [`${mark}-1`])
      assert.deepEqual(await found(`%_x\\ ${mark}`), [`${mark}-2`])
      assert.deepEqual(await found(`5%x\\ ${mark}`), [])
      assert.deepEqual(await found(`500_x\\ ${mark}`), [])
    })

    test('200 finds by the new name and no longer by the old one', async () => {
      const { mark, codes } = await some(['a'])
      const older = unique('older')
      const newer = unique('newer')
      await put(codes[0] ?? '', older)

      await v2('PATCH', `${path}/${codes[0]}`, { body: { name: newer } })

      assert.deepEqual(codesOf(await list({ q: newer })), codes)
      assert.deepEqual(codesOf(await list({ q: older })), [])
      assert.deepEqual(codesOf(await list({ q: mark })), codes)
    })

    test('200 gives what changed at a moment or later', async () => {
      const { mark, codes } = await some(['a', 'b'])
      clock.advance(10)
      const changed = await put(codes[1] ?? '', 'Renamed')
      clock.advance(10)
      const since = async (updated_at_since: string) => codesOf(await list({ q: mark, updated_at_since }))

      const inTokyo = new Date(Date.parse(changed.updated_at) + 9 * 3_600_000).toISOString().replace('Z', '+09:00')
      assert.deepEqual(await since(changed.updated_at), [codes[1]])
      assert.deepEqual(await since(inTokyo), [codes[1]])
      assert.deepEqual(await since(new Date(Date.parse(changed.updated_at) + 1000).toISOString()), [])
      assert.deepEqual(await since('2020-01-01T00:00Z'), codes)
    })

    test('200 leads through the whole list once, forwards and back, also where pages are just full', async () => {
      const { mark, codes } = await some(['a', 'b', 'c', 'd', 'e', 'f'])

      for (const [per_page, sizes] of [
        ['1', [1, 1, 1, 1, 1, 1]],
        ['3', [3, 3]],
        ['4', [4, 2]],
        ['6', [6]],
      ] as const) {
        const { forwards, back } = await walk(list, { q: mark, per_page })

        assert.deepEqual(forwards.flat(), codes)
        assert.deepEqual(
          forwards.map((page) => page.length),
          sizes,
        )
        assert.deepEqual(back, forwards)
      }
    })

    test('200 takes a cursor with another per_page', async () => {
      const { mark, codes } = await some(['a', 'b', 'c', 'd'])
      const first = await list({ q: mark, per_page: '1' })

      const rest = await list({ q: mark, per_page: '100', cursor: cursorOf(first, 'next') ?? '' })

      assert.deepEqual(codesOf(rest), codes.slice(1))
    })

    test('200 and an empty list without cursors when nothing is found', async () => {
      const answer = await list({ q: unique('nothing') })

      assert.deepEqual([answer.statusCode, answer.json()], [200, []])
      assert.deepEqual([cursorOf(answer, 'next'), cursorOf(answer, 'previous')], [undefined, undefined])
    })

    test('400 a cursor of another filter, of another list, of another client, or one that was changed', async () => {
      const { mark } = await some(['a', 'b'])
      const query = { q: mark, per_page: '1' }
      const cursor = cursorOf(await list(query), 'next') ?? assert.fail('no cursor')
      const changed = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`
      const elsewhere = path === '/roles' ? '/custom_fields' : '/roles'

      const answers = [
        await list({ ...query, q: `${mark}-`, cursor }),
        await list({ per_page: '1', cursor }),
        await list({ ...query, updated_at_since: '2020-01-01T00:00:00Z', cursor }),
        await listOf(elsewhere)({ ...query, cursor }),
        await v2('GET', `${path}?${new URLSearchParams({ ...query, cursor })}`, { application: 'rival' }),
        await list({ ...query, cursor: changed }),
        await list({ ...query, cursor: `${cursor}=` }),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 400)
        assert.deepEqual(answer.json(), {
          code: 'invalid_request',
          message: 'cursor: This is not a valid cursor for this list.',
        })
      }
    })

    for (const [query, message] of [
      ['per_page=0', 'per_page: This must be >= 1.'],
      ['per_page=101', 'per_page: This must be <= 100.'],
      ['per_page=ten', 'per_page: This must be an integer.'],
      ['per_page=1.5', 'per_page: This must be an integer.'],
      ['per_page=1&per_page=2', 'per_page: This must be an integer.'],
      ['cursor=', 'cursor: This is not a valid cursor for this list.'],
      ['cursor=zzzz', 'cursor: This is not a valid cursor for this list.'],
      ['q=a%00b', 'q: This contains characters that cannot be stored.'],
      [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
      ['q=a&q=b', 'q: This must be a string.'],
      [
        'updated_at_since=yesterday',
        'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
      ],
      [
        'updated_at_since=2024-01-01',
        'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
      ],
      [
        'updated_at_since=2024-02-30T00:00:00Z',
        'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
      ],
    ] as const) {
      test(`400 for ${query.slice(0, 40)}`, async () => {
        const answer = await v2('GET', `${path}?${query}`)

        assert.equal(answer.statusCode, 400)
        assert.deepEqual(answer.json(), { code: 'invalid_request', message })
      })
    }

    test('400 for a parameter that is unknown', async () => {
      const answer = await v2('GET', `${path}?surprise=yes`)

      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, /^Unknown query parameter "surprise"\. Expected: .*q/)
    })
  })
}

describe('GET /organizations, which are a tree', () => {
  const list = listOf('/organizations')
  const found = async (query: Query) => codesOf(await list(query))

  test('200 gives those directly below one, and one with all below it', async () => {
    const mark = unique('mark')
    const make = (name: string, parent: string | null) =>
      anOrganization(service, { code: `${mark}-${name}`, parent: parent && `${mark}-${parent}` })
    for (const [name, parent] of [
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'b'],
      ['e', 'd'],
      ['f', null],
    ] as const) {
      await make(name, parent)
    }
    const names = async (query: Query) => (await found(query)).map((code) => code.slice(mark.length + 1)).join('')

    assert.equal(await names({ parent: `${mark}-a` }), 'bc')
    assert.equal(await names({ parent: `${mark}-e` }), '')
    assert.equal(await names({ below: `${mark}-a` }), 'abcde')
    assert.equal(await names({ below: `${mark}-b` }), 'bde')
    assert.equal(await names({ below: `${mark}-f` }), 'f')
    assert.equal(await names({ below: `${mark}-a`, parent: `${mark}-b` }), 'd')
    assert.equal(await names({ below: `${mark}-a`, q: `${mark}-e` }), 'e')
  })

  test('200 and nothing below one that is not there, or is of another client', async () => {
    const theirs = await anOrganization(service, { owner: globex })
    await anOrganization(service, { owner: globex, parent: theirs })

    for (const code of [theirs, unique('nobody')]) {
      assert.deepEqual(await found({ parent: code }), [])
      assert.deepEqual(await found({ below: code }), [])
    }
  })

  test('200 sorts by code unless told otherwise, by code and by name, both ways, without case and accents', async () => {
    const mark = unique('mark')
    for (const [code, name] of [
      ['1', 'Écully'],
      ['2', 'dijon'],
      ['3', 'Fréjus'],
      ['4', 'DIJON'],
      ['5', 'écully'],
    ] as const) {
      await anOrganization(service, { code: `${mark}${code}`, name })
    }
    const sorted = async (query: Query) => (await found({ q: mark, ...query })).map((code) => code.at(-1)).join('')

    assert.equal(await sorted({}), '12345')
    assert.equal(await sorted({ sort: 'code' }), '12345')
    assert.equal(await sorted({ sort: '-code' }), '54321')
    assert.equal(await sorted({ sort: 'name' }), '24153')
    assert.equal(await sorted({ sort: '-name' }), '35142')
  })

  for (const sort of ['name', '-name', 'code', '-code']) {
    test(`200 leads through organizations of one name once, forwards and back, sorted by ${sort}`, async () => {
      const mark = unique('mark')
      const codes = ['a', 'b', 'c', 'd', 'e'].map((one) => `${mark}-${one}`)
      for (const code of codes) await anOrganization(service, { code, name: 'The same' })

      const { forwards, back } = await walk(list, { q: mark, sort, per_page: '2' })

      assert.deepEqual(forwards.flat(), sort.startsWith('-') ? codes.toReversed() : codes)
      assert.deepEqual(back, forwards)
    })
  }

  test('200 leads through the longest and oddest names', async () => {
    const mark = unique('m')
    const control = '\u0001'.repeat(255)
    const codes = ['1', '2', '3'].map((one) => `${mark}${'🏢'.repeat(64 - mark.length - 1)}${one}`)
    for (const [index, code] of codes.entries()) {
      await anOrganization(service, { code, name: [control, '🏢'.repeat(255), `${'🏢'.repeat(254)}z`][index] ?? '' })
    }

    const { forwards, back } = await walk(list, { q: mark, sort: 'name', per_page: '1' })

    assert.deepEqual(
      forwards,
      codes.map((code) => [code]),
    )
    assert.deepEqual(back, forwards)
  })

  test('400 a cursor of another order, parent or place', async () => {
    const top = await anOrganization(service)
    for (const parent of [top, top]) await anOrganization(service, { parent })
    const query = { below: top, per_page: '1' }
    const cursor = cursorOf(await list(query), 'next') ?? assert.fail('no cursor')

    const answers = [
      await list({ ...query, sort: '-code', cursor }),
      await list({ ...query, parent: top, cursor }),
      await list({ per_page: '1', cursor }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
  })

  for (const [query, message] of [
    ['sort=parent', 'sort: This must be one of name, -name, code, -code.'],
    ['sort=', 'sort: This must be one of name, -name, code, -code.'],
    ['sort=name&sort=code', 'sort: This must be a string.'],
    [`parent=${'x'.repeat(65)}`, 'parent: This exceeds 64 characters.'],
    [`below=${'x'.repeat(65)}`, 'below: This exceeds 64 characters.'],
    ['below=%00', 'below: This contains characters that cannot be stored.'],
  ] as const) {
    test(`400 for ${query.slice(0, 30)}`, async () => {
      const answer = await v2('GET', `/organizations?${query}`)

      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_request', message }])
    })
  }
})
