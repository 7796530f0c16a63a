import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import { PACKAGE_KINDS, type PackageKind } from '#kernel/personal-data/collector.ts'
import type { Work } from '#kernel/work.ts'
import { auditedActor, type RecordedActor } from '#modules/governance/acting-manager.ts'
import { isViolationOf } from '#platform/db/is-violation-of.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { enqueue, type JobName } from '#platform/jobs/define-job.ts'
import { conflict } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { packageCreated } from './events.ts'
import { BUILD_PACKAGE, EXPIRE_PACKAGES } from './job-names.ts'
import { presentPackage } from './present.ts'
import { findEarlier, findPackage, insertPackage, type NewPackageRow } from './queries.ts'
import type { AccessPackage, PackageOrigin } from './schemas.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DEFAULT_LIFE_MS = 14 * DAY_MS
export const MAX_LIFE_MS = 30 * DAY_MS

/** What became of a package, for the job that waits for it. */
export type SettledPackage = {
  client_id: string
  access_package_id: string
  status: 'ready' | 'failed'
  /** Whether there was an address that its link is mailed to. */
  is_sent: boolean
}

export type PackageOrder = {
  /** A soft-deleted employee is known too. */
  employee: { employee_key: string; technical_id: string }
  origin: PackageOrigin
  exclude?: readonly PackageKind[] | undefined
  /** In 14 days unless given. */
  expires_at?: Date | undefined
  /** Whether a link is mailed once it is ready; true unless given. */
  notify?: boolean | undefined
  /** Where the link goes in place of the employee's own address. It needs a code that is mailed there, and no log-in. */
  recipient?: string | null | undefined
  requested_by?: RecordedActor | undefined
  /** A job that is put on the queue when the package is ready or has failed, in the transaction that says so. */
  settled?: { job: JobName<SettledPackage>; data?: Record<string, unknown> } | undefined
}

/**
 * Has a package made of what is kept about an employee. 409 `package_open` while one is being made, and `package_recent` when
 * the employee asked for one within a day.
 */
export async function makePackage(work: Work, order: PackageOrder): Promise<AccessPackage> {
  const { tx, client, now } = work
  const { employee, origin, exclude = [], notify = true, recipient = null, settled } = order
  // Two who ask at once: the second sees what the first has stored.
  await takeLock(tx, `access packages ${client.id} ${employee.employee_key}`)
  await refuseIfMade(work, order)
  const id = uuidv7(now, work.nextPosition)
  await store(work, {
    id,
    employee_key: employee.employee_key,
    origin,
    exclude: PACKAGE_KINDS.filter((kind) => exclude.includes(kind)),
    notify,
    recipient,
    settled_job: settled ? { name: settled.job.name, data: settled.data ?? {} } : null,
    requested_by: order.requested_by ?? { ...work.actor, on_behalf_of: null },
    expires_at: order.expires_at ?? new Date(now.getTime() + DEFAULT_LIFE_MS),
    created_at: now,
  })
  const made = await getStored(work, id)
  emit(work, packageCreated, made)
  recordAudit(work, {
    action: 'access_package.created',
    actor: auditedActor(work, order.requested_by ?? { on_behalf_of: null }),
    subject: { type: 'employee', technical_id: employee.technical_id },
    resource: { type: 'access_package', id },
    details: { origin, exclude: made.exclude },
  })
  return made
}

async function refuseIfMade({ tx, client, now }: Work, { employee, origin }: PackageOrder): Promise<void> {
  const { employee_key } = employee
  const since = new Date(now.getTime() - DAY_MS)
  const [earlier] = await findEarlier(tx, { client_id: client.id, employee_key, since })
  if (earlier?.is_open) throw isBeingMade()
  if (origin !== 'employee' || !earlier?.is_recent) return
  throw conflict('package_recent', 'You can ask for one package a day.')
}

const isBeingMade = () => conflict('package_open', 'A package of this employee is being made already.')

async function store(work: Work, row: NewPackageRow): Promise<void> {
  const { tx, client } = work
  try {
    await insertPackage(tx, client, row)
  } catch (error) {
    throw isViolationOf(error, 'access_packages_open') ? isBeingMade() : error
  }
  enqueue(work, BUILD_PACKAGE, { client_id: client.id, id: row.id })
  enqueue(work, EXPIRE_PACKAGES, {}, row.expires_at)
}

export async function getStored({ tx, client }: Work, id: string): Promise<AccessPackage> {
  const row = await findPackage(tx, client, id)
  if (!row) throw new Error(`The access package ${id} does not exist.`)
  return presentPackage(row)
}
