import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { notFound } from '#platform/problem.ts'
import { REMOVE_BYTES } from './job-names.ts'
import { lockPackage, removePackageRows } from './queries.ts'
import { expirePackage } from './settle-package.ts'

/** Ends a package before its time: its bytes go, and its record stays as that of an expired one. */
export async function deletePackage(work: Work, id: string): Promise<void> {
  const row = await lockPackage(work.tx, work.client, id)
  if (!row) throw notFound('access package', id)
  if (row.status === 'expired' || row.status === 'failed') return
  await expirePackage(work, row)
  recordAudit(work, {
    action: 'access_package.deleted',
    subject: { type: 'employee', technical_id: row.employee_technical_id },
    resource: { type: 'access_package', id },
  })
}

/** Takes the packages of an employee away, with their records, links and bytes. One that is being made will not be. */
export async function removePackagesOf(work: Work, subject: { employee_key: string }): Promise<void> {
  const { tx, client } = work
  const removed = await removePackageRows(tx, { client_id: client.id, employee_key: subject.employee_key })
  const sha256s = removed.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
  if (sha256s.length > 0) enqueue(work, REMOVE_BYTES, { sha256s })
}
