import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { asBody, requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { FoundOfKind, SearchHit } from './schemas.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { anArticle } = articleCalls(service)
const { aDocument, at } = filingCalls(service)
const { patched } = requestCalls(service)
const { unlinked } = vaultCalls(service)

await anOrganization(service, { code: 'PAR' })
await anOrganization(service, { code: 'LON' })
await aManager(service, { technical_id: 'M-1' })
await v2('PATCH', '/forms/default', { body: { visible_by_employee: true } })
const VISIBLE = await aDocumentType(service, {
  name: 'Payslip',
  localized_names: [{ language_code: 'fr-fr', value: 'Bulletin de paie' }],
  visible_by_employee: true,
})
const HIDDEN = await aDocumentType(service, { visible_by_employee: false })
const OF_COMPANY = await aDocumentType(service, { kind: 'company', visible_by_employee: true })

const aPerson = (given: object = {}) => anEmployee(service, { organizations: ['PAR'], ...given })
const aFolderDocument = (employee: string, title: string, more: object = {}) =>
  aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE, title, ...more })

async function aRequest(employee: string, subject: string): Promise<{ id: string }> {
  const asked = await asBody({ form_code: 'default', subject, body: '<p>Please</p>' })
  const answer = await as(`employee:${employee}`)('POST', '/me/requests', asked)
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json()
}

