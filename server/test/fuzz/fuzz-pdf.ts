import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { findFault } from './check-separation.ts'
import { debianPdfs, type NamedPdf } from './debian-pdfs.ts'
import { mutatePdf, randomFrom } from './mutate-pdf.ts'

/**
 * Cuts pages out of real PDFs and of broken copies of them, for as long as it is told to. What goes wrong is kept in a
 * folder, and named with the seed that makes it again.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const seconds = Number(values.seconds ?? 60)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const files = debianPdfs()
if (files.length === 0) throw new Error('No PDFs could be downloaded; apt-get and dpkg-deb are needed.')
const workers = openPdfWorkers()
const kept = mkdtempSync(join(tmpdir(), 'dossier-fuzz-found-'))
const counts = { intact: 0, broken: 0, faults: 0 }

async function check(name: string, bytes: Buffer, isIntact: boolean): Promise<void> {
  counts[isIntact ? 'intact' : 'broken'] += 1
  const page = 1 + Math.floor(random() * 40)
  const fault = await findFault(workers, { bytes, page, isIntact })
  if (fault === undefined) return
  counts.faults += 1
  const file = join(kept, `${counts.faults}.pdf`)
  writeFileSync(file, bytes)
  process.stdout.write(`${name}, page ${page}: ${fault}\n  ${file}\n`)
}

const choose = (): NamedPdf | undefined => files[Math.floor(random() * files.length)]
process.stdout.write(`${files.length} PDFs, ${seconds} seconds, seed ${seed}\n`)
for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
  const chosen = choose()
  if (!chosen) break
  const isIntact = random() < 0.3
  await check(chosen.name, isIntact ? chosen.bytes : mutatePdf(chosen.bytes, random), isIntact)
}
await workers.close()
process.stdout.write(
  `${counts.intact} pages of intact files, ${counts.broken} of broken ones, ${counts.faults} faults\n`,
)
process.exitCode = counts.faults > 0 ? 1 : 0
