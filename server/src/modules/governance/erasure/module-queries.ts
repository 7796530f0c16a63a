import type { ErasureModule, KeptItem, TypeCount } from '#kernel/personal-data/eraser.ts'
import type { Client } from '#kernel/work.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { StoredModule } from './queries.ts'

type Ref = { client_id: string; deletion_request_id: string }

const put = statement<
  never,
  Ref & { position: number; module: string; status: string; resources: string; kept: string }
>(`
  INSERT INTO deletion_request_modules AS known (client_id, deletion_request_id, position, module, status, resources, kept)
  VALUES ($client_id, $deletion_request_id, $position, $module, $status, $resources, $kept)
  ON CONFLICT (client_id, deletion_request_id, position) DO UPDATE
    SET status = excluded.status, resources = excluded.resources, kept = excluded.kept, error = NULL`)

export type NewModule = {
  module: ErasureModule
  status: StoredModule['status']
  resources: TypeCount[]
  kept: KeptItem[]
}

/** Stores what each module said, in the order of the erasure. */
export async function storeModules(tx: Tx, client: Client, id: string, modules: readonly NewModule[]): Promise<void> {
  for (const [position, { module, status, resources, kept }] of modules.entries()) {
    await put(tx, {
      client_id: client.id,
      deletion_request_id: id,
      position,
      module,
      status,
      resources: JSON.stringify(resources),
      kept: JSON.stringify(kept),
    })
  }
}

type OfModule = Ref & { module: ErasureModule }

/** What a module has let go so far, and where it goes on. */
export const storeProgress = statement<never, OfModule & { resources: string; reached: string | null }>(`
  UPDATE deletion_request_modules SET resources = $resources, reached = $reached, failures = 0
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND module = $module`)

export const storeModuleEnd = statement<
  never,
  OfModule & { status: StoredModule['status']; resources: string; kept: string; error: string | null }
>(`
  UPDATE deletion_request_modules SET status = $status, resources = $resources, kept = $kept, error = $error, failures = 0,
    reached = NULL
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND module = $module`)

export const countModuleFailure = statement<{ failures: number }, OfModule>(`
  UPDATE deletion_request_modules SET failures = failures + 1
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND module = $module RETURNING failures`)

/** The modules that failed, or every one: they begin again, and find what is gone gone. */
export const reopenModules = statement<never, Ref & { of_all: boolean }>(`
  UPDATE deletion_request_modules SET status = 'allowed', error = NULL, failures = 0, reached = NULL
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND ($of_all OR status = 'error')`)

/** What was counted before the erasure begins gives way to what goes. */
export const forgetEvaluation = statement<never, Ref>(`
  UPDATE deletion_request_modules SET status = 'allowed', resources = '[]', kept = '[]', error = NULL, failures = 0, reached = NULL
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id`)

export const insertFiles = statement<never, Ref & { sha256s: string[] }>(`
  INSERT INTO deletion_request_files (client_id, deletion_request_id, sha256)
  SELECT $client_id, $deletion_request_id, sha256 FROM unnest($sha256s::text[]) AS file (sha256) ON CONFLICT DO NOTHING`)

export const nextFiles = statement<{ sha256: string }, Ref & { limit: number }>(`
  SELECT sha256 FROM deletion_request_files
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id ORDER BY sha256 LIMIT $limit`)

export const deleteFiles = statement<never, Ref & { sha256s: string[] }>(`
  DELETE FROM deletion_request_files
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND sha256 = ANY ($sha256s)`)

export type ReportRow = { sha256: string; size: string; seal: string | null }

const findOne = lookup<ReportRow, Ref & { format: string }>(`
  SELECT sha256, size, seal FROM deletion_request_reports
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id::uuid AND format = $format`)

export async function findReport(
  db: Db,
  client: Client,
  id: string,
  format: 'json' | 'pdf',
): Promise<ReportRow | undefined> {
  return isUuid(id) ? (await findOne(db, { client_id: client.id, deletion_request_id: id, format }))[0] : undefined
}

export type NewReport = { format: 'json' | 'pdf'; sha256: string; size: number; seal: string | null }

const putReport = statement<never, Ref & NewReport>(`
  INSERT INTO deletion_request_reports (client_id, deletion_request_id, format, sha256, size, seal)
  VALUES ($client_id, $deletion_request_id, $format, $sha256, $size, $seal)
  ON CONFLICT (client_id, deletion_request_id, format) DO UPDATE
    SET sha256 = excluded.sha256, size = excluded.size, seal = excluded.seal`)

export const storeReport = (tx: Tx, client: Client, id: string, report: NewReport) =>
  putReport(tx, { ...report, client_id: client.id, deletion_request_id: id })

export const reportBlobs = blobNames('deletion_request_reports', 'report of a deletion request', 'deletion_request_id')
