import type { ApplyOptions, SetupChange } from '#kernel/resources/setup-section.ts'
import { type ApplyDeps, applyClients, type SetupContribution } from './apply-setup.ts'
import { parseSetup, readSetupFile, type SetupFile, setupSchema, unknownSections } from './setup-file.ts'

export type AppliedClient = { id: string; changes: SetupChange[]; skipped: string[] }

export type Setup = {
  /** Reads a file and checks the whole of it before anything is changed. */
  readSetupFile(path: string): Promise<SetupFile>
  parseSetup(content: unknown): SetupFile
  /**
   * Makes the database match the file: creates and updates, never deletes, and leaves what people revoked as it is. Each
   * client is one transaction.
   */
  applySetup(deps: ApplyDeps, file: SetupFile, options?: ApplyOptions): Promise<AppliedClient[]>
}

/** The set-up file of a service with these modules. */
export function openSetup(contributions: readonly SetupContribution[]): Setup {
  const schema = setupSchema(contributions.flatMap(({ sections = [] }) => sections))
  return {
    readSetupFile: (path) => readSetupFile(schema, path),
    parseSetup: (content) => parseSetup(schema, content),
    async applySetup(deps, file, options = {}) {
      const applied = await applyClients({ deps, contributions, options }, file)
      return file.clients.map((client, index) => ({
        id: client.id,
        changes: applied[index] ?? [],
        skipped: unknownSections(schema, client),
      }))
    },
  }
}
