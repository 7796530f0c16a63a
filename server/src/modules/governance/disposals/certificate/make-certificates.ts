import { Readable } from 'node:stream'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import type { DisposalRow, NewCertificate } from '#modules/governance/disposals/queries.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { detachedJws } from '#platform/seal/jws.ts'
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
  const identity = await context.doWork(systemCaller(client), (work) => context.sealingIdentity(work))
  const json = await makeJson(context, client, { row, now, identity })
  return [json, await makePdf(context, client, { row, now, identity, json })]
}

type Sealed = { row: DisposalRow; now: Date; identity: SealIdentity }

async function makeJson(context: JobContext, client: Client, { row, now, identity }: Sealed): Promise<NewCertificate> {
  const { db, blobs } = context
  const signer = detachedJws(identity, now)
  async function* signed() {
    for await (const text of certificateJson({ db, client, row, now })) {
      const bytes = Buffer.from(text)
      signer.update(bytes)
      yield bytes
    }
  }
  const { sha256, sizeBytes } = await blobs.put(Readable.from(signed()))
  return { disposal_id: row.id, format: 'json', sha256, size: sizeBytes, seal: signer.end() }
}

async function makePdf(
  context: JobContext,
  client: Client,
  { row, now, identity, json }: Sealed & { json: NewCertificate },
): Promise<NewCertificate> {
  const { blobs, pdfWorkers, timestamp, longTermSeals } = context
  const { report, company } = await certificateReport(context, client, { row, json })
  const session = pdfWorkers.openSession()
  const { bytes } = await session.setReport(report, now).finally(() => session.close())
  // Loaded with the first seal: its libraries would take a tenth of a second of every start.
  const { sealPdf } = await import('#platform/seal/seal-pdf.ts')
  const sealed = await sealPdf(bytes, {
    identity,
    moment: now,
    name: company,
    reason: report.title,
    ...(timestamp && { timestamp }),
  })
  const extension = await longTermSeals?.extend(sealed)
  const lasting = extension?.outcome === 'extended' ? extension.bytes : sealed
  const { sha256, sizeBytes } = await blobs.put(Readable.from([lasting]))
  return { disposal_id: row.id, format: 'pdf', sha256, size: sizeBytes, seal: null }
}
