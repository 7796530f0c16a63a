import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const sdk = createRequire(join(import.meta.dirname, '../sdk/package.json'))
const generator = join(dirname(sdk.resolve('openapi-typescript/package.json')), 'bin/cli.js')

/** Where the types of a description go: those of the portal's own calls are no business of the sdk's users. */
function targetOf(name: string): string {
  return name === 'portal' ? 'portal/src/kernel/api/generated/portal.ts' : `sdk/src/generated/${name}.ts`
}

/** The types of the sdk and of the portal, from the OpenAPI descriptions. */
export async function genSdk(openapi: Record<string, string>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-sdk-'))
  try {
    const files: Record<string, string> = {}
    for (const [path, description] of Object.entries(openapi)) {
      const name = path.replace(/^openapi\/(.*)\.json$/, '$1')
      const source = join(folder, `${name}.json`)
      const target = join(folder, `${name}.ts`)
      await writeFile(source, withoutExamples(description))
      const { status, stderr } = spawnSync(process.execPath, [generator, source, '-o', target], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`The types of ${path} could not be generated: ${stderr}`)
      files[targetOf(name)] = await readFile(target, 'utf8')
    }
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The examples are for readers of the documentation; in the types they would be most of the text. */
function withoutExamples(description: string): string {
  return JSON.stringify(JSON.parse(description, (key, value) => (key === 'examples' ? undefined : value)))
}
