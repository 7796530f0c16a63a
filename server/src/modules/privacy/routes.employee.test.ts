import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { asBody, requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { KeptOfKind } from './schemas.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { uploaded } = documentCalls(service)
const { patched } = requestCalls(service)
const { placed } = holdCalls(service)
const { stored } = policyCalls(service)

await aManager(service, { technical_id: 'M-1' })
await v2('PATCH', '/forms/default', { body: { visible_by_employee: true } })
const names = [{ language_code: 'fr-fr', value: 'Bulletin de paie' }]
const PAYSLIP = await aDocumentType(service, { name: 'Payslip', localized_names: names, visible_by_employee: true })
const CONTRACT = await aDocumentType(service, { name: 'Contract', visible_by_employee: true })
const HIDDEN = await aDocumentType(service, { name: 'Assessment', visible_by_employee: false })

async function aPerson(given: object = {}) {
  const organization = await anOrganization(service)
  const employee = await anEmployee(service, { organizations: [organization], ...given })
  return { employee, filters: { organization_codes: [organization] } }
}
const file = (employee_technical_id: string, document_type_code: string, date = '2026-01-15') =>
  uploaded({ document_type_code, employee_technical_id, date })

async function keptOf(employee: string, client = 'acme'): Promise<Record<KeptOfKind['kind'], KeptOfKind>> {
  const answer = await as(`employee:${employee}`, client)('GET', '/me/personal_data')
  assert.equal(answer.statusCode, 200, answer.body)
  const kinds: KeptOfKind[] = answer.json()
  return Object.fromEntries(kinds.map((one) => [one.kind, one])) as Record<KeptOfKind['kind'], KeptOfKind>
}
const NONE = { for_legal_reasons: 0, dated: 0, first_until: null, last_until: null, waiting: 0, without_end: 0 }

describe('GET /portal/api/me/personal_data', () => {
  test('200 counts what the employee sees, by type in the own language, and not what is hidden', async () => {
    const { employee } = await aPerson({ language: 'fr-fr' })
    for (const type of [PAYSLIP, PAYSLIP, CONTRACT, HIDDEN]) await file(employee, type)
    const gone = await file(employee, PAYSLIP)
    await v2('PUT', `/employee_documents/${gone}/trash`)
    for (const subject of ['Shown', 'Unseen']) {
      const asked = await asBody({ form_code: 'default', subject, body: '<p>Please</p>' })
      const request = (await as(`employee:${employee}`)('POST', '/me/requests', asked)).json()
      if (subject === 'Unseen') await patched(request.id, { visible_to_employee: false, managers_assigned: ['M-1'] })
    }

    const { profile, documents, requests, signatures, mails } = await keptOf(employee)

    assert.deepEqual(documents, {
      kind: 'documents',
      count: 3,
      days: null,
      groups: [
        { name: 'Bulletin de paie', count: 2, ...NONE, without_end: 2, legal_bases: [] },
        { name: 'Contract', count: 1, ...NONE, without_end: 1, legal_bases: [] },
      ],
    })
    assert.deepEqual([profile.count, requests.count, signatures.count], [1, 1, 0])
    assert.deepEqual(mails, { kind: 'mails', count: null, days: 90, groups: [] })
  })

  test('200 tells until when and why, and of a hold only that there are legal reasons', async () => {
    const { employee, filters } = await aPerson()
    await stored({
      filters: { ...filters, document_type_codes: [PAYSLIP] },
      trigger: { event: 'document_date' },
      delay: 'P50Y',
      legal_basis: 'Article L3243-4',
    })
    await stored({ filters: { ...filters, document_type_codes: [CONTRACT] }, trigger: { event: 'employee_departure' } })
    await file(employee, PAYSLIP, '2026-01-15')
    await file(employee, PAYSLIP, '2026-03-15')
    const held = await file(employee, PAYSLIP, '2026-09-15')
    await file(employee, CONTRACT)
    const hold = await placed({ document_ids: [held] }, { name: 'Secret dispute' })

    const { documents } = await keptOf(employee)
    const answer = await as(`employee:${employee}`)('GET', '/me/personal_data')

    assert.deepEqual(documents.groups, [
      {
        name: 'Payslip',
        count: 3,
        ...NONE,
        for_legal_reasons: 1,
        dated: 2,
        first_until: '2076-01-15',
        last_until: '2076-03-15',
        legal_bases: ['Article L3243-4'],
      },
      { name: 'Contract', count: 1, ...NONE, waiting: 1, legal_bases: [] },
    ])
    for (const secret of [hold.id, 'Secret dispute', 'hold']) assert.ok(!answer.body.includes(secret), secret)
  })

  test('200 is postponed to the later day, and a hold on the person covers the profile', async () => {
    const { employee, filters } = await aPerson()
    const id = await stored({
      resource_type: 'employee',
      filters,
      trigger: { event: 'created' },
      delay: 'P1Y',
      action: 'delete',
    })
    const [until] = (await keptOf(employee)).profile.groups.map((one) => one.first_until)
    assert.match(until ?? '', /^\d{4}-/)
    await placed({ employee_technical_ids: [employee] })

    const [group] = (await keptOf(employee)).profile.groups

    assert.deepEqual([group?.for_legal_reasons, group?.dated, group?.first_until], [1, 0, null], id)
  })

  test('200 knows nothing of other employees, nor of other clients', async () => {
    const [{ employee }, { employee: other }] = [await aPerson(), await aPerson()]
    await file(employee, PAYSLIP)
    const rival = await anEmployee(service, { technical_id: employee, owner: globex })

    assert.equal((await keptOf(other)).documents.count, 0)
    assert.equal((await keptOf(rival, globex.client.id)).documents.count, 0)
    assert.equal((await keptOf(employee)).documents.count, 1)
  })

  test('401 and 403 refuse people who are not employees', async () => {
    assert.equal((await as(undefined)('GET', '/me/personal_data')).statusCode, 401)
    assert.equal((await as('manager:M-1')('GET', '/me/personal_data')).statusCode, 403)
  })
})
