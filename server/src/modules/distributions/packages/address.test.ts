import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { prepared, delivered, report, read } = distributionCalls(service)
await withDistribution(service, { paper_configurations: [{ code: 'mail' }] })
const type = await aDistributionType(service, { format: 'zip_index' })

const SITE = { address: '1 Werkstraße', postcode: '50667', city: 'Köln', country: 'Deutschland' }
const HOME = { address: '5 rue du Lac', postcode: '69000', city: 'Lyon', country: null }
const works = unique('works')
const depot = unique('depot')
const bare = unique('bare')
const half = unique('half')
await anOrganization(service, { code: 'HQ' })
const below = { parent: 'HQ' }
await anOrganization(service, { code: works, name: 'Works', ...below, ...SITE })
await anOrganization(service, { code: depot, name: 'Depot', ...below, ...SITE, address: '2 Hafen', address_3: 'Tor 4' })
await anOrganization(service, { code: bare, name: 'Bare', ...below })
await anOrganization(service, { code: half, name: 'Half', ...below, address: '3 Weg', city: ' ' })
await aManager(service, {
  technical_id: 'BOSS',
  profiles: [{ role: await aRole(service), organizations: ['HQ'], include_below: true }],
})
const boss = portalCalls(service).as('manager:BOSS')

const registered = (...codes: [code: string, active: boolean][]) =>
  codes.map(([organization_code, active]) => ({ organization_code, active, employee_number: unique('no') }))
const inOrder = async (...codes: [code: string, active: boolean][]) => {
  const registrations = registered(...codes)
  const technical_id = await anEmployee(service, { ...HOME, registrations })
  return { technical_id, number: registrations.at(-1)?.employee_number ?? '' }
}

/** A spool with a document for each of these lines: a technical id or a number, and an organization where one is named. */
async function aSpool(lines: { technical_id?: string; employee_number?: string; organization?: string }[]) {
  const rows = lines.map(
    ({ technical_id = '', employee_number = '', organization = '' }, index) =>
      `${index}.pdf,${technical_id},${employee_number},${organization}`,
  )
  const files = Object.fromEntries(lines.map((_, index) => [`${index}.pdf`, aPdf(`document ${index}`)]))
  const index = ['file,technical_id,employee_number,organization', ...rows].join('\n')
  return { type, bytes: await aZip({ 'index.csv': index, ...files }) }
}

