import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { setupInFile } from '#test/harness/setup.ts'
import { aFolder, startService } from './service.ts'

type Options = { env?: Record<string, string>; setup?: object }

/** The service as a process of its own, with the clients of the test set-up on a database that the test can look into. */
export async function startServiceWithSetup({ env = {}, setup = setupInFile }: Options = {}) {
  const database = await createDatabase()
  const { host, user, port, database: name } = database.connection
  const db = new pg.Client(database.connection)
  await db.connect()
  after(async () => {
    await db.end()
    await database.drop()
  })
  const folder = await aFolder()
  const setupFile = join(folder, 'setup.json')
  await writeFile(setupFile, JSON.stringify(setup))
  const { url, process, output } = await startService({
    dataDir: folder,
    env: {
      DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      SECRET_KEY: 'one key for the service of this test',
      SETUP_FILE: setupFile,
      ...env,
    },
  })
  return { url, db, process, output }
}
