import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import type { DisposalRow, NewCertificate } from '#modules/governance/disposals/queries.ts'
import { sealingOf, storeSealedJson, storeSealedPdf } from '#modules/governance/seal-report.ts'
import { certificateJson } from './certificate-json.ts'
import { certificateReport } from './certificate-report.ts'

/**
 * Stores the certificate of destruction: JSON with a seal of its own, and a sealed PDF that names the hash of the JSON. Bytes
 * that no row names in the end are swept away.
 */
export async function makeCertificates(
  context: JobContext,
  client: Client,
  { row, now }: { row: DisposalRow; now: Date },
): Promise<NewCertificate[]> {
  const sealing = await sealingOf(context, client, now)
  const ofRow = { disposal_id: row.id }
  const json = {
    ...ofRow,
    ...(await storeSealedJson(context, certificateJson({ db: context.db, client, row, now }), sealing)),
  }
  const report = await certificateReport(context, client, { row, json })
  return [json, { ...ofRow, ...(await storeSealedPdf(context, report, sealing)) }]
}
