import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { signatureCalls } from '../../../server/test/harness/features/signatures.ts'
import { aPdf } from '../../../server/test/harness/files/pdf.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { createDossier } from '../index.ts'

const service = await startServing()
const sdk = createDossier({ baseUrl: service.url, ...credentialsOf('payroll') })
const { signed } = signatureCalls(service)

await sdk.signatureTypes.put('simple', { name: 'Simple' })
const bytes = aPdf('Contract')
const upload_id = (await sdk.uploads.create(bytes, { filename: 'contract.pdf' })).id
const signers = [{ type: 'external' as const, email: 'eve@outside.test' }]
const draft = () =>
  sdk.signatureProcesses.create({ signature_type_id: 'simple', title: unique('T'), upload_id, signers })
const contentOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('sdk.signatureProcesses', () => {
  test('from the draft to the cancellation', async () => {
    const { id, title } = await draft()

    assert.equal((await sdk.signatureProcesses.patch(id, { title: `${title} 2` })).title, `${title} 2`)
    const started = await sdk.signatureProcesses.start(id)
    assert.equal(started.status, 'signing')
    await sdk.signatureProcesses.remind(id, started.signers[0]?.id ?? '')
    assert.deepEqual(await contentOf(await sdk.signatureProcesses.file(id)), bytes)
    await assert.rejects(sdk.signatureProcesses.signedFile(id), { status: 404, code: 'not_sealed' })
    await assert.rejects(sdk.signatureProcesses.send(id), { status: 400, code: 'invalid_state' })
    await sdk.signatureProcesses.cancel(id)
    const actions = (await sdk.signatureProcesses.evidence(id)).map((one) => one.action)
    assert.deepEqual(actions, ['created', 'changed', 'started', 'asked', 'reminded', 'canceled'])
    await sdk.signatureProcesses.delete(id)
    assert.ok(!(await all(sdk.signatureProcesses.list({ q: title }))).some((one) => one.id === id))
  })

  test('what everybody signed is sent and filed', async () => {
    const organization = unique('org')
    const employee = unique('E')
    await sdk.organizations.put(organization, { name: 'Lyon' })
    await sdk.employees.put(employee, {
      first_name: 'Eve',
      last_name: 'Moneypenny',
      registrations: [{ organization_code: organization, employee_number: '007' }],
    })
    await sdk.documentTypes.put('contract', { kind: 'employee' })
    const { id, signed_document } = await signed({ signers: [{ type: 'employee', technical_id: employee }] })

    await sdk.signatureProcesses.send(id)
    await sdk.signatureProcesses.archive(id, { employee_technical_id: employee, document_type_code: 'contract' })

    const { status, document_id } = await sdk.signatureProcesses.get(id)
    const sealed = await contentOf(await sdk.signatureProcesses.signedFile(id))
    assert.equal(status, 'done')
    assert.equal(sealed.length, signed_document?.size)
    assert.equal((await sdk.employeeDocuments.get(document_id ?? '')).origin, 'signature')
  })
})
