import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProfileInput } from '#modules/directory/users/schemas.ts'
import type { Document, Kind } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as, sessionOf } = portalCalls(service)
const { aDocument } = filingCalls(service)
const { written } = noteCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
const filters = [
  { code: 'site', name: 'Site', type: 'list', values: ['north', 'south', 'west'] },
  { code: 'level', name: 'Level', type: 'integer' },
]
await aDocumentType(service, { code: 'contract', filters, allowed_extensions: ['pdf'] })
await aDocumentType(service, { code: 'plain', filters })
await aDocumentType(service, { code: 'policy', kind: 'company', filters })
const everything = await aRole(service)
const inParis = await anEmployee(service, { organizations: ['PAR'] })
const inLondon = await anEmployee(service, { organizations: ['LON'] })

const limit = (document_type_code: string, filter_code: string, ...values: (string | number)[]) => ({
  document_type_code,
  filter_code,
  values,
})
type Restriction = ReturnType<typeof limit>
const profile = (organization: string, ...access_restrictions: Restriction[]): ProfileInput => ({
  role: everything,
  organizations: [organization],
  include_below: true,
  access_restrictions,
})

/** Managers with and without limits; `several` adds profiles up, `both` has two limits on one type. */
const MANAGERS: Record<string, ProfileInput[]> = {
  free: [profile('PAR')],
  limited: [profile('PAR', limit('contract', 'site', 'north'), limit('policy', 'site', 'north', 'south'))],
  wide: [profile('HQ', limit('contract', 'level', 1, 2))],
  several: [profile('HQ', limit('contract', 'site', 'north')), profile('LON', limit('contract', 'site', 'south'))],
  both: [profile('HQ', limit('contract', 'site', 'north', 'west'), limit('contract', 'level', 2))],
  mixed: [profile('HQ', limit('contract', 'site', 'west')), profile('LON')],
}
for (const [technical_id, profiles] of Object.entries(MANAGERS)) await aManager(service, { technical_id, profiles })

type Filed = Document & { organization: string }

/** One document for each combination of type, organization, site and level. */
async function fileAll(): Promise<Filed[]> {
  const filed: Filed[] = []
  const types: [Kind, string][] = [
    ['employee', 'contract'],
    ['employee', 'plain'],
    ['company', 'policy'],
  ]
  for (const [kind, document_type_code] of types) {
    for (const organization of ['PAR', 'LON']) {
      for (const site of ['north', 'south', undefined]) {
        for (const level of [1, 2, undefined]) {
          const place =
            kind === 'employee'
              ? { employee_technical_id: organization === 'PAR' ? inParis : inLondon }
              : { organization_codes: [organization] }
          const document_type_filters = { ...(site && { site }), ...(level && { level }) }
          const document = await aDocument(kind, {
            ...place,
            document_type_code,
            document_type_filters,
            title: 'Needle',
          })
          filed.push({ ...document, organization })
        }
      }
    }
  }
  return filed
}
const documents = await fileAll()

/** The rule in other words: some profile covers the organization, and each of its limits on the type names the value. */
function mayRead(manager: string, document: Filed): boolean {
  return (MANAGERS[manager] ?? []).some(({ organizations, access_restrictions = [] }) => {
    const isCovered = organizations.includes(document.organization) || organizations.includes('HQ')
    const own = access_restrictions.filter((one) => one.document_type_code === document.document_type_code)
    return (
      isCovered && own.every((one) => one.values.includes(document.document_type_filters[one.filter_code] as string))
    )
  })
}
const readable = (manager: string) => documents.filter((one) => mayRead(manager, one))
const known = new Set(documents.map(({ id }) => id))
/** Those of the matrix: other tests file documents too. */
const idsOf = (rows: { id: string }[]) => rows.flatMap(({ id }) => (known.has(id) ? [id] : [])).toSorted()

