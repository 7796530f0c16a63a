import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { disposalCalls, holdCalls } from '#test/harness/features/governance.ts'

const service = await startApp()
const { v2, db } = service
const { uploaded } = documentCalls(service)
const { placed } = holdCalls(service)
const { aPolicy, make, made, run, read, items, decide } = disposalCalls(service)

const document_type_code = await aDocumentType(service)
const everything = await aRole(service)
const top = await anOrganization(service)

/** An employee with documents, in an organization of their own. */
async function aFolder(count = 1) {
  const organization = await anOrganization(service, { parent: top })
  const employee = await anEmployee(service, { organizations: [organization] })
  const documents: string[] = []
  for (let n = 0; n < count; n += 1) {
    documents.push(await uploaded({ document_type_code, employee_technical_id: employee }))
  }
  return { organization, employee, documents }
}

describe('POST /disposals', () => {
  test('201 gathers what is due, and takes it away where no approval is needed', async () => {
    const { organization, documents } = await aFolder(2)
    const policy = await aPolicy(organization)

    const answer = await make(policy)
    const before = answer.json()
    await run(before.id)
    const after = await read(before.id)

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([before.status, before.counts.total, before.origin], ['gathering', 0, 'api'])
    assert.equal(before.policy.id, policy)
    assert.deepEqual([after.status, after.counts.total, after.counts.done], ['completed', 2, 2])
    assert.deepEqual(await eventsOf(db, before.id), ['disposal.created', 'disposal.completed'])
    for (const id of documents) assert.equal((await v2('GET', `/employee_documents/${id}`)).statusCode, 404)
  })
})
