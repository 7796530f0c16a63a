import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import type { ReleaseFacts } from './facts.ts'

const RELEASES = join(import.meta.dirname, 'releases')

/** The releases that have a dump, which `scripts/dump-release.ts` made. */
export function listReleases(): Promise<string[]> {
  return readdir(RELEASES)
}

/** The database and the data folder as a release left them, for one suite, and the settings to start on them with. */
export async function restoreRelease(version: string) {
  const folder = join(RELEASES, version)
  const facts = JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')) as ReleaseFacts
  const sql = gunzipSync(await readFile(join(folder, 'database.sql.gz'))).toString('utf8')
  const database = await createDatabase({ isEmpty: true })
  const db = new pg.Client(database.connection)
  await db.connect()
  await db.query(sql)
  // A dump works without a search path, and leaves the connection like that.
  await db.query('RESET ALL')
  const dataDir = await aFolder()
  await cp(join(folder, 'files'), join(dataDir, 'files'), { recursive: true })
  const { host, user, port, database: name } = database.connection
  const env = {
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    SECRET_KEY: facts.secret_key,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const drop = async () => {
    await db.end()
    await database.drop()
  }
  return { facts, db, connection: database.connection, dataDir, env, drop }
}
