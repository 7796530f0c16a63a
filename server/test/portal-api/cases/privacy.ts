import assert from 'node:assert/strict'
import { runDeletions } from '#modules/governance/erasure/jobs.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

const who = 'employee:E-PAR'

/** What E-PAR may know and decide about the own data. */
export async function privacyCases({ service }: World): Promise<IsolationCase[]> {
  const me = portalCalls(service).as(who)
  const { aDocument } = filingCalls(service)
  const { ready } = packageCalls(service)
  const { chain } = auditCalls(service)
  const document_type_code = await aDocumentType(service, { visible_by_employee: true })
  const filed = await aDocument('employee', { document_type_code, employee_technical_id: 'E-PAR', title: 'Looked at' })
  assert.equal((await me('GET', `/me/documents/${filed.id}/file`)).statusCode, 200)
  await chain()
  const package_id = await ready('E-PAR')
  const asked = await me('POST', '/me/deletion_requests', { body: {} })
  assert.equal(asked.statusCode, 201, asked.body)
  const { id } = asked.json()
  await runJob(service, runDeletions, { client_id: 'acme', id })
  type More = Pick<IsolationCase, 'body' | 'finds' | 'isForEveryone'>
  const one = (operationId: string, method: 'GET' | 'POST', path: string, more: More = {}): IsolationCase => ({
    operationId,
    method,
    path,
    who,
    ...more,
  })
  const forEach = { isForEveryone: true, body: {} }
  return [
    one('listMyPersonalData', 'GET', '/me/personal_data', { finds: document_type_code }),
    one('listViewsOfMyFile', 'GET', '/me/audit_entries', { finds: filed.id }),
    one('listMyAccessPackages', 'GET', '/me/access_packages', { finds: package_id }),
    one('getMyAccessPackageFile', 'GET', `/me/access_packages/${package_id}/file`),
    one('listMyDeletionRequests', 'GET', '/me/deletion_requests', { finds: id }),
    one('cancelMyDeletionRequest', 'POST', `/me/deletion_requests/${id}/cancel`, { body: {} }),
    // Employees ask for themselves only.
    one('makeMyAccessPackage', 'POST', '/me/access_packages', forEach),
    one('createMyDeletionRequest', 'POST', '/me/deletion_requests', forEach),
  ]
}
