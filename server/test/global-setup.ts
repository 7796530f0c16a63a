import { openCitus } from '#test/harness/database/citus-server.ts'
import { type DatabaseServer, startDatabaseServer } from '#test/harness/database/database-server.ts'
import { offerCeph } from '#test/harness/files/shared-ceph.ts'

let server: DatabaseServer | undefined
let ceph: Awaited<ReturnType<typeof offerCeph>> | undefined

/**
 * Run once by the test runner, before any test file: one PostgreSQL for all of them, or the Citus that `TEST_CITUS` names;
 * and one Ceph when it is asked for.
 */
export async function globalSetup(): Promise<void> {
  const { TEST_CITUS: citus } = process.env
  server = citus === undefined ? await startDatabaseServer() : await openCitus(citus)
  process.env.TEST_DATABASE_SERVER = JSON.stringify(server.connection)
  ceph = await offerCeph()
  process.env.TEST_S3_SERVER = ceph.address
}

export async function globalTeardown(): Promise<void> {
  await ceph?.close()
  await server?.close()
}
