import { readFile } from 'node:fs/promises'
import { type Static, type TSchema, Type } from 'typebox'
import { parse } from 'yaml'
import type { SetupSection } from '#kernel/resources/setup-section.ts'
import { articleSections } from '#modules/articles/index.ts'
import { apiKeysSection, applicationsSection } from '#modules/auth/index.ts'
import { ClientSettings } from '#modules/clients/index.ts'
import { datasetsSection } from '#modules/datasets/index.ts'
import { directorySections } from '#modules/directory/index.ts'
import { distributionSection } from '#modules/distributions/index.ts'
import { documentTypesSection } from '#modules/documents/index.ts'
import { formsSection } from '#modules/requests/index.ts'
import { signatureSections } from '#modules/signatures/index.ts'
import { withKnownKeys } from '#platform/http/validation/known-keys.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** In the order in which they are applied: a form links to data sets, and profiles are limited to document types. */
export const SECTIONS: readonly SetupSection[] = [
  applicationsSection,
  apiKeysSection,
  documentTypesSection,
  ...directorySections,
  datasetsSection,
  formsSection,
  ...articleSections,
  distributionSection,
  ...signatureSections,
]

const sectionSchemas: Record<string, TSchema> = Object.fromEntries(
  // A section that this version does not know is skipped and reported; a key within one that it knows is a misspelling.
  SECTIONS.map(({ key, schema }) => [key, Type.Optional(withKnownKeys(schema))]),
)
const SetupFile = Type.Object({
  clients: Type.Array(Type.Object({ ...ClientSettings.properties, ...sectionSchemas }), { minItems: 1 }),
})

export type SetupClient = Static<typeof ClientSettings> & Record<string, unknown>
export type SetupFile = { clients: SetupClient[] }

export async function readSetupFile(path: string): Promise<SetupFile> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new StartRefused(`The set-up file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    // JSON is YAML too; its own parser is exact about it and quicker.
    return parseSetup(path.endsWith('.json') ? JSON.parse(text) : parse(text))
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `The set-up file ${path} is neither YAML nor JSON: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

/** Checks the whole file before anything is changed; every mistake is named by its path in the file. */
export function parseSetup(content: unknown): SetupFile {
  const mistakes = checkAgainst(SetupFile, content)
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ field, message }) => `  ${pathInFile(field) || 'the file'}: ${message}`)
    throw new StartRefused(`The set-up file is not usable:\n${lines.join('\n')}`)
  }
  return content as SetupFile
}

/** `clients.0.applications.1.secret` as people write it: `clients[0].applications[1].secret`. */
export function pathInFile(field: string): string {
  return field.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** Sections of a client that no feature of this version knows. */
export function unknownSections(client: SetupClient): string[] {
  const known = new Set([...Object.keys(ClientSettings.properties), ...Object.keys(sectionSchemas)])
  return Object.keys(client).filter((key) => !known.has(key))
}
