import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import type { NewReport } from '#modules/governance/erasure/module-queries.ts'
import { presentActor, presentModules } from '#modules/governance/erasure/present.ts'
import type { DeletionRow } from '#modules/governance/erasure/queries.ts'
import { sealingOf, storeSealedJson, storeSealedPdf } from '#modules/governance/seal-report.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { deletionReport } from './deletion-report.ts'

/** Stores the report of an erasure: JSON with a seal of its own, and a sealed PDF that names the hash of the JSON. */
export async function makeReports(
  context: JobContext,
  client: Client,
  { row, now }: { row: DeletionRow; now: Date },
): Promise<NewReport[]> {
  const sealing = await sealingOf(context, client, now)
  const json = await storeSealedJson(context, [JSON.stringify(reportJson(client, row))], sealing)
  const report = await deletionReport(context, client, { row, sha256: json.sha256 })
  return [json, await storeSealedPdf(context, report, sealing)]
}

/** What went and what was kept. It has no name of the person. */
function reportJson(client: Client, row: DeletionRow) {
  return {
    version: 1,
    client: client.id,
    deletion_request_id: row.id,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    mode: row.mode,
    origin: row.origin,
    requested_by_employee: row.requested_by_employee,
    external_reference: row.external_reference,
    outcome: row.outcome,
    created_at: inSeconds(row.created_at),
    confirmed_at: row.confirmed_at && inSeconds(row.confirmed_at),
    confirmed_by: row.confirmed_by && presentActor(row.confirmed_by),
    completed_at: row.completed_at && inSeconds(row.completed_at),
    modules: presentModules(row),
  }
}
