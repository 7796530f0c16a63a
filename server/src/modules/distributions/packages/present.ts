import type { Client } from '#kernel/work.ts'
import { findHandOver, type HandOverRow } from '#modules/distributions/carriers/hand-over-queries.ts'
import type { Db } from '#platform/db/db.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { HandOver, Package, PackageCounts } from './schemas.ts'
import { countPackages, type PackageStatusRow } from './status-queries.ts'

const moment = (date: Date | null) => date && inSeconds(date)

export function presentPackage(row: PackageStatusRow): Package {
  return {
    number: row.number,
    id: row.id,
    status: row.status,
    ...reasonOf(row),
    employee_technical_id: row.employee_technical_id,
    employee_name: row.employee_name,
    organization: row.organization_code,
    documents: row.documents,
    pages: row.page_count,
    size: row.size === null ? null : Number(row.size),
    prepared_at: moment(row.made_at),
    handed_over_at: moment(row.handed_over_at),
    receipt: row.receipt,
    downloaded_at: moment(row.downloaded_at),
    downloaded_by: row.downloaded_by && {
      type: row.downloaded_by.type,
      id: row.downloaded_by.id,
      name: row.downloaded_by.name,
    },
  }
}

/** What is wrong with the package itself; else what kept its hand-over from succeeding, once that was given up. */
function reasonOf({ problem, problem_code, status, failure, failure_message }: PackageStatusRow) {
  if (problem !== null) return { reason: problem_code ?? 'problem', message: problem }
  return status === 'failed' ? { reason: failure, message: failure_message } : { reason: null, message: null }
}

export function presentHandOver(row: HandOverRow): HandOver {
  const { failure, failure_message } = row
  return {
    delivery_id: row.id,
    status: row.status,
    carrier: row.carrier_kind,
    attempts: row.attempts,
    attempted_at: moment(row.attempted_at),
    sending_since: moment(row.sending_since),
    next_attempt_at: moment(row.next_attempt_at),
    failure: failure === null ? null : { code: failure, message: failure_message ?? '' },
    receipt: row.receipt,
    ended_at: moment(row.ended_at),
  }
}

/** How the paper of one project does. */
export async function describePaper(
  db: Db,
  client: Client,
  projectId: number,
): Promise<{ packages: PackageCounts; hand_over: HandOver | null }> {
  const [packages, handOver] = await Promise.all([
    countPackages(db, client, projectId),
    findHandOver(db, client, projectId),
  ])
  return { packages, hand_over: handOver ? presentHandOver(handOver) : null }
}
