import { Readable } from 'node:stream'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import type { Report } from '#platform/pdf/workers/pdf-workers.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { detachedJws } from '#platform/seal/jws.ts'
import { systemCaller } from './disposals/system-caller.ts'

/** A sealed file in the store, which no row names yet: the sweep takes it where none comes to. */
export type SealedFile = { format: 'json' | 'pdf'; sha256: string; size: number; seal: string | null }

export type Sealing = { identity: SealIdentity; now: Date }

/** What the client seals with. */
export const sealingOf = async (context: JobContext, client: Client, now: Date): Promise<Sealing> => ({
  identity: await context.doWork(systemCaller(client), (work) => context.sealingIdentity(work)),
  now,
})

/** Stores JSON, which comes in pieces, with a seal of its own. */
export async function storeSealedJson(
  { blobs }: JobContext,
  pieces: AsyncIterable<string> | Iterable<string>,
  { identity, now }: Sealing,
): Promise<SealedFile> {
  const signer = detachedJws(identity, now)
  async function* signed() {
    for await (const text of pieces) {
      const bytes = Buffer.from(text)
      signer.update(bytes)
      yield bytes
    }
  }
  const { sha256, sizeBytes } = await blobs.put(Readable.from(signed()))
  return { format: 'json', sha256, size: sizeBytes, seal: signer.end() }
}

/** Sets a report as a PDF that is sealed like a signed document, and stores it. */
export async function storeSealedPdf(
  { blobs, pdfWorkers, timestamp, longTermSeals }: JobContext,
  { report, company }: { report: Report; company: string },
  { identity, now }: Sealing,
): Promise<SealedFile> {
  const { bytes } = await pdfWorkers.setReport(report, now)
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
  return { format: 'pdf', sha256, size: sizeBytes, seal: null }
}