describe('Spec 350: document_type_filters limit access by user access restrictions', () => {
  test('the managers of this test see different documents, and none sees all', () => {
    const seen = Object.keys(MANAGERS).map((manager) => readable(manager).length)

    assert.deepEqual(seen, [27, 18, 48, 45, 38, 45])
    assert.equal(documents.length, 54)
  })

  for (const manager of Object.keys(MANAGERS)) {
    const call = as(`manager:${manager}`)
    const list = async (path: string): Promise<{ id: string }[]> => {
      const rows: { id: string }[] = []
      for (let cursor: unknown = ''; cursor !== undefined; ) {
        const answer = await call(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}per_page=7${cursor && `&cursor=${cursor}`}`,
        )
        assert.equal(answer.statusCode, 200, answer.body)
        rows.push(...answer.json())
        cursor = answer.headers['next-cursor']
      }
      return rows
    }
    const expected = (of: (one: Filed) => boolean) => idsOf(readable(manager).filter(of))

    test(`lists, searches and folders show ${manager} what the profiles allow`, async () => {
      for (const kind of ['employee', 'company']) {
        const path = `/manager/${kind}_documents`
        assert.deepEqual(
          idsOf(await list(path)),
          expected((one) => one.kind === kind),
        )
        assert.deepEqual(
          idsOf(await list(`${path}?q=needle&sort=date`)),
          expected((one) => one.kind === kind),
        )
      }
      const contracts = await list('/manager/employee_documents?document_type_code=contract')
      assert.deepEqual(
        idsOf(contracts),
        expected((one) => one.document_type_code === 'contract'),
      )
      const southern = await list('/manager/employee_documents?filter=site:south')
      assert.deepEqual(
        idsOf(southern),
        expected((one) => one.kind === 'employee' && one.document_type_filters.site === 'south'),
      )
      const folder = await list(`/manager/employees/${inParis}/documents`)
      assert.deepEqual(
        idsOf(folder),
        expected((one) => one.employee_technical_id === inParis),
      )
    })

    test(`counts tell ${manager} of no others`, async () => {
      const counts = (await call('GET', `/manager/employees/${inParis}/document_counts`)).json()

      const own = readable(manager).filter((one) => one.employee_technical_id === inParis)
      const expectedCounts = ['contract', 'plain'].flatMap((code) => {
        const count = own.filter((one) => one.document_type_code === code).length
        return count === 0 ? [] : [[code, count]]
      })
      assert.deepEqual(
        counts.types.map((one: { document_type_code: string; count: number }) => [one.document_type_code, one.count]),
        expectedCounts,
      )
      assert.equal(counts.trashed, 0)
    })

    test(`single documents, files, pages, notes and copies are there for ${manager} only if allowed`, async () => {
      const cookie = await sessionOf(`manager:${manager}`)
      for (const [index, document] of documents.entries()) {
        const status = mayRead(manager, document) ? 200 : 404
        const path = `/manager/documents/${document.id}`
        // Drawing pages takes its time: of those that are shown, few are drawn.
        const pages = status === 404 || index % 9 === 0 ? [`${path}/pages/1`] : []
        for (const one of [path, `${path}/file`, ...pages, `/manager/notes?document_id=${document.id}`]) {
          const answer = await call('GET', one)
          assert.equal(answer.statusCode, status, `GET ${one} of ${JSON.stringify(document.document_type_filters)}`)
        }
        const head = await service.app.inject({ method: 'HEAD', url: `/portal/api${path}/file`, headers: { cookie } })
        assert.equal(head.statusCode, status)
      }
      const hidden = documents.find((one) => !mayRead(manager, one))
      const copy = await call('POST', '/manager/signature_uploads/copies', { body: { document_id: hidden?.id } })
      assert.equal(copy.statusCode, 404)
    })

    test(`history shows ${manager} documents that are allowed, deleted ones too`, async () => {
      const folder = await anEmployee(service, { organizations: ['PAR'] })
      const titles: string[] = []
      for (const [site, isDeleted] of [
        ['north', false],
        ['south', false],
        ['north', true],
        ['south', true],
      ] as const) {
        const given = { employee_technical_id: folder, document_type_code: 'contract', document_type_filters: { site } }
        const document = await aDocument('employee', { ...given, title: `${site} ${isDeleted}` })
        if (isDeleted) await service.v2('DELETE', `/employee_documents/${document.id}`)
        await written('documents', { document_id: isDeleted ? documents[0]?.id : document.id })
        if (mayRead(manager, { ...document, organization: 'PAR' })) titles.push(document.title)
      }

      const history = (await call('GET', `/manager/employees/${folder}/history?per_page=100`)).json()
      type Item = { type: string; subject: { kind: string; title: string } }
      const shown = history.filter((one: Item) => one.type === 'employee_document.created')

      assert.deepEqual(shown.map((one: Item) => one.subject.title).toSorted(), titles.toSorted())
      const notes = history.filter((one: Item) => one.subject.kind === 'note')
      assert.equal(notes.length, titles.filter((one) => one.endsWith('false')).length)
    })

    test(`changes of what ${manager} does not see answer 404 and change nothing`, async () => {
      for (const document of documents.filter((one) => !mayRead(manager, one)).slice(0, 6)) {
        const path = `/manager/documents/${document.id}`
        const tries = [
          ['PATCH', path, { title: 'Taken' }],
          ['PATCH', path, { document_type_filters: { site: 'north', level: 2 } }],
          ['PATCH', path, { legal_hold: true }],
          ['PUT', `${path}/trash`, undefined],
          ['PUT', `${path}/untrash`, undefined],
          ['DELETE', path, undefined],
          ['DELETE', `${path}/vault_link`, undefined],
          ['POST', '/manager/notes', { document_id: document.id, description: 'Hello' }],
        ] as const
        for (const [method, url, body] of tries) {
          assert.equal((await call(method, url, { body })).statusCode, 404, `${method} ${url}`)
        }
        const { organization: _, ...before } = document
        assert.deepEqual((await service.v2('GET', `/${document.kind}_documents/${document.id}`)).json(), before)
      }
    })
  }
})

describe('Spec 350: what a limited manager files and changes stays within the limits', () => {
  const limited = as('manager:limited')
  const several = as('manager:several')

  async function send(call: typeof limited, data: object) {
    const form = new FormData()
    form.append('data', JSON.stringify({ title: 'Sent', ...data }))
    form.append('file', new File([new Uint8Array(aPdf())], 'scan.pdf'))
    const { headers, payload } = await asPayload(form)
    return call('POST', '/manager/documents', { headers, body: payload })
  }
  const forParis = { employee_technical_id: inParis, document_type_code: 'contract' }
  const refusal = { field: 'document_type_filters.site', code: 'outside_access_restrictions' }

  function expectOutside(answer: Awaited<ReturnType<typeof limited>>) {
    assert.equal(answer.statusCode, 403, answer.body)
    const { code, errors } = answer.json()
    assert.deepEqual([code, errors[0].field, errors[0].code], [refusal.code, refusal.field, refusal.code])
  }

  test('201 with an allowed value, and for a type without limits; 403 names the filter otherwise', async () => {
    const filed = await send(limited, { ...forParis, document_type_filters: { site: 'north' } })
    const plain = await send(limited, { ...forParis, document_type_code: 'plain' })
    assert.deepEqual([filed.statusCode, plain.statusCode], [201, 201])

    expectOutside(await send(limited, { ...forParis, document_type_filters: { site: 'south' } }))
    expectOutside(await send(limited, forParis))
    const company = { document_type_code: 'policy', document_type_filters: { site: 'west' } }
    expectOutside(await send(limited, { ...company, organization_codes: ['PAR'] }))
    const stored = await service.db.selectFrom('documents').select('title').where('title', '=', 'Sent').execute()
    assert.equal(stored.length, 2)
  })

  test('422 for filter values that cannot be stored, as for everybody else', async () => {
    for (const document_type_filters of [
      { site: 'a\0b' },
      { site: '\ud800' },
      { site: { a: 1 } },
      { site: 'north', x: '\0' },
      { 'k\0': 1, site: 'north' },
    ]) {
      const answer = await send(limited, { ...forParis, document_type_filters })
      assert.equal(answer.statusCode, 422, answer.body)
      assert.match(answer.json().errors[0].field, /^document_type_filters/)
    }
  })

  test('404 and not listed: a text that is a number in other digits, after the filter became one of integers', async () => {
    const code = unique('type')
    const site = (type: string) => ({ kind: 'employee', filters: [{ code: 'site', type }] })
    await service.v2('PUT', `/document_types/${code}`, { body: site('string') })
    const manager = await aManager(service, { profiles: [profile('PAR', limit(code, 'site', '007'))] })
    await service.v2('PUT', `/document_types/${code}`, { body: site('integer') })
    const given = { employee_technical_id: inParis, document_type_code: code }
    const { id } = await aDocument('employee', { ...given, document_type_filters: { site: 7 } })
    const call = as(`manager:${manager}`)

    assert.equal((await call('GET', `/manager/documents/${id}`)).statusCode, 404)
    for (const path of ['/manager/employee_documents', `/manager/employees/${inParis}/documents`]) {
      assert.deepEqual((await call('GET', `${path}?document_type_code=${code}`)).json(), [], path)
    }
  })

  test('403 where only the profile of another organization allows the value', async () => {
    const south = { ...forParis, document_type_filters: { site: 'south' } }

    expectOutside(await send(several, south))
    assert.equal((await send(several, { ...south, employee_technical_id: inLondon })).statusCode, 201)
  })

  test('403 for moving a document out of the own sight, by its filters or by its type, and nothing changes', async () => {
    const own = { employee_technical_id: inParis, document_type_filters: { site: 'north' } }
    const contract = await aDocument('employee', { ...own, document_type_code: 'contract' })
    const plain = await aDocument('employee', { ...own, document_type_code: 'plain', document_type_filters: {} })
    const patch = (id: string, body: object) => limited('PATCH', `/manager/documents/${id}`, { body })

    expectOutside(await patch(contract.id, { document_type_filters: { site: 'south' } }))
    expectOutside(await patch(contract.id, { document_type_filters: {} }))
    expectOutside(await patch(plain.id, { document_type_code: 'contract' }))
    for (const document of [contract, plain]) {
      assert.deepEqual((await service.v2('GET', `/employee_documents/${document.id}`)).json(), document)
    }
    assert.equal(
      (await patch(contract.id, { title: 'New', document_type_filters: { site: 'north', level: 3 } })).statusCode,
      200,
    )
  })

  test('legal holds take a profile for the whole client that allows the document', async () => {
    const given = { employee_technical_id: inLondon, document_type_code: 'contract' }
    const hidden = await aDocument('employee', { ...given, document_type_filters: { site: 'south' } })
    const shown = await aDocument('employee', { ...given, document_type_filters: { site: 'west' } })
    const mixed = as('manager:mixed')
    const hold = (id: string) => mixed('PATCH', `/manager/documents/${id}`, { body: { legal_hold: true } })

    // The profile in London shows it, and is not for the whole client; the one for the whole client does not allow it.
    assert.equal((await mixed('GET', `/manager/documents/${hidden.id}`)).json().may_hold, false)
    assert.equal((await hold(hidden.id)).statusCode, 403)
    assert.equal((await mixed('GET', `/manager/documents/${shown.id}`)).json().may_hold, true)
    assert.equal((await hold(shown.id)).statusCode, 200)
  })

  test('a filter that its type has lost goes on hiding documents, and the profile can still be saved', async () => {
    await aDocumentType(service, { code: 'fading', filters })
    const profiles = [profile('PAR', limit('fading', 'site', 'north'))]
    const manager = await aManager(service, { profiles })
    const given = { employee_technical_id: inParis, document_type_code: 'fading' }
    const north = await aDocument('employee', { ...given, document_type_filters: { site: 'north' } })
    const south = await aDocument('employee', { ...given, document_type_filters: { site: 'south' } })
    await service.v2('PUT', '/document_types/fading', { body: { kind: 'employee', filters: [] } })
    const later = await aDocument('employee', given)
    const see = async (id: string) => (await as(`manager:${manager}`)('GET', `/manager/documents/${id}`)).statusCode

    assert.deepEqual([await see(north.id), await see(south.id), await see(later.id)], [200, 404, 404])
    const saved = await service.v2('PATCH', `/users/${manager}`, { body: { first_name: 'Still' } })
    assert.deepEqual([saved.statusCode, saved.json().profiles], [200, profiles])
    const other = { profiles: [profile('PAR', limit('fading', 'site', 'south'))] }
    assert.equal((await service.v2('PATCH', `/users/${manager}`, { body: other })).statusCode, 422)
  })
})
