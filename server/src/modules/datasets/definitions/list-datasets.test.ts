import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { aDataset, globex, inEnglish, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, db, clock } = service

type Answer = Awaited<ReturnType<typeof v2>>
const list = (query = '') => v2('GET', `/datasets${query}`)
const idsOf = (answer: Answer) => answer.json().map((one: { id: string }) => one.id)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined

/** Data sets whose ids share a mark that nothing else has, so that `q` lists them alone. */
async function some(names: string[]): Promise<{ mark: string; ids: string[] }> {
  const mark = unique('mark')
  const ids = names.map((name) => `${mark}-${name}`)
  for (const id of ids) {
    await aDataset(service, { id })
    clock.advance(1)
  }
  return { mark, ids }
}

async function walk(query: string, between: (page: number) => Promise<unknown> = async () => {}) {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const answer = await list(`?${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    assert.equal(answer.statusCode, 200)
    pages.push(idsOf(answer))
    cursor = cursorOf(answer, 'next')
    await between(pages.length)
  } while (cursor !== undefined)
  return pages
}

describe('GET /datasets', () => {
  test('200 answers a bare list of data sets, as each is read by itself, by name', async () => {
    const { mark, ids } = await some(['b', 'a'])

    const answer = await list(`?q=${mark}`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(idsOf(answer), ids.toReversed())
    for (const dataset of answer.json()) {
      assert.deepEqual(dataset, (await v2('GET', `/datasets/${dataset.id}`)).json())
    }
  })

  test('200 has 20 on a page unless per_page says otherwise, up to 100', async () => {
    const mark = unique('mark')
    for (let index = 0; index < 101; index++) await aDataset(service, { id: `${mark}-${index}`, dimensions: [] })

    const lengths = []
    for (const query of ['', '&per_page=1', '&per_page=100']) {
      lengths.push((await list(`?q=${mark}${query}`)).json().length)
    }

    assert.deepEqual(lengths, [20, 1, 100])
  })

  test('200 sorts by name, creation and change, both ways', async () => {
    const { mark, ids } = await some(['b', 'a', 'c'])
    const [b = '', a = '', c = ''] = ids
    await v2('PUT', `/datasets/${b}`, { body: { localized_names: inEnglish('changed') } })

    const sorted = async (sort: string) => idsOf(await list(`?q=${mark}&sort=${sort}`))

    assert.deepEqual(await sorted('name'), [a, b, c])
    assert.deepEqual(await sorted('-name'), [c, b, a])
    assert.deepEqual(await sorted('created_at'), [b, a, c])
    assert.deepEqual(await sorted('-created_at'), [c, a, b])
    assert.deepEqual(await sorted('updated_at'), [a, c, b])
    assert.deepEqual(await sorted('-updated_at'), [b, c, a])
  })

  test('200 filters by the status and the result of the last import', async () => {
    const { mark, ids } = await some(['a', 'b', 'c'])
    const [a = '', b = ''] = ids
    await sql`UPDATE datasets SET last_import_status = 'finished', last_import_result = 'success' WHERE id = ${a}`.execute(
      db,
    )
    await sql`UPDATE datasets SET last_import_status = 'finished', last_import_result = 'error' WHERE id = ${b}`.execute(
      db,
    )

    const found = async (query: string) => idsOf(await list(`?q=${mark}&${query}`))

    assert.deepEqual(await found('last_import_status=finished'), [a, b])
    assert.deepEqual(await found('last_import_result=error'), [b])
    assert.deepEqual(await found('last_import_status=finished&last_import_result=success'), [a])
    assert.deepEqual(await found('last_import_status=queued'), [])
  })

  test('200 searches ids and all translations, without case and accents', async () => {
    const id = unique('DS')
    const word = unique('Société')
    await v2('PUT', `/datasets/${id}`, { body: { localized_names: [{ language_code: 'fr-fr', value: word }] } })

    for (const q of [id.toLowerCase(), word.replaceAll('é', 'E'), word.slice(2)]) {
      assert.deepEqual(idsOf(await list(`?q=${encodeURIComponent(q)}`)), [id], q)
    }
  })

  test('200 searches for LIKE wildcards as plain text', async () => {
    const { mark, ids } = await some(['50%', 'a_b', 'axb'])

    assert.deepEqual(idsOf(await list(`?q=${mark}-50%25`)), [ids[0]])
    assert.deepEqual(idsOf(await list(`?q=${mark}-a_b`)), [ids[1]])
    assert.deepEqual(idsOf(await list(`?q=${mark}%25b`)), [])
  })

  test('200 leaves out what is deleted and what is of another client', async () => {
    const { mark, ids } = await some(['a', 'b'])
    await v2('DELETE', `/datasets/${ids[0]}`)
    await aDataset(service, { id: `${mark}-theirs`, owner: globex })

    assert.deepEqual(idsOf(await list(`?q=${mark}`)), [ids[1]])
    assert.deepEqual(idsOf(await v2('GET', `/datasets?q=${mark}`, { application: 'rival' })), [`${mark}-theirs`])
  })

  for (const [query, message] of [
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['per_page=-1', 'per_page: This must be >= 1.'],
    ['sort=id', 'sort: This must be one of name, -name, created_at, -created_at, updated_at, -updated_at.'],
    ['cursor=zzzz', 'cursor: This is not a valid cursor for this list.'],
    ['sort=name&sort=name', 'sort: This must be a string.'],
  ] as const) {
    test(`400 for ${query}`, async () => {
      const answer = await list(`?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message })
    })
  }
})

