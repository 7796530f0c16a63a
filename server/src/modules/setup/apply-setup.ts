import type { ApplyOptions, SetupChange } from '#kernel/resources/setup-section.ts'
import { type DoWork, systemActor } from '#kernel/work.ts'
import { putClient } from '#modules/clients/index.ts'
import { ensureDefaultForm } from '#modules/requests/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { Problem } from '#platform/problem.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { pathInFile, SECTIONS, type SetupClient, type SetupFile, unknownSections } from './setup-file.ts'

export type AppliedClient = { id: string; changes: SetupChange[]; skipped: string[] }

/**
 * Makes the database match the file: creates and updates, never deletes, and leaves what people revoked as it is. Each
 * client is one transaction.
 */
export async function applySetup(
  deps: { doWork: DoWork; keyring: Keyring },
  file: SetupFile,
  options: ApplyOptions = {},
): Promise<AppliedClient[]> {
  const applied: AppliedClient[] = []
  for (const [index, client] of file.clients.entries()) {
    const changes = await applyClient(deps, client, index, options)
    applied.push({ id: client.id, changes, skipped: unknownSections(client) })
  }
  return applied
}

async function applyClient(
  { doWork, keyring }: { doWork: DoWork; keyring: Keyring },
  client: SetupClient,
  index: number,
  options: ApplyOptions,
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
    await ensureDefaultForm(ownWork)
    for (const section of SECTIONS) {
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
    `The set-up file is not usable:\n${lines.join('\n') || `  ${pathInFile(path)}: ${error.message}`}`,
  )
}
