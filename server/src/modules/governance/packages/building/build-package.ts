import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import {
  countFailure,
  findPackage,
  type PackageRef,
  type PackageRow,
  storeBuilding,
  storeProgress,
} from '#modules/governance/packages/queries.ts'
import { settleFailed, settleReady } from '#modules/governance/packages/settle-package.ts'
import { removeUnnamed } from '#platform/blobs/remove-unnamed.ts'
import { writeZip } from '#platform/zip/write-zip.ts'
import { getSubject } from './find-subject.ts'
import { PackageContents } from './package-contents.ts'
import { Superseded, UnreadableFile } from './unreadable-file.ts'

const PROGRESS_EVERY_MS = 2000
const MAX_FAILURES = 5

/**
 * Makes the ZIP of a package, and stores it with what it is in one transaction. A build that was killed begins anew: until
 * the end no row names its bytes. Of two workers who make the same one, the first is right, and the other's bytes go.
 */
export async function buildPackage(context: JobContext, ref: PackageRef): Promise<void> {
  const { db, doWork, clock } = context
  const client = await findClient(db, ref.client_id)
  const row = client && (await findPackage(db, client, ref.id))
  if (!client || !row || (row.status !== 'queued' && row.status !== 'building')) return
  await storeBuilding(db, { ...ref, now: clock.now() })
  try {
    await build(context, client, row)
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof Superseded) return
    const [counted] = await countFailure(db, { ...ref, now: clock.now() })
    if (!counted || counted.failures < MAX_FAILURES) throw error
    const reason = error instanceof UnreadableFile ? error.message : 'internal_error'
    await doWork(systemCaller(client), (work) => settleFailed(work, ref.id, reason))
    throw error
  }
}

type NamedClient = Client & { name: string }

/** A file that is lost is looked for once more, since it may have been deleted with its record meanwhile. */
async function build(context: JobContext, client: NamedClient, row: PackageRow): Promise<void> {
  for (let isSecond = false; ; isSecond = true) {
    try {
      return await makeZip(context, client, row)
    } catch (error) {
      if (!(error instanceof UnreadableFile && error.isLost)) throw error
      if (!isSecond) continue
      return await context.doWork(systemCaller(client), (work) => settleFailed(work, row.id, error.message))
    }
  }
}

async function makeZip(context: JobContext, client: NamedClient, row: PackageRow): Promise<void> {
  const { blobs, doWork, signal } = context
  const contents = await openContents(context, client, row)
  const zip = writeZip(contents.files())
  const stop = () => zip.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  const { sha256, sizeBytes } = await blobs.put(zip).finally(() => signal.removeEventListener('abort', stop))
  const made = { sha256, size: sizeBytes, entries_count: contents.entriesCount }
  const isFirst = await doWork(systemCaller(client), (work) => settleReady(work, context, row.id, made))
  if (!isFirst) await removeUnnamed(context, [sha256])
}

async function openContents(context: JobContext, client: NamedClient, row: PackageRow): Promise<PackageContents> {
  const { db, doWork, clock, blobs, keyring, publicUrl, collectors } = context
  const subject = await getSubject(db, client, row.employee_key)
  const language = subject.language ?? client.languages[0] ?? null
  return new PackageContents({
    collectors,
    context: { db, client, keyring, publicUrl, exclude: new Set(row.exclude), language },
    subject,
    company: client.name,
    blobs,
    identity: await doWork(systemCaller(client), (work) => context.sealingIdentity(work)),
    createdAt: clock.now(),
    onProgress: progressReporter(context, { client_id: client.id, id: row.id }),
  })
}

/** Writes down how far it is, now and then, and stops a build that is no longer wanted. */
function progressReporter({ db, clock, signal }: JobContext, ref: PackageRef) {
  let next = performance.now() + PROGRESS_EVERY_MS
  return async (progress: number) => {
    signal.throwIfAborted()
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_EVERY_MS
    const [row] = await storeProgress(db, { ...ref, progress, now: clock.now() })
    if (!row) throw new Superseded('The package is no longer wanted.')
  }
}