function linesOf(bytes: Buffer): Record<string, string>[] {
  const csv = new CsvFile()
  const [header, ...rows] = [...csv.read(bytes), ...csv.read(undefined)].map((row) => row.cells)
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

/** The printed lines of each package, and its problem, by the employee. */
async function manifestOf(id: number): Promise<Map<string, { lines: string[]; problem: string }>> {
  const manifest = await v2('GET', `/distribution_projects/${id}/manifest`)
  assert.equal(manifest.statusCode, 200, manifest.body)
  return new Map(
    linesOf(manifest.rawPayload).map((line) => [
      line.employee_technical_id ?? '',
      {
        lines: Array.from({ length: 8 }, (_, at) => line[`address_${at + 1}`] ?? '').filter((one) => one !== ''),
        problem: line.problem ?? '',
      },
    ]),
  )
}

const TO_ORGANIZATIONS = { delivery_paper_conf: 'mail', package_sent_to_orgs: 'true' }

describe('Spec 308: package_sent_to_orgs=true', () => {
  test('sends each package to the address of the organization, and neither to the project nor to the employee', async () => {
    const ann = await inOrder([works, true])
    const bob = await inOrder([depot, true])
    const project = { package_address: 'Not this one', package_postcode: '1', package_city: 'Nowhere' }

    const id = await delivered([await aSpool([ann, bob])], { ...TO_ORGANIZATIONS, ...project })

    const manifest = await manifestOf(id)
    const first = manifest.get(ann.technical_id)
    const second = manifest.get(bob.technical_id)
    assert.deepEqual(first?.lines.slice(1), ['Works', '1 Werkstraße', '50667 Köln', 'Deutschland'])
    assert.deepEqual(second?.lines.slice(1), ['Depot', '2 Hafen', 'Tor 4', '50667 Köln', 'Deutschland'])
    assert.deepEqual([first?.problem, second?.problem], ['', ''])
  })

  test('takes the organization that the spool names, else the first active one, else the first', async () => {
    const named = await inOrder([works, true], [depot, true])
    const active = await inOrder([works, false], [depot, true])
    const left = await inOrder([works, false], [depot, false])
    const lines = [{ employee_number: named.number, organization: depot }, active, left]

    const id = await delivered([await aSpool(lines)], TO_ORGANIZATIONS)

    const manifest = await manifestOf(id)
    const placed = [named, active, left].map(({ technical_id }) => manifest.get(technical_id)?.lines[1])
    assert.deepEqual(placed, ['Depot', 'Depot', 'Works'])
  })

  test('an address that is missing or incomplete is a problem of its package alone, named in report, CSV and portal', async () => {
    const good = await inOrder([works, true])
    const missing = await inOrder([bare, true])
    const incomplete = await inOrder([half, true])
    const nowhere = { technical_id: await anEmployee(service, HOME) }
    const people = [good, missing, incomplete, nowhere]

    const id = await delivered([await aSpool(people)], TO_ORGANIZATIONS)

    const expected = [
      [null, null],
      ['organization_address_missing', `The address of organization ${bare} is missing.`],
      [
        'organization_address_incomplete',
        `The address of organization ${half} is incomplete (missing: postcode, city).`,
      ],
      ['no_organization', `Employee ${nowhere.technical_id} belongs to no organization.`],
    ]
    const lines = await report(id)
    assert.deepEqual(
      lines.map((line) => [line.package_problem, line.package_message]),
      expected,
    )
    assert.ok(lines.every((line) => line.document_id !== null && line.package !== null))
    const csv = linesOf((await v2('GET', `/distribution_projects/${id}/report?format=csv`)).rawPayload)
    assert.deepEqual(
      csv.map((line) => [line.package_problem, line.package_message]),
      expected.map((pair) => pair.map((one) => one ?? '')),
    )
    const manifest = await manifestOf(id)
    assert.deepEqual(
      people.map(({ technical_id }) => manifest.get(technical_id)?.problem),
      expected.map(([, message]) => message ?? ''),
    )
    assert.equal((await read(id)).status, 'completed')
    const shown = (await boss('GET', `/manager/distributions/${id}`)).json()
    const parts = (await boss('GET', `/manager/distributions/${id}/parts?outcome=package_problems`)).json()
    assert.deepEqual([shown.packages_count, shown.package_problems, parts.length], [4, 3, 3])
  })
})

describe('before validation, a project says for how many employees the address is not complete', async () => {
  const good = await inOrder([works, true])
  const missing = await inOrder([bare, true])
  const unknown = { technical_id: await anEmployee(service, { organizations: [works] }) }
  const spool = await aSpool([good, missing, unknown, good])
  const counted = async (form: Record<string, string>) => {
    const id = await prepared([spool], form)
    return (await boss('GET', `/manager/distributions/${id}`)).json().checks.without_address
  }
  const whole = { package_address: '1 rue', package_postcode: '75001', package_city: 'Paris' }

  const cases: [what: string, form: Record<string, string>, count: number][] = [
    ['without paper none', {}, 0],
    ['to organizations, those whose organization has none', TO_ORGANIZATIONS, 1],
    ['to homes, those who have none', { delivery_paper_conf: 'mail' }, 1],
    ['to the complete address of the project, none', { delivery_paper_conf: 'mail', ...whole }, 0],
    ['to an incomplete address of the project, all', { delivery_paper_conf: 'mail', package_city: 'Paris' }, 3],
  ]
  for (const [what, form, count] of cases) test(what, async () => assert.equal(await counted(form), count))
})
