import { isDemo } from '#modules/setup/index.ts'
import type { Db } from '#platform/db/db.ts'
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts'
import { type Config, listOf } from './config.ts'

/** Calls to strangers. Only the demo calls whatever stands on the same machine, unless the settings say otherwise. */
export async function openGuardedOutbound(config: Config, db: Db): Promise<Outbound> {
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE ?? (config.SETUP_FILE === undefined && (await isDemo(db)))
  const allowedCidrs = config.WEBHOOK_ALLOWED_NETWORKS ? listOf(config.WEBHOOK_ALLOWED_NETWORKS) : []
  return openOutbound({ allowPrivate, allowedCidrs })
}
