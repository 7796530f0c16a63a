import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { policyCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, db } = service
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { stored } = policyCalls(service)
const { call, made } = requestCalls(service)
const signatures = signatureCalls(service)
const { as } = portalCalls(service)

const document_type_code = await aDocumentType(service, { upload_by_employee: true })
const creator = await aManager(service)

async function aPlace() {
  const organization = await anOrganization(service)
  return {
    employee: await anEmployee(service, { organizations: [organization] }),
    filters: { organization_codes: [organization] },
  }
}
const protects = { protects: true, delay: 'P9Y' }

describe('a policy that protects', () => {
  test('409 keeps a document from the trash and from deletion, until it is due', async () => {
    const { employee, filters } = await aPlace()
    const file = (date: string) => uploaded({ document_type_code, employee_technical_id: employee, date })
    const [kept, due] = [await file('2099-01-01'), await file('2000-01-01')]
    await stored({ ...protects, filters, trigger: { event: 'document_date' } })

    const answers = [
      await v2('PUT', `/employee_documents/${kept}/trash`),
      await v2('DELETE', `/employee_documents/${kept}`),
    ]

    for (const answer of answers) {
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'retention'])
      assert.match(answer.json().message, new RegExp(`^The document ${kept} must be kept: `))
    }
    assert.deepEqual(await eventsOf(db, kept), ['employee_document.created'])
    assert.equal((await v2('PUT', `/employee_documents/${due}/trash`)).statusCode, 200)
    assert.equal((await v2('DELETE', `/employee_documents/${due}`)).statusCode, 204)
  })

  test('409 also while its time has not begun', async () => {
    const { employee, filters } = await aPlace()
    const document = await uploaded({ document_type_code, employee_technical_id: employee })
    await stored({ ...protects, delay: 'P0D', filters, trigger: { event: 'employee_departure' } })

    const answer = await v2('DELETE', `/employee_documents/${document}`)

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'retention'])
  })

  test('204 when it is switched off, does not fit, or does not protect', async () => {
    const [{ employee, filters }, other] = [await aPlace(), await aPlace()]
    const document = await uploaded({ document_type_code, employee_technical_id: employee })
    await stored({ ...protects, filters, enabled: false })
    await stored({ ...protects, filters: other.filters })
    await stored({ ...protects, filters, protects: false })

    assert.equal((await v2('DELETE', `/employee_documents/${document}`)).statusCode, 204)
  })

  test('409 for notes, signature processes and requests, which are told of in the words of their group', async () => {
    const { employee, filters } = await aPlace()
    const note = await written('employees', { employee_technical_id: employee })
    const process = await signatures.created({ employee_technical_id: employee })
    const request = await made({ creator_technical_id: creator, employee_technical_id: employee })
    const policies = await Promise.all(
      ['note', 'signature_process', 'request'].map((resource_type) => stored({ ...protects, resource_type, filters })),
    )
    const remove = async () => [
      await v2('DELETE', `/notes/${note}`),
      await v2('DELETE', `/signature_processes/${process.id}`),
      await call('DELETE', `/requests/${request.id}/`),
    ]

    const [ofNote, ofProcess, ofRequest] = await remove()

    assert.deepEqual([ofNote?.statusCode, ofNote?.json().code], [409, 'retention'])
    assert.deepEqual([ofProcess?.statusCode, ofProcess?.json().code], [409, 'retention'])
    assert.deepEqual([ofRequest?.statusCode, Object.keys(ofRequest?.json() ?? {})], [409, ['detail']])
    for (const id of policies) await v2('PATCH', `/retention_policies/${id}`, { body: { protects: false } })
    assert.deepEqual(
      (await remove()).map((one) => one.statusCode),
      [204, 204, 204],
    )
  })

  test('409 for an employee who would take back what was just sent', async () => {
    const { employee, filters } = await aPlace()
    const form = new FormData()
    form.append('data', JSON.stringify({ document_type_code, title: 'My card' }))
    form.append('file', new File([new Uint8Array(aPdf())], 'card.pdf'))
    const { headers, payload } = await asPayload(form)
    const portal = as(`employee:${employee}`)
    const { id } = (await portal('POST', '/me/documents', { headers, body: payload })).json()
    await stored({ ...protects, filters })

    const answer = await portal('POST', `/me/documents/${id}/withdraw`)

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'retention'])
    assert.equal((await v2('GET', `/employee_documents/${id}`)).json().trashed_at, null)
  })
})
