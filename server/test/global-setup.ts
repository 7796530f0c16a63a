import { type DatabaseServer, startDatabaseServer } from '#test/harness/database/database-server.ts'

let server: DatabaseServer | undefined

/** Run once by the test runner, before any test file: one PostgreSQL for all of them. */
export async function globalSetup(): Promise<void> {
  server = await startDatabaseServer()
  process.env.TEST_DATABASE_SERVER = JSON.stringify(server.connection)
}

export async function globalTeardown(): Promise<void> {
  await server?.close()
}
