import { sql } from 'kysely'
import type { PackageKind } from '#kernel/personal-data/collector.ts'
import type { Client } from '#kernel/work.ts'
import type { RecordedActor } from '#modules/governance/acting-manager.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AccessPackage, ListPackagesQuery, PackageOrigin, PackageStatus } from './schemas.ts'

export type PackageRef = { client_id: string; id: string }

/** The job that learns what became of a package, and what it is given besides. */
export type SettledJob = { name: string; data: Record<string, unknown> }

type Downloader = AccessPackage['downloads'][number]['actor']
export type StoredDownload = Downloader & { at: string }

export type PackageRow = {
  id: string
  employee_key: string
  employee_technical_id: string
  status: PackageStatus
  origin: PackageOrigin
  exclude: PackageKind[]
  notify: boolean
  recipient: string | null
  settled_job: SettledJob | null
  size: string | null
  digest: string | null
  sha256: string | null
  entries_count: number | null
  progress: number
  failures: number
  error: string | null
  expires_at: Date
  ready_at: Date | null
  created_at: Date
  downloads: StoredDownload[]
}

const SELECT = `
  SELECT package.id, package.employee_key, employee.technical_id AS employee_technical_id, package.status, package.origin,
    package.exclude, package.notify, package.recipient, package.settled_job, package.size, package.digest, package.sha256,
    package.entries_count, package.progress, package.failures, package.error, package.expires_at, package.ready_at,
    package.created_at,
    (SELECT coalesce(json_agg(json_build_object('at', download.at, 'type', download.actor_type, 'id', download.actor_id,
        'name', download.actor_name) ORDER BY download.key), '[]')
     FROM (SELECT * FROM access_package_downloads one WHERE one.client_id = $client_id AND one.package_id = package.id
       ORDER BY one.key LIMIT 1000) download) AS downloads
  FROM access_packages package
  JOIN employees employee ON employee.client_id = $client_id AND employee.key = package.employee_key`

const find = lookup<PackageRow, PackageRef>(`${SELECT} WHERE package.client_id = $client_id AND package.id = $id::uuid`)

export async function findPackage(db: Db, client: Client, id: string): Promise<PackageRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

const lock = statement<{ id: string }, PackageRef>(`
  SELECT id FROM access_packages WHERE client_id = $client_id AND id = $id::uuid FOR NO KEY UPDATE`)

/** Like findPackage, and locks it until the transaction ends. */
export async function lockPackage(tx: Tx, client: Client, id: string): Promise<PackageRow | undefined> {
  if (!isUuid(id)) return undefined
  await lock(tx, { client_id: client.id, id })
  return findPackage(tx, client, id)
}

