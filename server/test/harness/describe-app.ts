import { systemClock } from '#platform/clock.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { openLog } from '#platform/log.ts'
import { openTestDeps } from './deps.ts'

/** Builds the service only to look at it. */
export async function describeApp<T>(connection: DatabaseAddress, look: (app: Http) => T): Promise<T> {
  const { app, close } = await openTestDeps(connection, { clock: systemClock, log: openLog('silent') })
  try {
    return look(app)
  } finally {
    await close()
  }
}
