import type { JobContext } from '#kernel/jobs.ts'
import type { Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { isOpen, settleProject } from '#modules/distributions/projects/lifecycle.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject } from '#modules/distributions/projects/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { refuseMore } from './add-distribution.ts'
import {
  deleteExpiredReception,
  deleteReception,
  type ExpiredReception,
  insertReception,
  listExpiredReceptions,
  renewReception,
} from './reception-queries.ts'

/** A spool on its way into a project, which waits for it. */
export type Reception = { projectId: number; id: string }

/** How often a lease is renewed while bytes arrive: several times before it expires. */
const RENEW_MS = 15_000
const EXPIRED_AT_ONCE = 100

/** Announces a spool before its bytes are read. Refuses a project that takes no more. */
export async function beginReception(work: Work, deps: NotifyDeps, projectId: string): Promise<Reception> {
  const { tx, client } = work
  const project = await lockProject(tx, client, projectId)
  if (!project) throw notFound('distribution project', projectId)
  refuseMore(project, 'project_id')
  const id = uuidv7(work.now, work.nextPosition)
  work.nextPosition += 1
  await insertReception(tx, { client_id: client.id, project_id: project.id, id, actor: JSON.stringify(work.actor) })
  await settleProject(work, deps, project)
  return { projectId: project.id, id }
}

/** Ends a reception that brought nothing: the project goes on without it. */
export async function endReception(work: Work, deps: NotifyDeps, { projectId, id }: Reception): Promise<void> {
  const { tx, client } = work
  const project = await lockProject(tx, client, projectId)
  await deleteReception(tx, { client_id: client.id, project_id: projectId, id })
  if (project && isOpen(project)) await settleProject(work, deps, project)
}

/** How the reader of an upload keeps its lease alive. */
export type UploadProgress = {
  /** Some bytes of the file have come. */
  see(): void
  /** All of them have come, and this process scans and stores them. */
  beginStoring(): void
  endStoring(): void
}

/**
 * Renews the lease of a reception while bytes arrive, and while those that came are scanned and stored, however long that
 * takes. An upload that stands still loses it, before the end of its file or in the rest of its form.
 */
export function keepLease(
  db: Db,
  client: { id: string },
  { projectId, id }: Reception,
): UploadProgress & { stop(): void } {
  let hasArrived = false
  let isStoring = false
  const timer = setInterval(() => {
    if (!hasArrived && !isStoring) return
    hasArrived = false
    // The next renewal, or the end of the upload, is as good when this one fails.
    renewReception(db, { client_id: client.id, project_id: projectId, id }).catch(() => {})
  }, RENEW_MS)
  timer.unref()
  return {
    see(): void {
      hasArrived = true
    },
    beginStoring(): void {
      isStoring = true
    },
    endStoring(): void {
      isStoring = false
    },
    stop: () => clearInterval(timer),
  }
}

/** Lets projects go on whose uploads stand still, or whose process was killed. */
export async function expireReceptions(context: JobContext): Promise<void> {
  for (;;) {
    const expired = await listExpiredReceptions(context.db, EXPIRED_AT_ONCE)
    for (const one of expired) await expire(one, context)
    if (expired.length < EXPIRED_AT_ONCE) return
  }
}

async function expire(one: ExpiredReception, context: JobContext): Promise<void> {
  const client = await findClient(context.db, one.client_id)
  if (!client) return
  const caller = { client: { id: client.id, languages: client.languages }, actor: one.actor }
  await context.doWork(caller, async (work) => {
    const project = await lockProject(work.tx, work.client, one.project_id)
    const isGone = await deleteExpiredReception(work.tx, one)
    if (isGone && project && isOpen(project)) await settleProject(work, context, project)
  })
}