export async function listPackages(
  db: Db,
  client: Client,
  { employee_technical_id, status }: Pick<ListPackagesQuery, 'employee_technical_id' | 'status'>,
  request: OrderedRequest,
): Promise<PackageRow[]> {
  const { beyond, sequence, limit } = keysetSql('package', request)
  const conditions = [
    sql`package.client_id = ${client.id}`,
    ...(employee_technical_id === undefined
      ? []
      : [
          sql`package.employee_key = (SELECT key FROM employees
            WHERE client_id = ${client.id} AND technical_id = ${employee_technical_id})`,
        ]),
    ...(status ? [sql`package.status = ${status}`] : []),
    ...beyond,
  ]
  const { rows } = await sql<PackageRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

export type NewPackageRow = Pick<
  PackageRow,
  'id' | 'employee_key' | 'origin' | 'exclude' | 'notify' | 'recipient' | 'expires_at' | 'created_at'
> & { requested_by: RecordedActor; settled_job: SettledJob | null }

const insert = statement<
  never,
  Omit<NewPackageRow, 'requested_by' | 'settled_job'> & {
    client_id: string
    requested_by: string
    settled_job: string | null
  }
>(`
  INSERT INTO access_packages (client_id, id, employee_key, status, origin, exclude, notify, recipient, settled_job, requested_by,
    expires_at, created_at, updated_at)
  VALUES ($client_id, $id, $employee_key, 'queued', $origin, $exclude, $notify, $recipient, $settled_job, $requested_by,
    $expires_at, $created_at, $created_at)`)

export async function insertPackage(tx: Tx, client: Client, row: NewPackageRow): Promise<void> {
  const { requested_by, settled_job } = row
  await insert(tx, {
    ...row,
    client_id: client.id,
    requested_by: JSON.stringify(requested_by),
    settled_job: settled_job && JSON.stringify(settled_job),
  })
}

type Earlier = { is_open: boolean; is_recent: boolean }
/** Whether one of the employee is being made, and whether the employee asked for one since then. */
export const findEarlier = statement<Earlier, { client_id: string; employee_key: string; since: Date }>(`
  SELECT coalesce(bool_or(status IN ('queued', 'building')), false) AS is_open,
    coalesce(bool_or(origin = 'employee' AND status <> 'failed' AND created_at > $since), false) AS is_recent
  FROM access_packages WHERE client_id = $client_id AND employee_key = $employee_key::bigint`)

export const storeBuilding = statement<never, PackageRef & { now: Date }>(`
  UPDATE access_packages SET status = 'building', progress = 0, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid AND status IN ('queued', 'building')`)

/** Answers nothing when it is no longer being made. */
export const storeProgress = statement<{ id: string }, PackageRef & { progress: number; now: Date }>(`
  UPDATE access_packages SET progress = $progress, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid AND status = 'building' RETURNING id`)

type Made = { sha256: string; size: number; entries_count: number }
export const storeReady = statement<never, PackageRef & Made & { now: Date }>(`
  UPDATE access_packages SET status = 'ready', sha256 = $sha256, digest = $sha256, size = $size, entries_count = $entries_count,
    progress = 1, error = NULL, ready_at = $now, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid`)

export const storeFailed = statement<never, PackageRef & { error: string; now: Date }>(`
  UPDATE access_packages SET status = 'failed', error = $error, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid`)

export const countFailure = statement<{ failures: number }, PackageRef & { now: Date }>(`
  UPDATE access_packages SET failures = failures + 1, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid AND status IN ('queued', 'building') RETURNING failures`)

/** The bytes go, the record stays. */
export const storeExpired = statement<never, PackageRef & { now: Date }>(`
  UPDATE access_packages SET status = 'expired', sha256 = NULL, updated_at = $now
  WHERE client_id = $client_id AND id = $id::uuid`)

export const listOverdue = statement<PackageRef, { now: Date }>(`
  SELECT client_id, id FROM access_packages
  WHERE status IN ('queued', 'building', 'ready') AND expires_at <= $now ORDER BY expires_at LIMIT 500`)

/** Packages whose job was given up: nothing has moved since. */
export const listStalled = statement<PackageRef, { before: Date }>(`
  SELECT client_id, id FROM access_packages WHERE status IN ('queued', 'building') AND updated_at < $before LIMIT 100`)

export type NewDownload = {
  package_id: string
  at: Date
  actor_type: string
  actor_id: string | null
  actor_name: string | null
}
export const insertDownload = statement<never, NewDownload & { client_id: string }>(`
  INSERT INTO access_package_downloads (client_id, package_id, at, actor_type, actor_id, actor_name)
  VALUES ($client_id, $package_id, $at, $actor_type, $actor_id, $actor_name)`)

export type SoughtDownload = PackageRef & { actor_type: string; actor_id: string | null; since: Date }
/** Whether the same actor began a download since then. */
export const hasDownloaded = statement<{ has: boolean }, SoughtDownload>(`
  SELECT EXISTS (SELECT FROM access_package_downloads WHERE client_id = $client_id AND package_id = $id::uuid
    AND actor_type = $actor_type AND actor_id IS NOT DISTINCT FROM $actor_id AND at > $since) AS has`)

export const packageBlobs = blobNames('access_packages', 'access package')

export const removePackageRows = statement<{ sha256: string | null }, { client_id: string; employee_key: string }>(`
  DELETE FROM access_packages WHERE client_id = $client_id AND employee_key = $employee_key::bigint RETURNING sha256`)

const isDownloaded = statement<{ has: boolean }, { client_id: string; employee_key: string }>(`
  SELECT EXISTS (SELECT FROM access_package_downloads download
    JOIN access_packages package ON package.client_id = $client_id AND package.id = download.package_id
    WHERE download.client_id = $client_id AND package.employee_key = $employee_key::bigint
      AND download.actor_type IN ('employee', 'external')) AS has`)

/** Whether the employee has downloaded a package: by a log-in, or by a link that was mailed. */
export async function hasCollectedPackage(db: Db, client: Client, employeeKey: string): Promise<boolean> {
  return (await isDownloaded(db, { client_id: client.id, employee_key: employeeKey }))[0]?.has === true
}
