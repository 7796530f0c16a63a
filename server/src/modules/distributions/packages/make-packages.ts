import { type Delivery, deliverStep } from '#modules/distributions/delivery/delivery.ts'
import { findProject, type ProjectRow } from '#modules/distributions/projects/queries.ts'
import { storePdf } from '#modules/distributions/reading/spool.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { blobLockName, expectBlob } from '#platform/blobs/lock-blob.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import type { PdfSession } from '#platform/pdf/workers/pdf-workers.ts'
import { destinationOf, oneLine, packageProblem } from './address.ts'
import { type MadePackage, markMade, nextPlanned, type PlannedRow, planPackages } from './queries.ts'

/** So many envelopes are made together, and so many of them at once. */
const BATCH = 50
const AT_ONCE = 4
const NOT_PRINTABLE = packageProblem('not_printable', 'A document cannot be printed.')

/** Makes the envelopes of a project that goes out on paper. */
export async function makePackages(delivery: Delivery): Promise<void> {
  const { projectId, caller, context } = delivery
  const project = await findProject(context.db, caller.client, projectId)
  if (!project?.paper) return
  await deliverStep(delivery, async ({ tx, client }) => {
    await planPackages(tx, { client_id: client.id, project_id: projectId, regroup: project.regroup_paper_mailing })
    return true
  })
  const pdfSession = context.pdfWorkers.openSession()
  try {
    for (;;) {
      context.signal.throwIfAborted()
      const planned = await nextPlanned(context.db, caller.client, projectId, BATCH)
      if (planned.length === 0) return
      await store(delivery, await makeAll(planned, project, context.blobs, pdfSession))
    }
  } finally {
    await pdfSession.close()
  }
}

async function store(delivery: Delivery, made: MadePackage[]): Promise<void> {
  const { blobs } = delivery.context
  await deliverStep(delivery, async (work, { id }) => {
    const keys = made.flatMap(({ sha256 }) => sha256 ?? []).sort()
    await takeSharedLocks(work.tx, keys.map(blobLockName))
    await Promise.all(keys.map((key) => expectBlob(blobs, key)))
    await markMade(work.tx, work.client, { projectId: id, made, now: work.now })
    return true
  })
}

async function makeAll(
  planned: PlannedRow[],
  project: ProjectRow,
  blobs: Blobs,
  pdfSession: PdfSession,
): Promise<MadePackage[]> {
  const made: MadePackage[] = []
  for (let at = 0; at < planned.length; at += AT_ONCE) {
    const some = planned.slice(at, at + AT_ONCE)
    made.push(...(await Promise.all(some.map((one) => make(one, project, blobs, pdfSession)))))
  }
  return made
}

/** The page with the address, and behind it the documents. */
async function make(
  planned: PlannedRow,
  project: ProjectRow,
  blobs: Blobs,
  pdfSession: PdfSession,
): Promise<MadePackage> {
  const { number, titles } = planned
  const { lines: address, problem: addressProblem } = destinationOf(project, planned)
  const isDuplex = project.paper?.duplex ?? false
  const window = project.paper?.address_window ?? 'right'
  const letter = { address, window, notes: notesOf(project, number, titles) }
  const first = await pdfSession.setLetter(letter)
  const files = await Promise.all(planned.files.map((key) => readWhole(blobs, key)))
  const merged = await pdfSession.merge([first.bytes, ...files], {
    isDuplex,
    moment: project.validated_at ?? project.created_at,
  })
  const found = merged ? addressProblem : NOT_PRINTABLE
  const problem = { problem: found?.message ?? null, problem_code: found?.code ?? null }
  if (!merged) return { number, address, ...problem, page_count: null, size: null, sha256: null }
  const { size, sha256, page_count } = await storePdf({ blobs }, merged)
  return { number, address, ...problem, page_count, size, sha256 }
}

/** So many documents are named at the foot of the page. */
const MAX_TITLES = 5
const MAX_NOTE = 200

function notesOf({ name, package_contact }: ProjectRow, number: number, titles: readonly string[]): string[] {
  const more = titles.length > MAX_TITLES ? [`+ ${titles.length - MAX_TITLES}`] : []
  const content = [...titles.slice(0, MAX_TITLES), ...more].join('  ·  ')
  const lines = [`${name}  ·  ${number}`, content, package_contact ?? '']
  return lines.map((line) => oneLine(line).slice(0, MAX_NOTE).toWellFormed()).filter((line) => line !== '')
}

async function readWhole(blobs: Blobs, key: string): Promise<Buffer> {
  const bytes = await blobs.read(key)
  if (!bytes) throw new Error(`The bytes of a document are missing: ${key}`)
  return bytes
}