async function search(employee: string, q: string, more = ''): Promise<FoundOfKind[]> {
  const answer = await as(`employee:${employee}`)('GET', `/me/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().found
}
async function ofKind(employee: string, kind: FoundOfKind['kind'], q: string, more = ''): Promise<FoundOfKind> {
  const found = (await search(employee, q, more)).find((one) => one.kind === kind)
  assert.ok(found)
  return found
}
const shown = (pieces: SearchHit['title']) =>
  pieces.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join('')
const idsOf = ({ hits }: FoundOfKind) => hits.map((hit) => hit.id)

describe('GET /portal/api/me/search', () => {
  test('200 finds articles, forms, documents and requests at once, with what was found marked', async () => {
    const employee = await aPerson({ language: 'fr-fr' })
    const slug = await anArticle({ title: 'Congé parental', body: '<p>Le congé est…</p>' })
    await v2('PUT', '/forms/leave', {
      body: {
        title: 'Leave',
        localized_titles: [{ language_code: 'fr-fr', value: 'Demande de congé' }],
        visible_by_employee: true,
        fields: [],
      },
    })
    await v2('PUT', '/forms/secret', { body: { title: 'Congé secret', visible_by_employee: false, fields: [] } })
    const document = await aFolderDocument(employee, 'Solde de CONGE')
    const request = await aRequest(employee, 'Mon congé')

    const found = await search(employee, 'CONGÉ')

    const told = found.map(({ kind, total, hits }) => [kind, total, hits[0]?.id, shown(hits[0]?.title ?? [])])
    assert.deepEqual(told, [
      ['articles', 1, slug, '[Congé] parental'],
      ['forms', 1, 'leave', 'Demande de [congé]'],
      ['documents', 1, document.id, 'Solde de [CONGE]'],
      ['requests', 1, request.id, 'Mon [congé]'],
    ])
    assert.deepEqual(
      found.map(({ hits }) => [hits[0]?.place, hits[0]?.about]),
      [
        ['article', ''],
        ['form', ''],
        ['folder', 'Bulletin de paie'],
        ['request', 'Request'],
      ],
    )
  })

  test('200 finds documents with every word, in any order, of title and file name', async () => {
    const employee = await aPerson()
    const march = await aFolderDocument(employee, 'Payslip March')
    await aFolderDocument(employee, 'Payslip April')

    assert.deepEqual(idsOf(await ofKind(employee, 'documents', 'march payslip')), [march.id])
    assert.deepEqual(idsOf(await ofKind(employee, 'documents', 'ma')), [march.id])
    assert.deepEqual(idsOf(await ofKind(employee, 'documents', '%_')), [])
  })

  test('200 finds what is in the vault only, and company documents of the own organizations', async () => {
    const employee = await aPerson()
    const deleted = await aFolderDocument(employee, 'Dúplicate of a contract')
    await v2('DELETE', at(deleted))
    const trashed = await aFolderDocument(employee, 'Contract in the trash')
    await v2('PUT', `${at(trashed)}/trash`)
    const title = 'Contract of Paris'
    const here = await aDocument('company', { document_type_code: OF_COMPANY, organization_codes: ['PAR'], title })
    await aDocument('company', { document_type_code: OF_COMPANY, organization_codes: ['LON'], title })

    const found = await ofKind(employee, 'documents', 'contract')

    assert.deepEqual(
      new Map(found.hits.map((hit) => [hit.id, hit.place])),
      new Map([
        [here.id, 'company'],
        [trashed.id, 'vault'],
        [deleted.id, 'vault'],
      ]),
    )
    assert.equal(found.total, 3)
    assert.deepEqual(idsOf(await ofKind(employee, 'documents', 'duplicate')), [deleted.id])
    const kept = await unlinked(employee).then(() => ofKind(employee, 'documents', 'contract'))
    assert.equal(kept.total, 3)
  })

  test('200 finds nothing that the employee may not see', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const rival = await anEmployee(service, { owner: globex })
    await aFolderDocument(employee, 'Zebra hidden', { document_type_code: HIDDEN })
    await aFolderDocument(other, 'Zebra of another')
    await anArticle({ title: 'Zebra draft', state: 'draft' })
    await anArticle({ title: 'Zebra for London', organizations: ['LON'] })
    await anArticle({ title: 'Zebra for managers', accessible_by: ['managers'] })
    await aRequest(other, 'Zebra of another')
    const unseen = await aRequest(employee, 'Zebra unseen')
    await patched(unseen.id, { visible_to_employee: false, managers_assigned: ['M-1'] })

    assert.deepEqual(
      (await search(employee, 'zebra')).map(({ total }) => total),
      [0, 0, 0, 0],
    )
    const answer = await as(`employee:${rival}`, globex.client.id)('GET', '/me/search?q=zebra')
    assert.deepEqual(
      answer.json().found.map(({ total }: FoundOfKind) => total),
      [0, 0, 0, 0],
    )
  })

  test('200 pages through one kind by its cursor', async () => {
    const employee = await aPerson()
    for (const number of [1, 2, 3, 4, 5]) {
      await aFolderDocument(employee, `Walrus ${number}`)
      await anArticle({ title: `Walrus ${number}` })
      await aRequest(employee, `Walrus ${number}`)
    }
    for (const kind of ['articles', 'documents', 'requests'] as const) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const more = `&kind=${kind}&per_page=2${cursor && `&cursor=${cursor}`}`
        const page: FoundOfKind = await ofKind(employee, kind, 'walrus', more)
        assert.equal(page.total, 5)
        seen.push(...idsOf(page))
        cursor = page.next_cursor
      }
      assert.equal(new Set(seen).size, 5, kind)
    }
  })

  test('200 finds a request by its number', async () => {
    const employee = await aPerson()
    const { id } = await aRequest(employee, 'Some subject')

    assert.deepEqual(idsOf(await ofKind(employee, 'requests', `#${id}`)), [id])
  })

  test('4xx refuses what is not a search, naming the field', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const { next_cursor } = await ofKind(employee, 'articles', 'walrus', '&kind=articles&per_page=1')
    for (const [query, field] of [
      ['', 'q'],
      ['?q=', 'q'],
      [`?q=${'a'.repeat(201)}`, 'q'],
      ['?q=a%00b', 'q'],
      ['?q=a&kind=people', 'kind'],
      ['?q=a&per_page=51', 'per_page'],
      ['?q=a&kind=articles&cursor=AAAA', 'cursor'],
      [`?q=walrus&per_page=1&cursor=${next_cursor}`, 'cursor'],
      [`?q=walrus&kind=documents&per_page=1&cursor=${next_cursor}`, 'cursor'],
    ]) {
      const answer = await me('GET', `/me/search${query}`)
      assert.ok([400, 422].includes(answer.statusCode), `${query}: ${answer.body}`)
      assert.equal(answer.json().errors[0].field, field, query)
    }
  })

  test('401 and 403 refuse people who are not employees', async () => {
    assert.equal((await as(undefined)('GET', '/me/search?q=a')).statusCode, 401)
    assert.equal((await as('manager:M-1')('GET', '/me/search?q=a')).statusCode, 403)
  })
})