describe('pages of GET /datasets', () => {
  for (const sort of ['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at']) {
    test(`lead through the whole list once, forwards and back, sorted by ${sort}`, async () => {
      const { mark, ids } = await some(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      const query = `q=${mark}&per_page=3&sort=${sort}`

      const forwards = await walk(query)
      let answer = await list(`?${query}`)
      while (cursorOf(answer, 'next')) answer = await list(`?${query}&cursor=${cursorOf(answer, 'next')}`)
      const backwards = [idsOf(answer)]
      while (cursorOf(answer, 'previous')) {
        answer = await list(`?${query}&cursor=${cursorOf(answer, 'previous')}`)
        backwards.unshift(idsOf(answer))
      }

      assert.deepEqual(forwards.flat(), sort.startsWith('-') ? ids.toReversed() : ids)
      assert.deepEqual(backwards, forwards)
    })
  }

  test('miss and repeat nothing among data sets of one moment', async () => {
    const { mark, ids } = await some(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await sql`UPDATE datasets SET created_at = '2024-01-01T00:00:00Z' WHERE id = ANY(${ids})`.execute(db)

    const up = (await walk(`q=${mark}&per_page=2&sort=created_at`)).flat()
    const down = (await walk(`q=${mark}&per_page=2&sort=-created_at`)).flat()

    assert.deepEqual(up.toSorted(), ids)
    assert.deepEqual(down, up.toReversed())
  })

  test('repeat nothing and miss none that stays, while others come and go', async () => {
    const letters = [...'abcdefghijklmnop']
    const { mark, ids } = await some(letters)

    const pages = await walk(`q=${mark}&per_page=3`, async (page) => {
      await aDataset(service, { id: `${mark}-${letters[page * 3]}-late`, dimensions: [] })
      await aDataset(service, { id: `${mark}-0${page}`, dimensions: [] })
      if (page === 2) await v2('DELETE', `/datasets/${mark}-e`)
      assert.ok(page < 30, 'the list must end')
    })

    const seen = pages.flat()
    assert.equal(new Set(seen).size, seen.length)
    for (const id of ids.filter((one) => !one.endsWith('-e'))) assert.ok(seen.includes(id), id)
  })
})
