import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { readReport } from '../bench/report/figures.ts'
import { currentPage, PAGE } from '../bench/report/page.ts'
import { createDatabase } from '../server/test/harness/database/create-database.ts'
import { describeApp } from '../server/test/harness/describe-app.ts'
import { dumpSchema } from './dump-schema.ts'
import { genOpenapi } from './gen-openapi.ts'
import { genPostman } from './gen-postman.ts'
import { genPrivacy } from './gen-privacy.ts'
import { genPython } from './gen-python.ts'
import { genSdk } from './gen-sdk.ts'
import { genSettings } from './gen-settings.ts'
import { genTables } from './gen-tables.ts'

const ROOT = join(import.meta.dirname, '..')

/** Every generated file with its content. `npm run gen` writes them; a test compares them with what is committed. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const database = await createDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    const openapi = await describeApp(database.connection, genOpenapi)
    return {
      'docs/operations/settings.md': genSettings(),
      'docs/privacy.md': genPrivacy(),
      [PAGE]: await currentPage(await readReport(), openapi['openapi/v2.json']),
      ...openapi,
      ...(await genSdk(openapi)),
      ...genPython(openapi),
      ...genPostman(openapi),
      'server/migrations/schema.sql': await dumpSchema(client),
      'server/src/kernel/tables.ts': await genTables(client),
    }
  } finally {
    await client.end()
    await database.drop()
  }
}

if (import.meta.main) {
  for (const [path, content] of Object.entries(await generatedFiles())) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), content)
    console.log(path)
  }
}
