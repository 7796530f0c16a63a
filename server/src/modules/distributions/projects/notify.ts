import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { projectReady } from '#modules/distributions/events.ts'
import type { DistributionRow } from '#modules/distributions/spools/queries.ts'
import { type CallbackEvent, callbackOnlyEvent, notifyCallbackUrl } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { checkUrl, presentDistribution, presentProject } from './present.ts'
import type { ProjectRow } from './queries.ts'

export type NotifyDeps = { keyring: Keyring; publicUrl: string }

/** A project is ready for validation: an event, and a call to the client's own address. */
export async function notifyReady(work: Work, deps: NotifyDeps, project: ProjectRow): Promise<void> {
  const event = emit(work, projectReady, presentProject(project, deps.publicUrl))
  await notifyClient(work, deps, project.id, event)
}

/** A spool has been processed or has failed: only the client's own address hears of it. */
export async function notifyCompleted(work: Work, deps: NotifyDeps, distribution: DistributionRow): Promise<void> {
  const event = callbackOnlyEvent(work, 'distribution.completed', presentDistribution(distribution))
  await notifyClient(work, deps, distribution.project_id, event)
}

async function notifyClient(
  work: Work,
  { keyring, publicUrl }: NotifyDeps,
  projectId: number,
  event: CallbackEvent,
): Promise<void> {
  const client = await findClient(work.tx, work.client.id)
  if (!client) return
  await notifyCallbackUrl(work, keyring, {
    url: client.distribution_callback_url,
    event,
    more: { check_url: checkUrl(publicUrl, projectId) },
    storedToken: client.sealed_shared_token,
  })
}
