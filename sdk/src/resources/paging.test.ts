import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { inEnglish, unique } from '../../../server/test/harness/builders.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { startProxy } from '../../test/proxy.ts'
import { createDossier } from '../index.ts'

const { url } = await startServing()
const { url: baseUrl, calls } = await startProxy(url)
const sdk = createDossier({ baseUrl, ...credentialsOf('payroll') })

/** Organizations that `q` lists alone, in the order of their codes. */
async function organizations(count: number): Promise<{ q: string; codes: string[] }> {
  const q = unique('mark')
  const codes = Array.from({ length: count }, (_, index) => `${q}-${index}`)
  for (const code of codes) await sdk.organizations.put(code, { name: code })
  return { q, codes }
}

async function aDataset(count: number) {
  const id = unique('ds')
  await sdk.datasets.put(id, { dimensions: [{ id: 'country', localized_names: [] }] })
  const values = Array.from({ length: count }, (_, index) => ({ code: `c${index}`, localized_names: inEnglish(null) }))
  await sdk.datasets.values(id).bulk(values)
  return { id, paths: values.map(({ code }) => code) }
}

const callsThatName = (mark: string) => calls.filter(({ method, path }) => method === 'GET' && path.includes(mark))

describe('list', () => {
  test('walks all pages and gives each item once, in order', async () => {
    const { q, codes } = await organizations(7)

    const seen: string[] = []
    for await (const { code } of sdk.organizations.list({ q, per_page: 3, sort: 'code' })) seen.push(code)

    assert.deepEqual(seen, codes)
    assert.equal(callsThatName(q).length, 3)
  })

  test('asks for no further page after an early break', async () => {
    const { q, codes } = await organizations(7)

    const seen: string[] = []
    for await (const { code } of sdk.organizations.list({ q, per_page: 3, sort: 'code' })) {
      seen.push(code)
      if (seen.length === 4) break
    }

    assert.deepEqual(seen, codes.slice(0, 4))
    assert.equal(callsThatName(q).length, 2)
  })

  test('asks for nothing before the first item is wanted, and starts anew each time', async () => {
    const { q, codes } = await organizations(2)

    const first = sdk.organizations.list({ q, sort: 'code' })
    const before = callsThatName(q).length
    const rounds = [await all(first), await all(sdk.organizations.list({ q, sort: 'code' }))]

    assert.equal(before, 0)
    assert.deepEqual(
      rounds.map((items) => items.map(({ code }) => code)),
      [codes, codes],
    )
  })

  test('takes pages of 100 unless told otherwise', async () => {
    const { id, paths } = await aDataset(250)

    const seen = await all(sdk.datasets.values(id).list())

    assert.deepEqual(seen.map((one) => one.path).toSorted(), paths.toSorted())
    assert.deepEqual(
      callsThatName(id).map(({ path }) => new URL(path, url).searchParams.get('per_page')),
      ['100', '100', '100'],
    )
  })

  test('goes on from a cursor', async () => {
    const { q, codes } = await organizations(5)
    const query = { q, per_page: 2, sort: 'code' } as const
    const { nextCursor = '' } = await sdk.organizations.page(query)

    const rest = await all(sdk.organizations.list({ ...query, cursor: nextCursor }))

    assert.deepEqual(
      rest.map(({ code }) => code),
      codes.slice(2),
    )
  })

  test('is empty when nothing is found', async () => {
    const q = unique('nothing')

    assert.deepEqual(await all(sdk.organizations.list({ q })), [])
    assert.equal(callsThatName(q).length, 1)
  })

  test('throws where a later page is refused, after the items before it', async () => {
    const { id } = await aDataset(3)
    const seen: string[] = []

    const walk = async () => {
      for await (const { path } of sdk.datasets.values(id).list({ per_page: 2 })) {
        seen.push(path)
        if (seen.length === 2) await sdk.datasets.delete(id)
      }
    }

    await assert.rejects(walk(), { name: 'DossierError', status: 404 })
    assert.deepEqual(seen, ['c0', 'c1'])
  })
})

describe('page', () => {
  test('leads forwards and back by its cursors, and has none beyond the ends', async () => {
    const { q, codes } = await organizations(5)
    const query = { q, per_page: 2, sort: 'code' } as const
    const codesOf = ({ items }: { items: { code: string }[] }) => items.map(({ code }) => code)

    const first = await sdk.organizations.page(query)
    const second = await sdk.organizations.page({ ...query, cursor: first.nextCursor ?? '' })
    const third = await sdk.organizations.page({ ...query, cursor: second.nextCursor ?? '' })
    const back = await sdk.organizations.page({ ...query, cursor: third.previousCursor ?? '' })

    assert.deepEqual([first, second, third].map(codesOf), [codes.slice(0, 2), codes.slice(2, 4), codes.slice(4)])
    assert.deepEqual(codesOf(back), codesOf(second))
    assert.equal(first.previousCursor, undefined)
    assert.equal(third.nextCursor, undefined)
  })

  test('has 20 items unless told otherwise', async () => {
    const { id } = await aDataset(21)

    const page = await sdk.datasets.values(id).page()

    assert.equal(page.items.length, 20)
    assert.equal(typeof page.nextCursor, 'string')
  })
})
