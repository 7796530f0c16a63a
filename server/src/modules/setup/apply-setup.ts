import type { ApplyOptions, SetupChange, SetupSection } from '#kernel/resources/setup-section.ts'
import { type DoWork, systemActor, type Work } from '#kernel/work.ts'
import { putClient } from '#modules/clients/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { Problem } from '#platform/problem.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { pathInFile, type SetupClient, type SetupFile } from './setup-file.ts'

/** What the modules contribute to the set-up of a client, in the order in which it is applied. */
export type SetupContribution = {
  prepareClient?: ((work: Work) => Promise<void>) | undefined
  sections?: readonly SetupSection[] | undefined
}

export type ApplyDeps = { doWork: DoWork; keyring: Keyring }

type Applying = { deps: ApplyDeps; contributions: readonly SetupContribution[]; options: ApplyOptions }

/** Makes the database match what the file says of each client, each in one transaction. Answers what was done to it. */
export async function applyClients(applying: Applying, file: SetupFile): Promise<SetupChange[][]> {
  const applied: SetupChange[][] = []
  for (const [index, client] of file.clients.entries()) applied.push(await applyClient(applying, client, index))
  return applied
}

async function applyClient(
  { deps: { doWork, keyring }, contributions, options }: Applying,
  client: SetupClient,
  index: number,
): Promise<SetupChange[]> {
  return doWork({ client: { id: client.id, languages: [] }, actor: systemActor }, async (work) => {
    await takeLock(work.tx, `set-up of client ${client.id}`)
    const { outcome, row, madeSharedToken } = await putClient(work, client, keyring, options).catch(
      (error: unknown) => {
        throw asRefusal(error, `clients.${index}`)
      },
    )
    const changes: SetupChange[] = [
      { what: `client ${client.id}`, outcome, ...(madeSharedToken ? { madeSecret: madeSharedToken } : {}) },
    ]
    const ownWork = { ...work, client: { id: row.id, languages: row.languages } }
    for (const { prepareClient } of contributions) await prepareClient?.(ownWork)
    for (const section of contributions.flatMap(({ sections = [] }) => sections)) {
      const value = client[section.key]
      if (value === undefined) continue
      try {
        changes.push(...(await section.apply(ownWork, value, keyring, options)))
      } catch (error) {
        throw asRefusal(error, `clients.${index}.${section.key}`)
      }
    }
    return changes
  })
}

function asRefusal(error: unknown, path: string): unknown {
  if (!(error instanceof Problem)) return error
  const lines = error.fields.map(({ field, message }) => `  ${pathInFile(`${path}.${field}`)}: ${message}`)
  return new StartRefused(
    `The set-up file is not valid:\n${lines.join('\n') || `  ${pathInFile(path)}: ${error.message}`}`,
  )
}
