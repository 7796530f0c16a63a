import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { deletionCalls } from '#test/harness/features/governance.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { v2, pool, blobs } = service
const { erased } = deletionCalls(service)
const { signed, started, created, read, eventsOf } = signatureCalls(service)

const aSigner = async () => anEmployee(service, { organizations: [await anOrganization(service)] })
const isThere = async (id: string) => (await v2('GET', `/signature_processes/${id}`)).statusCode === 200
const own = (employee: string) => ({
  employee_technical_id: employee,
  reason: 'A telling reason',
  message: 'A telling message',
  signers: [{ type: 'employee' as const, technical_id: employee }],
})

async function canceled(employee: string) {
  const { id } = await started(own(employee))
  await cancel(id)
  return read(id)
}
async function cancel(id: string): Promise<void> {
  const answer = await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })
  assert.ok(answer.statusCode < 300, answer.body)
}

describe('signature processes of an employee who becomes anonymous', () => {
  test('stay once closed, without texts, files, evidence and signature, with the pseudonym as who signed', async () => {
    const employee = await aSigner()
    const { id: sealedId } = await signed(own(employee))
    await pool.query(`UPDATE signature_processes SET status = 'done', ended_at = now() WHERE id = $1`, [sealedId])
    const before = await read(sealedId)
    await pool.query('DELETE FROM uploads')

    const found = await erased('employee', employee, { mode: 'anonymise' })

    assert.deepEqual([found.status, found.outcome], ['completed', 'complete'])
    const after = await read(sealedId)
    const { pseudonym } = found
    assert.deepEqual(
      [after.status, after.title, after.reason, after.message, after.employee_technical_id, after.created_at],
      ['done', pseudonym, null, null, pseudonym, before.created_at],
    )
    const [signer] = after.signers
    assert.deepEqual(
      [signer?.technical_id, signer?.first_name, signer?.last_name, signer?.email, signer?.status, signer?.signed_at],
      [pseudonym, '', '', '', 'signed', before.signers[0]?.signed_at],
    )
    assert.deepEqual(after.document, { filename: '', size: 0, sha256: '', page_count: 0 })
    assert.equal(after.signed_document, null)
    for (const name of ['file', 'signed_file']) {
      assert.equal((await v2('GET', `/signature_processes/${sealedId}/${name}`)).statusCode, 404)
    }
    assert.deepEqual((await v2('GET', `/signature_processes/${sealedId}/evidence`)).json(), [])
    assert.equal(await blobs.size(before.document.sha256), undefined)
    assert.equal(await blobs.size(before.signed_document?.sha256 ?? assert.fail('it was sealed')), undefined)
    const events = await eventsOf(sealedId)
    assert.equal(events.at(-1)?.event, 'updated')
    for (const text of [employee, before.title, 'telling', 'contract.pdf', 'Eve Outside']) {
      assert.ok(!JSON.stringify(events).includes(text), text)
    }
    assert.equal((await v2('DELETE', `/signature_processes/${sealedId}`)).statusCode < 500, true)
  })

  test('stay when canceled, and go when they are open or the mode is delete', async () => {
    const [one, other] = [await aSigner(), await aSigner()]
    const [closed, draft, running] = [await canceled(one), await created(own(one)), await started(own(one))]
    const gone = await canceled(other)

    await erased('employee', one, { mode: 'anonymise' })
    await erased('employee', other)

    assert.deepEqual(await Promise.all([closed, draft, running, gone].map(({ id }) => isThere(id))), [
      true,
      false,
      false,
      false,
    ])
  })

  test('are kept as they are when somebody else signs as well', async () => {
    const employee = await aSigner()
    const { id } = await started({ ...own(employee), signers: [...own(employee).signers, anExternal()] })
    await cancel(id)
    const before = await read(id)

    const { outcome } = await erased('employee', employee, { mode: 'anonymise' })

    const after = await read(id)
    assert.deepEqual([outcome, after.title, after.document], ['partial', before.title, before.document])
  })
})
