import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { BOTH_KINDS, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { listCalls, type Query } from '#test/harness/http/list-calls.ts'
import type { Document, Kind } from './schemas.ts'

const service = await startApp()
const { v2, db, clock } = service
const { aDocument, at } = filingCalls(service)
const calls = {
  employee: listCalls(service, '/employee_documents', 'id'),
  company: listCalls(service, '/company_documents', 'id'),
}

/** A word that nothing else is called. */
const aWord = () => unique('zq').replaceAll('-', '')
const trash = (document: Document) => v2('PUT', `${at(document)}/trash`)
const idsOf = (documents: Document[]) => documents.map((one) => one.id)

/** Documents under one type, the oldest first, of which two at a time came in the same moment. */
async function aPile(kind: Kind, count: number) {
  const document_type_code = await aDocumentType(service, { kind })
  const documents: Document[] = []
  for (let number = 0; number < count; number += 1) {
    documents.push(await aDocument(kind, { document_type_code, title: `n${number}`, date: '2024-01-31' }))
  }
  for (const [number, { id }] of documents.entries()) {
    const created_at = new Date(Date.UTC(2024, 0, 1 + Math.floor(number / 2)))
    await db.updateTable('documents').set({ created_at }).where('id', '=', id).execute()
  }
  return { document_type_code, ids: idsOf(documents) }
}

for (const kind of BOTH_KINDS) {
  const { call, list, walk, cursorOf, idsOf: idsIn } = calls[kind]
  const path = `/${kind}_documents`

  /** One document that every filter finds, and beside it some that each finds or misses. */
  async function aCrowd() {
    const word = aWord()
    const here = await anOrganization(service)
    const there = await anOrganization(service)
    const type = await aDocumentType(service, { kind })
    const otherType = await aDocumentType(service, { kind })
    const owner = async (...organizations: string[]) =>
      kind === 'employee' ? { employee_technical_id: await anEmployee(service, { organizations }) } : {}
    const eve = await owner(here, there)
    const ada = await owner(there)
    const filed = (title: string, more: object) =>
      aDocument(kind, { title, document_type_code: type, organization_codes: [here], ...eve, ...more })
    const external_unique_id = `ext-${word}`
    const wanted = await filed(`Payslip ${word}`, { external_unique_id, date: '2024-03-15T12:00Z' })
    const elsewhere = await filed(`Letter ${word}`, { organization_codes: [there], ...ada, date: '2024-03-14' })
    const ofOther = await filed('Contract', { document_type_code: otherType, date: '2024-03-16' })
    const trashed = await filed(`Bin ${word}`, { date: '2024-03-15' })
    await trash(trashed)
    const everyone = [ofOther, elsewhere, wanted].map((one) => one.id)
    return { word, here, there, type, otherType, eve, ada, wanted, elsewhere, ofOther, trashed, everyone }
  }
  const crowd = await aCrowd()
  const { word, here, there, type, otherType, eve, ada, wanted, elsewhere, ofOther, trashed, everyone } = crowd
  const crowdOf = (found: string[]) => found.filter((id) => [...everyone, trashed.id].includes(id))

  const filters: Record<string, { query: Query; finds: string[] }> = {
    type: { query: { document_type_code: type }, finds: [elsewhere.id, wanted.id] },
    'another type': { query: { document_type_code: otherType }, finds: [ofOther.id] },
    organization: { query: { organization_code: here }, finds: [ofOther.id, wanted.id] },
    'another organization': { query: { organization_code: there }, finds: [elsewhere.id] },
    external_unique_id: { query: { external_unique_id: `ext-${word}` }, finds: [wanted.id] },
    q: { query: { q: word }, finds: [elsewhere.id, wanted.id] },
    'not trashed': { query: { trashed: 'false' }, finds: everyone },
    trashed: { query: { trashed: 'true' }, finds: [trashed.id] },
    date_since: { query: { date_since: '2024-03-15' }, finds: [ofOther.id, wanted.id] },
    date_until: { query: { date_until: '2024-03-15' }, finds: [elsewhere.id, wanted.id] },
    created_at_since: { query: { created_at_since: '2020-01-01T00:00:00Z' }, finds: everyone },
    created_at_until: { query: { created_at_until: '2020-01-01T00:00:00Z' }, finds: [] },
    ...(kind === 'employee'
      ? {
          employee: { query: eve, finds: [ofOther.id, wanted.id] },
          'another employee': { query: ada, finds: [elsewhere.id] },
        }
      : {}),
  }

  describe(`GET ${path} with filters`, () => {
    for (const [what, { query, finds }] of Object.entries(filters)) {
      test(`200 by ${what}`, async () => {
        assert.deepEqual(crowdOf(await list({ per_page: 100, ...query })), finds)
      })
    }

    test('200 by any two filters at once finds what both find, in every order', async () => {
      const entries = Object.entries(filters)
      for (const [index, [one, { query, finds }]] of entries.entries()) {
        for (const [other, second] of entries.slice(index + 1)) {
          const isOverlaid = Object.keys(query).some((name) => name in second.query)
          if (isOverlaid || 'trashed' in query || 'trashed' in second.query) continue
          const expected = finds.filter((id) => second.finds.includes(id))
          const sort = ['-created_at', 'created_at', 'date', '-date'][index % 4] ?? ''

          const found = crowdOf(await list({ per_page: 100, ...query, ...second.query, sort }))

          assert.deepEqual(found.toSorted(), expected.toSorted(), `${one} and ${other}`)
        }
      }
    })

    test('200 by all filters at once finds the one document', async () => {
      const query = {
        document_type_code: type,
        organization_code: here,
        external_unique_id: `ext-${word}`,
        q: word,
        trashed: 'false',
        date_since: '2024-03-15',
        date_until: '2024-03-15',
        ...eve,
        created_at_since: '2020-01-01T00:00:00Z',
        created_at_until: '2999-01-01T00:00:00Z',
      }

      assert.deepEqual(await list(query), [wanted.id])
      assert.deepEqual(await list({ ...query, q: 'nothing' }), [])
      assert.deepEqual(await list({ ...query, trashed: 'true' }), [])
    })

    test('200 in the trash, by the other filters too', async () => {
      assert.deepEqual(await list({ trashed: 'true', q: word }), [trashed.id])
      assert.deepEqual(await list({ trashed: 'true', document_type_code: type, sort: 'date' }), [trashed.id])
      assert.deepEqual(await list({ trashed: 'true', organization_code: there }), [])
    })

    test('200 with nothing for codes and ids that are not there, or another client’s', async () => {
      const foreign = await aDocument(kind, { application: 'rival', external_unique_id: unique('ext') })
      const queries: Query[] = [
        { document_type_code: 'nosuch' },
        { document_type_code: foreign.document_type_code },
        { organization_code: 'nowhere' },
        { external_unique_id: 'nothing' },
        { external_unique_id: foreign.external_unique_id ?? '' },
        { external_unique_id: `EXT-${word}` },
        { q: foreign.external_unique_id ?? '' },
        ...foreign.organization_codes.map((organization_code) => ({ organization_code })),
      ]

      for (const query of queries) assert.deepEqual(await list(query), [], JSON.stringify(query))
      const ours = (await v2('GET', `${path}?per_page=100`)).json()
      assert.ok(!ours.some((one: Document) => one.id === foreign.id))
      const theirs = await v2('GET', `${path}?external_unique_id=${foreign.external_unique_id}`, {
        application: 'rival',
      })
      assert.deepEqual(theirs.json(), [foreign])
    })

    test('200 shows each document as it reads', async () => {
      const answer = await call({ external_unique_id: `ext-${word}` })

      assert.deepEqual(answer.json(), [(await v2('GET', at(wanted))).json()])
    })
  })

  describe(`GET ${path}?q=`, () => {
    test('200 finds by title, file name and external ids, by parts of them, whatever the case and the accents', async () => {
      const title = aWord()
      const name = aWord()
      const id = aWord()
      const document = await aDocument(kind, {
        title: `Bulletin d’Évaluation ${title}`,
        filename: `scan_${name}.pdf`,
        external_unique_id: `R/${id}`,
      })
      const reference = await aDocument(kind, { title: 'x', external_reference: `Ref-${title}x` })

      for (const q of [
        `evaluation ${title}`,
        `ÉVALUATION ${title}`,
        `e\u0301valuation ${title}`,
        ` valuation ${title}`,
        name,
        name.toUpperCase(),
        `scan_${name}.pdf`,
        `${name}.PDF`,
        id,
        `r/${id}`,
        id.slice(3),
      ]) {
        assert.deepEqual(await list({ q }), [document.id], q)
      }
      assert.deepEqual(await list({ q: `ref-${title}X` }), [reference.id])
      assert.deepEqual(new Set(await list({ q: title })), new Set([document.id, reference.id]))
    })

    test('200 takes one and two characters for the beginning of a word, and three for any part', async () => {
      const document_type_code = await aDocumentType(service, { kind })
      const filed = (title: string) => aDocument(kind, { document_type_code, title, filename: '1.bin' })
      const saxo = await filed('Upper Saxo')
      const ossex = await filed('Össex')

      const found = (q: string) => list({ document_type_code, q })

      assert.deepEqual(await found('sa'), [saxo.id])
      assert.deepEqual(await found('S'), [saxo.id])
      assert.deepEqual(await found('o'), [ossex.id])
      assert.deepEqual(await found('ÖS'), [ossex.id])
      assert.deepEqual(await found('sex'), [ossex.id])
      assert.deepEqual(await found('ex'), [])
      assert.deepEqual(await found(''), [ossex.id, saxo.id])
    })

    test('200 takes signs of patterns for what they are', async () => {
      const document_type_code = await aDocumentType(service, { kind })
      const odd = await aDocument(kind, { document_type_code, title: String.raw`100%_\o'x` })
      await aDocument(kind, { document_type_code, title: 'plain' })

      for (const q of ['100%', String.raw`%_\o`, "o'x", '0%_']) {
        assert.deepEqual(await list({ document_type_code, q }), [odd.id], q)
      }
      for (const q of ['%', '_', 'pl_in', 'p%n', String.raw`\\`]) {
        assert.deepEqual(await list({ document_type_code, q }), [], q)
      }
    })

    test('200 finds nothing by metas, by the uploader or by the type', async () => {
      const hidden = aWord()
      const document_type_code = await aDocumentType(service, {
        kind,
        code: hidden,
        name: hidden,
        metas: [{ code: 'remark', type: 'string' }],
      })
      await aDocument(kind, {
        document_type_code,
        document_type_metas: { remark: hidden },
        api_uploader_name: hidden,
      })

      assert.deepEqual(await list({ q: hidden }), [])
    })
  })

  describe(`GET ${path} between dates`, () => {
    test('200 a plain date counts whole, from its first moment to its last, in UTC; a time counts to the second', async () => {
      const document_type_code = await aDocumentType(service, { kind })
      const on = (date: string) => aDocument(kind, { document_type_code, date })
      const before = await on('2024-03-14T23:59:59.999Z')
      const first = await on('2024-03-15')
      const noon = await on('2024-03-15T12:00Z')
      const last = await on('2024-03-15T23:59:59.999Z')
      const after = await on('2024-03-16T00:00Z')
      const all = [before, first, noon, last, after]
      const cases: [Query, Document[]][] = [
        [{ date_since: '2024-03-15' }, [first, noon, last, after]],
        [{ date_until: '2024-03-15' }, [before, first, noon, last]],
        [{ date_since: '2024-03-15', date_until: '2024-03-15' }, [first, noon, last]],
        [{ date_since: '2024-03-15T12:00' }, [noon, last, after]],
        [{ date_since: '2024-03-15T12:00:01Z' }, [last, after]],
        [{ date_until: '2024-03-15T12:00Z' }, [before, first, noon]],
        [{ date_until: '2024-03-15T14:00+02:00' }, [before, first, noon]],
        [{ date_until: '2024-03-15T13:59:59+0200' }, [before, first]],
        [{ date_since: '2024-03-16', date_until: '2024-03-15' }, []],
        [{ date_since: '0001-01-01', date_until: '9999-12-31' }, all],
      ]

      for (const [bounds, finds] of cases) {
        for (const sort of ['date', 'created_at']) {
          assert.deepEqual(await list({ document_type_code, sort, ...bounds }), idsOf(finds), JSON.stringify(bounds))
        }
      }
    })

    test('200 bounds on created_at hold their own moment', async () => {
      const { document_type_code, ids } = await aPile(kind, 6)
      const cases: [Query, string[]][] = [
        [{ created_at_since: '2024-01-02T00:00:00Z' }, ids.slice(2)],
        [{ created_at_since: '2024-01-02T00:00:00.001Z' }, ids.slice(4)],
        [{ created_at_until: '2024-01-02T00:00:00Z' }, ids.slice(0, 4)],
        [{ created_at_until: '2024-01-01T23:59:59.999Z' }, ids.slice(0, 2)],
        [{ created_at_since: '2024-01-02T02:00:00+02:00', created_at_until: '2024-01-02T00:00Z' }, ids.slice(2, 4)],
      ]

      for (const [bounds, finds] of cases) {
        for (const sort of ['created_at', 'date']) {
          assert.deepEqual(await list({ document_type_code, sort, ...bounds }), finds, JSON.stringify(bounds))
        }
      }
    })
  })

  describe(`GET ${path} in pages`, () => {
    test('200 newest first unless told otherwise, and in each order, ties in the order in which they came', async () => {
      const document_type_code = await aDocumentType(service, { kind })
      const filed: Document[] = []
      for (const date of ['2024-02-01', '2024-03-01', '2024-01-01', '2024-03-01']) {
        filed.push(await aDocument(kind, { document_type_code, date }))
        clock.advance(1)
      }
      const [first, second, third, fourth] = idsOf(filed)

      const inOrder = (query: Query) => list({ document_type_code, ...query })

      assert.deepEqual(await inOrder({}), [fourth, third, second, first])
      assert.deepEqual(await inOrder({ sort: '-created_at' }), [fourth, third, second, first])
      assert.deepEqual(await inOrder({ sort: 'created_at' }), [first, second, third, fourth])
      assert.deepEqual(await inOrder({ sort: 'date' }), [third, first, second, fourth])
      assert.deepEqual(await inOrder({ sort: '-date' }), [fourth, second, first, third])
    })

    for (const sort of ['created_at', '-created_at', 'date', '-date']) {
      test(`200 walks to the end and back by ${sort}, over ties, without a gap or a repeat`, async () => {
        const { document_type_code, ids } = await aPile(kind, 7)
        const expected = sort.startsWith('-') ? ids.toReversed() : ids
        const query = { document_type_code, sort, per_page: 3 }

        const forward = await walk(query, await call(query), 'next')
        const first = await call(query)
        const middle = await call({ ...query, cursor: cursorOf(first, 'next') ?? '' })
        const last = await call({ ...query, cursor: cursorOf(middle, 'next') ?? '' })
        const back = await walk(query, last, 'previous')

        assert.deepEqual(forward, [expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)])
        assert.deepEqual(back, forward.toReversed())
        assert.deepEqual([cursorOf(first, 'previous'), cursorOf(last, 'next')], [undefined, undefined])
        assert.deepEqual(idsIn(middle), expected.slice(3, 6))
      })
    }

    test('200 goes on where it was when documents come and go in between', async () => {
      const { document_type_code, ids } = await aPile(kind, 6)
      const query = { document_type_code, sort: 'created_at', per_page: 2 }
      const first = await call(query)

      await v2('DELETE', `${path}/${ids[1]}`)
      await v2('PUT', `${path}/${ids[2]}/trash`)
      const newest = await aDocument(kind, { document_type_code })
      const rest = await walk(query, first, 'next')

      assert.deepEqual(rest.flat(), [ids[0], ids[1], ids[3], ids[4], ids[5], newest.id])
    })

    test('200 with as many on a page as are asked for, from 1 to 100, and 20 unless told otherwise', async () => {
      const { document_type_code } = await aPile(kind, 21)

      const counts = []
      for (const per_page of [1, 20, 21, 100]) counts.push((await list({ document_type_code, per_page })).length)
      const usual = await call({ document_type_code })

      assert.deepEqual(counts, [1, 20, 21, 21])
      assert.deepEqual([idsIn(usual).length, typeof cursorOf(usual, 'next')], [20, 'string'])
    })

    test('400 for a cursor of another list, another order or another filter', async () => {
      const { document_type_code } = await aPile(kind, 2)
      const cursor = cursorOf(await call({ document_type_code, per_page: 1 }), 'next') ?? ''
      const other = kind === 'employee' ? calls.company : calls.employee

      const answers = [
        await call({ per_page: 1, cursor }),
        await call({ document_type_code, sort: 'date', cursor }),
        await call({ document_type_code, trashed: 'true', cursor }),
        await call({ document_type_code, cursor: `${cursor}x` }),
        await other.call({ document_type_code, cursor }),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 400)
        assert.deepEqual(answer.json(), {
          code: 'invalid_request',
          message: 'cursor: This is not a valid cursor for this list.',
        })
      }
      assert.equal((await call({ document_type_code, per_page: 2, cursor })).statusCode, 200)
    })
  })

  describe(`GET ${path} refuses`, () => {
    const wrong: [name: string, value: string][] = [
      ...['0', '101', '-1', 'x', '1.5', ''].map((value): [string, string] => ['per_page', value]),
      ...['title', '++date', 'DATE', ''].map((value): [string, string] => ['sort', value]),
      ...['1', 'yes', 'TRUE', ''].map((value): [string, string] => ['trashed', value]),
      ...['2024-02-30', '2024-1-1', 'x', ''].map((value): [string, string] => ['date_since', value]),
      ...['2023-02-29', '2024-01-01T25:00'].map((value): [string, string] => ['date_until', value]),
      ...['2024-01-01', '2024-01-01T10:00', 'x'].map((value): [string, string] => ['created_at_since', value]),
      ...['2024-01-01', '2024-13-01T00:00:00Z'].map((value): [string, string] => ['created_at_until', value]),
      ['document_type_code', 'x'.repeat(101)],
      ['organization_code', 'x'.repeat(65)],
      ['external_unique_id', 'x'.repeat(256)],
      ['q', 'x'.repeat(201)],
      ['q', 'a\u0000b'],
      ['organization_code', '\u0000'],
      ...(kind === 'employee' ? ([['employee_technical_id', 'x'.repeat(51)]] as [string, string][]) : []),
    ]
    for (const [name, value] of wrong) {
      test(`400 for ${name}=${JSON.stringify(value.slice(0, 20))}, by its name`, async () => {
        const answer = await call({ [name]: value })

        assert.equal(answer.statusCode, 400)
        assert.equal(answer.json().code, 'invalid_request')
        assert.ok(answer.json().message.startsWith(`${name}: `), answer.json().message)
      })
    }

    test('400 for a parameter that is given twice, and for an unknown one beside others', async () => {
      const twice = await v2('GET', `${path}?q=a&q=b`)
      const unknown = await v2('GET', `${path}?robots=7&external_unique_id=ext-${word}`)

      assert.deepEqual([twice.statusCode, twice.json().message], [400, 'q: This must be a string.'])
      assert.equal(unknown.statusCode, 400)
      assert.match(unknown.json().message, /^Unknown query parameter "robots"/)
    })
  })
}

describe('GET /company_documents', () => {
  test('200 shows documents of its own kind only', async () => {
    const word = aWord()
    const employee = await aDocument('employee', { title: word })
    const company = await aDocument('company', { title: word })

    assert.deepEqual(await calls.company.list({ q: word }), [company.id])
    assert.deepEqual(await calls.employee.list({ q: word }), [employee.id])
    assert.deepEqual(await calls.employee.list({ document_type_code: company.document_type_code }), [])
  })
})
