import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { readZip } from '#platform/zip/read-zip.ts'
import { aSource } from '#platform/zip/zip-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)

const APPRAISAL = await aDocumentType(service, {
  code: 'appraisal',
  name: 'Appraisal',
  localized_names: [{ language_code: 'fr-fr', value: 'Entretien' }],
})
const OTHER = await aDocumentType(service, { code: 'payslip', name: 'Payslip', visible_by_employee: true })
const HQ = await anOrganization(service, { code: 'HQ' })

async function aVault(language = 'en-us') {
  const employee = await anEmployee(service, { organizations: [HQ], language })
  const file = (document_type_code: string, title: string, date: string, given: object = {}) => {
    service.clock.advance(1)
    return aDocument('employee', { employee_technical_id: employee, document_type_code, title, date, ...given })
  }
  return { employee, mine: as(`employee:${employee}`), file }
}
async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const entry of readZip(aSource(zip).source, { maxEntries: 100, maxEntryBytes: 1_000_000 }))
    files.set(entry.name, await buffer(await entry.open()))
  return files
}
const titlesIn = (answer: { json(): unknown }) => (answer.json() as { title: string }[]).map((one) => one.title)

describe('GET /me/vault', () => {
  test('200 shows what the company linked, trashed or deleted, newest first, by type and year', async () => {
    const { mine, file } = await aVault('fr-fr')
    const gone = await file(APPRAISAL, 'Gone', '2023-06-01')
    const trashed = await file(OTHER, 'Trashed', '2024-06-01')
    await file(OTHER, 'There', '2024-07-01')
    await v2('PUT', `${at(trashed)}/trash`)
    await v2('DELETE', at(gone))

    const all = await mine('GET', '/me/vault?per_page=2')
    const rest = await mine('GET', `/me/vault?per_page=2&cursor=${all.headers['next-cursor']}`)

    assert.deepEqual([...titlesIn(all), ...titlesIn(rest)], ['There', 'Trashed', 'Gone'])
    assert.equal(rest.json()[0].document_type_name, 'Entretien')
    assert.deepEqual(titlesIn(await mine('GET', '/me/vault?year=2024')), ['There', 'Trashed'])
    assert.deepEqual(titlesIn(await mine('GET', `/me/vault?document_type_code=${APPRAISAL}`)), ['Gone'])
    assert.deepEqual(titlesIn(await mine('GET', '/me/vault?document_type_code=none')), [])
    assert.equal((await mine('GET', '/me/vault?year=x')).statusCode, 400)
  })

  test('200 still, for somebody who left the company', async () => {
    const { employee, mine, file } = await aVault()
    const kept = await file(OTHER, 'Certificate', '2024-01-31')
    const registrations = [{ organization_code: HQ, employee_number: '1', active: false, departure_date: '2024-01-31' }]
    await v2('PATCH', `/employees/${employee}`, { body: { registrations } })

    assert.deepEqual(titlesIn(await mine('GET', '/me/vault')), ['Certificate'])
    assert.equal((await mine('GET', `/me/vault/${kept.id}/file`)).statusCode, 200)
  })
})

describe('GET /me/vault/summary', () => {
  test('200 counts by year and by type', async () => {
    const { mine, file } = await aVault()
    const gone = await file(APPRAISAL, 'A', '2023-12-31T23:30:00+00:00')
    await file(OTHER, 'B', '2024-01-01')
    await file(OTHER, 'C', '2024-12-31')
    await v2('DELETE', at(gone))

    const { documents_count, size, years, types } = (await mine('GET', '/me/vault/summary')).json()

    const bytes = gone.size
    assert.deepEqual([documents_count, size], [3, 3 * bytes])
    assert.deepEqual(years, [
      { year: 2024, documents_count: 2, size: 2 * bytes },
      { year: 2023, documents_count: 1, size: bytes },
    ])
    assert.deepEqual(types, [
      { code: APPRAISAL, name: 'Appraisal', documents_count: 1 },
      { code: OTHER, name: 'Payslip', documents_count: 2 },
    ])
    const { mine: other } = await aVault()
    assert.deepEqual((await other('GET', '/me/vault/summary')).json(), {
      documents_count: 0,
      size: 0,
      years: [],
      types: [],
    })
  })
})

describe('GET /me/vault/{id}', () => {
  test('200 reads, shows and draws what the company deleted; 404 for everybody else’s', async () => {
    const { mine, file } = await aVault()
    const document = await file(OTHER, 'Kept', '2024-06-01')
    await v2('DELETE', at(document))
    const { mine: stranger } = await aVault()
    const paths = ['', '/file', '/pages/1'].map((one) => `/me/vault/${document.id}${one}`)

    for (const path of paths) {
      assert.equal((await mine('GET', path)).statusCode, 200, path)
      assert.equal((await stranger('GET', path)).statusCode, 404, path)
    }
    assert.match(String((await mine('GET', paths[1] ?? '')).headers['content-disposition']), /^inline/)
    assert.equal((await mine('GET', '/me/vault/x')).statusCode, 404)
  })
})

describe('GET /me/vault/archive', () => {
  test('200 holds every file under a name of its own, and an index with the hashes', async () => {
    const { mine, file } = await aVault()
    const first = await file(OTHER, 'Pay: March/April', '2024-03-31')
    await file(OTHER, 'pay_ march_april', '2024-03-31')
    const gone = await file(APPRAISAL, '=cmd()', '2023-06-01', { file: 'Hello', filename: 'note.txt' })
    await v2('DELETE', at(gone))

    const answer = await mine('GET', '/me/vault/archive')

    assert.match(String(answer.headers['content-disposition']), /vault\.zip/)
    const files = await unzipped(answer.rawPayload)
    assert.deepEqual(
      [...files.keys()],
      [
        '2023/2023-06-01 - Appraisal - =cmd().txt',
        '2024/2024-03-31 - Payslip - pay_ march_april.pdf',
        '2024/2024-03-31 - Payslip - Pay_ March_April (2).pdf',
        'index.csv',
      ],
    )
    assert.equal(files.get('2023/2023-06-01 - Appraisal - =cmd().txt')?.toString(), 'Hello')
    const index = files.get('index.csv')?.toString() ?? ''
    assert.equal(index.split('\r\n').length, 5)
    assert.ok(index.includes(first.sha256) && index.includes("'=cmd()"))
  })

  test('200 holds one year when asked, and only an index when there is nothing', async () => {
    const { mine, file } = await aVault()
    await file(OTHER, 'Old', '2023-06-01')
    await file(OTHER, 'New', '2024-06-01')

    const year = await unzipped((await mine('GET', '/me/vault/archive?year=2023')).rawPayload)
    const none = await unzipped((await mine('GET', '/me/vault/archive?year=1999')).rawPayload)

    assert.deepEqual([...year.keys()], ['2023/2023-06-01 - Payslip - Old.pdf', 'index.csv'])
    assert.deepEqual([...none.keys()], ['index.csv'])
  })
})
