import { emit } from '#kernel/events/define-event.ts'
import { decryptSharedToken, findClient } from '#modules/clients/index.ts'
import { projectReady } from '#modules/distributions/events.ts'
import type { DistributionRow } from '#modules/distributions/spools/queries.ts'
import { enqueueCallback } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { PendingEvent, Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { checkUrl, presentDistribution, presentProject } from './present.ts'
import type { ProjectRow } from './queries.ts'

/** What telling others takes. */
export type NotifyDeps = { keyring: Keyring; publicUrl: string }

/** A project is ready for validation: an event, and a call to the client's own address. */
export async function notifyReady(work: Work, deps: NotifyDeps, project: ProjectRow): Promise<void> {
  const told = emit(work, projectReady, presentProject(project, deps.publicUrl))
  await callBackClient(work, deps, told, project.id)
}

/** A spool has been read, for better or worse; only the client's own address is told. */
export async function notifyCompleted(work: Work, deps: NotifyDeps, distribution: DistributionRow): Promise<void> {
  const { now } = work
  const id = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  const data = JSON.stringify(presentDistribution(distribution))
  await callBackClient(
    work,
    deps,
    { id, type: 'distribution.completed', data, createdAt: now },
    distribution.project_id,
  )
}

async function callBackClient(
  work: Work,
  { keyring, publicUrl }: NotifyDeps,
  told: Omit<PendingEvent, 'resourceId'>,
  projectId: number,
): Promise<void> {
  const client = await findClient(work.tx, work.client.id)
  const url = client?.distribution_callback_url
  if (!client || !url) return
  const secret = decryptSharedToken(keyring, client.id, client.sealed_shared_token)
  await enqueueCallback(work, { url, secret }, told, keyring, { check_url: checkUrl(publicUrl, projectId) })
}
