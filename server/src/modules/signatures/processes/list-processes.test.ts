import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, aSignatureType, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'
import { STATUSES } from './schemas.ts'

const service = await startApp()
const { v2, clock } = service
const { body, created, started, move, read } = signatureCalls(service)
const { call, list: ids, idsOf, cursorOf, walk } = listCalls(service, '/signature_processes', 'id')
clock.stop()

/** Drafts of a type of their own, a second after each other; the newest is the first. */
async function made(count: number, over: Over = {}) {
  const signature_type_id = await aSignatureType(service)
  const found: string[] = []
  for (let index = 0; index < count; index += 1) {
    found.unshift((await created({ signature_type_id, ...over })).id)
    clock.advance(1)
  }
  return { signature_type_id, ids: found }
}

describe('GET /signature_processes', () => {
  test('200 filters by what is asked for, newest first', async () => {
    const word = unique('zzword')
    const signature_type_id = await aSignatureType(service)
    const own = await anEmployee(service)
    const one = await created({ title: `${word} one`, signature_type_id, employee_technical_id: own })
    clock.advance(1)
    const two = await created({
      title: `${word} two`,
      signature_type_id,
      signers: [{ type: 'employee', technical_id: own }, anExternal({ last_name: `${word}name` })],
    })
    const cases: [Record<string, string>, string[]][] = [
      [{ q: word }, [two.id, one.id]],
      [{ q: word, sort: 'created_at' }, [one.id, two.id]],
      [{ q: `${word.toUpperCase()}NAME` }, [two.id]],
      [{ signature_type_id }, [two.id, one.id]],
      [{ signature_type_id, status: 'draft' }, [two.id, one.id]],
      [{ signature_type_id, status: 'signing' }, []],
      [{ signature_type_id, status: 'draft', sort: '-updated_at' }, [two.id, one.id]],
      [{ employee_technical_id: own }, [one.id]],
      [{ signer_technical_id: own }, [two.id]],
      [{ signature_type_id, created_at_since: two.created_at }, [two.id]],
      [{ signature_type_id, per_page: '1' }, [two.id]],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await ids(query), expected, JSON.stringify(query))
  })

  const wrongQueries: [query: string, message: string][] = [
    ['status=open', `status: This must be one of ${STATUSES.join(', ')}.`],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=ten', 'per_page: This must be an integer.'],
    ['sort=title', 'sort: This must be one of created_at, -created_at, updated_at, -updated_at.'],
    [
      'created_at_since=yesterday',
      'created_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    ['q=%00', 'q: This contains characters that cannot be stored.'],
    [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
    ['cursor=x', 'cursor: This is not a valid cursor for this list.'],
  ]
  for (const [query, message] of wrongQueries) {
    test(`400 for ${query.slice(0, 40)}`, async () => {
      const answer = await v2('GET', `/signature_processes?${query}`)

      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_request', message }])
    })
  }
})

describe('a page of GET /signature_processes', () => {
  test('200 has each process as it is read, and says where the next and the previous page begin', async () => {
    const { signature_type_id, ids: all } = await made(5)
    const query = { signature_type_id, per_page: 2 }

    const first = await call(query)

    assert.deepEqual(first.json(), [await read(all[0] ?? ''), await read(all[1] ?? '')])
    assert.equal(cursorOf(first, 'previous'), undefined)
    const forward = await walk(query, first, 'next')
    assert.deepEqual(forward, [all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    const last = await call({ ...query, cursor: await cursorTo(query, 2) })
    assert.equal(cursorOf(last, 'next'), undefined)
    assert.deepEqual((await walk(query, last, 'previous')).flat(), [all[4], ...all.slice(2, 4), ...all.slice(0, 2)])
  })

  /** The cursor behind so many pages. */
  async function cursorTo(query: Record<string, string | number>, pages: number): Promise<string> {
    let cursor = ''
    for (let page = 0; page < pages; page += 1) {
      cursor =
        cursorOf(await call({ ...query, ...(cursor && { cursor }) }), 'next') ?? assert.fail('the list has ended')
    }
    return cursor
  }

  for (const sort of ['created_at', '-created_at', 'updated_at', '-updated_at']) {
    test(`200 has each once by ${sort}, also those of one moment, and while others are made`, async () => {
      const signature_type_id = await aSignatureType(service)
      const all: string[] = []
      for (let count = 0; count < 3; count += 1) all.push((await created({ signature_type_id })).id)
      const query = { signature_type_id, sort, per_page: 1 }
      const first = await call(query)
      const cursor = cursorOf(first, 'next') ?? ''
      if (sort.startsWith('-')) clock.advance(1)
      else clock.advance(-1)
      await created({ signature_type_id })
      clock.advance(2)

      const second = await call({ ...query, cursor })

      const found = [...idsOf(first), ...(await walk(query, second, 'next')).flat()]
      assert.deepEqual(found.toSorted(), all.toSorted())
    })
  }

  test('200 sorts by the last change, either way', async () => {
    const { signature_type_id, ids: all } = await made(3)
    const [newest = '', middle = '', oldest = ''] = all
    await v2('PATCH', `/signature_processes/${middle}`, { body: { title: 'Changed' } })
    clock.advance(1)
    await move(oldest, 'start')

    assert.deepEqual(await ids({ signature_type_id, sort: '-updated_at' }), [oldest, middle, newest])
    assert.deepEqual(await ids({ signature_type_id, sort: 'updated_at' }), [newest, middle, oldest])
    assert.deepEqual(await ids({ signature_type_id, sort: 'updated_at', status: 'draft' }), [newest, middle])
    const { updated_at } = await read(middle)
    assert.deepEqual(await ids({ signature_type_id, updated_at_since: updated_at }), [middle, oldest])
  })

  test('400 for a cursor of another list, another client, another order, and one that was changed', async () => {
    const { signature_type_id } = await made(2)
    const query = { signature_type_id, per_page: 1 }
    const cursor = await cursorTo(query, 1)
    const expected = { code: 'invalid_request', message: 'cursor: This is not a valid cursor for this list.' }

    for (const other of [
      { per_page: 1 },
      { ...query, sort: 'created_at' },
      { ...query, status: 'draft' },
      { ...query, q: 'x' },
      { ...query, signer_technical_id: 'x' },
    ]) {
      const answer = await call({ ...other, cursor })
      assert.deepEqual([answer.statusCode, answer.json()], [400, expected], JSON.stringify(other))
    }
    const path = `/signature_processes?${new URLSearchParams({ signature_type_id, cursor })}`
    assert.deepEqual((await v2('GET', path, { application: 'rival' })).json(), expected)
    const changed = cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    assert.equal((await call({ ...query, cursor: changed })).statusCode, 400)
    assert.equal((await call({ ...query, per_page: 100, cursor })).statusCode, 200, 'pages may be of any size')
  })

  test('400 for what it does not know, and for what is given twice', async () => {
    for (const [query, message] of [
      ['state=draft', /^Unknown query parameter "state"\. Expected: status, q, sort, /],
      ['title=x', /^Unknown query parameter "title"\./],
      ['status=draft&status=signing', /^status: /],
      ['signature_type_id=a&signature_type_id=b', /^signature_type_id: /],
    ] as const) {
      const answer = await v2('GET', `/signature_processes?${query}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], query)
      assert.match(answer.json().message, message)
    }
  })
})

describe('a filter of GET /signature_processes', () => {
  test('200 finds by words of the title and of signers, whatever their case and accents', async () => {
    const word = unique('wort')
    const { id } = await created({
      title: `Été 100% ${word} a_b`,
      signers: [anExternal({ first_name: 'Łucja', last_name: `Ångström${word}`, email: `${word}@outside.test` })],
    })
    const found: [q: string, isFound: boolean][] = [
      [`ete 100% ${word}`, true],
      [`ÉTÉ 100% ${word.toUpperCase()}`, true],
      [`angstrom${word}`, true],
      [`${word}@outside`, true],
      [`  ${word}  `, true],
      [`100_ ${word}`, false],
      [`${word} a%b`, false],
      [`${word} a_b`, true],
      [`${word} azb`, false],
      [`${word}\\`, false],
      [`' OR 1=1 -- ${word}`, false],
    ]
    for (const [q, isFound] of found) assert.deepEqual(await ids({ q }), isFound ? [id] : [], q)
  })

  test('200 takes a search of blanks for none', async () => {
    const { signature_type_id, ids: all } = await made(2)

    for (const q of ['', ' ', '\t']) assert.deepEqual(await ids({ signature_type_id, q }), all)
  })

  test('200 finds those that a person signs, be they manager or employee, and files of an employee alone', async () => {
    const technical_id = unique('P')
    await aManager(service, { technical_id })
    await anEmployee(service, { technical_id })
    const asManager = await created({ signers: [{ type: 'user', technical_id }] })
    clock.advance(1)
    const asEmployee = await created({ signers: [anExternal(), { type: 'employee', technical_id }] })
    clock.advance(1)
    const asBoth = await created({
      employee_technical_id: technical_id,
      signers: [
        { type: 'user', technical_id },
        { type: 'employee', technical_id },
      ],
    })

    assert.deepEqual(await ids({ signer_technical_id: technical_id }), [asBoth.id, asEmployee.id, asManager.id])
    assert.deepEqual(await ids({ signer_technical_id: technical_id, per_page: 1 }), [asBoth.id])
    assert.deepEqual(await ids({ employee_technical_id: technical_id }), [asBoth.id])
    assert.deepEqual(await ids({ signer_technical_id: technical_id.toLowerCase() }), [])
    assert.deepEqual(await ids({ signer_technical_id: 'none' }), [])
  })

  test('200 counts from a moment on, in whatever zone it is told', async () => {
    const { signature_type_id, ids: all } = await made(3)
    const { created_at } = await read(all[1] ?? '')
    const inRome = `${new Date(new Date(created_at).getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`

    for (const moment of [created_at, inRome]) {
      assert.deepEqual(await ids({ signature_type_id, created_at_since: moment }), all.slice(0, 2))
    }
    assert.deepEqual(await ids({ signature_type_id, created_at_since: '2999-01-01T00:00:00Z' }), [])
  })

  test('200 finds by each status those that have it, and no others', async () => {
    const signature_type_id = await aSignatureType(service)
    const draft = await created({ signature_type_id })
    const running = await started({ signature_type_id })
    const ended = await started({ signature_type_id })
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [ended.id] } })
    const expected: Record<string, string[]> = { draft: [draft.id], signing: [running.id], canceled: [ended.id] }

    for (const status of STATUSES) {
      for (const sort of ['-created_at', '-updated_at']) {
        assert.deepEqual(await ids({ signature_type_id, status, sort }), expected[status] ?? [], `${status} ${sort}`)
      }
    }
  })

  test('200 shows nothing of another client, though types and people have the same names', async () => {
    const technical_id = unique('E')
    const signature_type_id = await aSignatureType(service)
    for (const owner of [undefined, globex]) await anEmployee(service, { technical_id, ...(owner && { owner }) })
    await v2('PUT', `/signature_types/${signature_type_id}`, { application: 'rival', body: {} })
    const over = { signature_type_id, employee_technical_id: technical_id, title: 'Theirs' }
    const own = await created(over)
    const upload_id = await importCalls(service).upload(aPdf(), { filename: 'a.pdf', application: 'rival' })
    const theirs = await v2('POST', '/signature_processes', {
      application: 'rival',
      body: await body({ ...over, upload_id, signers: [{ type: 'employee', technical_id }] }),
    })
    assert.equal(theirs.statusCode, 201, theirs.body)

    const query = new URLSearchParams({ signature_type_id, employee_technical_id: technical_id, q: 'theirs' })
    assert.deepEqual(idsOf(await v2('GET', `/signature_processes?${query}`)), [own.id])
    const answer = await v2('GET', `/signature_processes?${query}`, { application: 'rival' })
    assert.deepEqual(idsOf(answer), [theirs.json().id])
    assert.deepEqual(await ids({ signer_technical_id: technical_id }), [])
  })
})
