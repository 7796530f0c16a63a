import { readFile } from 'node:fs/promises'
import { type Static, type TSchema, Type } from 'typebox'
import type { SetupSection } from '#kernel/resources/setup-section.ts'
import { ClientSettings } from '#modules/clients/index.ts'
import { withKnownKeys } from '#platform/http/validation/known-keys.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { StartRefused } from '#platform/start-refused.ts'

export type SetupClient = Static<typeof ClientSettings> & Record<string, unknown>
export type SetupFile = { clients: SetupClient[] }
export type SetupSchema = { file: TSchema; knownKeys: ReadonlySet<string> }

/** What a set-up file with these sections looks like. */
export function setupSchema(sections: readonly SetupSection[]): SetupSchema {
  const sectionSchemas: Record<string, TSchema> = Object.fromEntries(
    // A section that this version does not know is skipped and reported; a key within one that it knows is a misspelling.
    sections.map(({ key, schema }) => [key, Type.Optional(withKnownKeys(schema))]),
  )
  const client = Type.Object({ ...ClientSettings.properties, ...sectionSchemas })
  return {
    file: Type.Object({ clients: Type.Array(client, { minItems: 1 }) }),
    knownKeys: new Set(Object.keys(client.properties)),
  }
}

export async function readSetupFile(schema: SetupSchema, path: string): Promise<SetupFile> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new StartRefused(`The set-up file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    // JSON is YAML too; its own parser is exact about it and quicker.
    return parseSetup(schema, path.endsWith('.json') ? JSON.parse(text) : await parseYaml(text))
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `The set-up file ${path} is neither YAML nor JSON: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  return parse(text)
}

/** Checks the whole file before anything is changed; every mistake is named by its path in the file. */
export function parseSetup(schema: SetupSchema, content: unknown): SetupFile {
  const mistakes = checkAgainst(schema.file, content)
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ field, message }) => `  ${pathInFile(field) || 'the file'}: ${message}`)
    throw new StartRefused(`The set-up file is not valid:\n${lines.join('\n')}`)
  }
  return content as SetupFile
}

/** `clients.0.applications.1.secret` as people write it: `clients[0].applications[1].secret`. */
export function pathInFile(field: string): string {
  return field.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** Sections of a client that no feature of this version knows. */
export function unknownSections({ knownKeys }: SetupSchema, client: SetupClient): string[] {
  return Object.keys(client).filter((key) => !knownKeys.has(key))
}
