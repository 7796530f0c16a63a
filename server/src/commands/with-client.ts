import { systemActor, type Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from '#src/config.ts'
import { type Deps, openDeps } from '#src/deps.ts'

/** Runs one step of work for a client that an operator named. */
export async function withClient<T>(
  config: Config,
  clientId: string,
  step: (work: Work, deps: Deps) => Promise<T>,
): Promise<T> {
  const deps = await openDeps(config, { isService: false })
  try {
    const client = await findClient(deps.db, clientId)
    if (!client) throw new StartRefused(`Client ${clientId} not found.`)
    const caller = { client: { id: client.id, languages: client.languages }, actor: systemActor }
    return await deps.doWork(caller, (work) => step(work, deps))
  } finally {
    await deps.close()
  }
}
