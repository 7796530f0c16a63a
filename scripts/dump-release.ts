import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildServer } from '../server/build.ts'
import type { ReleaseFacts } from '../server/test/upgrade/facts.ts'
import { startDemoService } from './dump/demo-service.ts'
import { fillRelease } from './dump/fill-release.ts'

const ROOT = join(import.meta.dirname, '..')
const USAGE = `DATABASE_URL=postgres://… node scripts/dump-release.ts [--version VERSION] [--program FOLDER --main FILE]

Dumps what a release writes into server/test/upgrade/releases/VERSION, for the test of upgrades.
DATABASE_URL names an empty database of a server that the installed pg_dump can read.

  --version VERSION  the release that this will be; by default what package.json says
  --program FOLDER   the checkout of another release; by default this one
  --main FILE        what it is started by; by default server/dist/main.mjs`
const MAX_BUFFER = 64 * 1024 * 1024

const { values } = parseArgs({
  options: { version: { type: 'string' }, program: { type: 'string' }, main: { type: 'string' } },
})
const databaseUrl = process.env.DATABASE_URL
if (databaseUrl) await dumpRelease(databaseUrl, values)
else {
  console.error(USAGE)
  process.exitCode = 2
}

type Dumped = { version?: string; program?: string; main?: string }

async function dumpRelease(database: string, dumped: Dumped): Promise<void> {
  const { program = ROOT, main = 'server/dist/main.mjs' } = dumped
  if (program === ROOT) await buildServer()
  const said = JSON.parse(await readFile(join(program, 'package.json'), 'utf8')) as { version: string }
  const version = dumped.version ?? said.version
  const dataDir = await mkdtemp(join(tmpdir(), 'dossier-release-'))
  const secret_key = `The key of the dump of release ${version}, no secret`
  const env = { DATABASE_URL: database, DATA_DIR: dataDir, SECRET_KEY: secret_key }
  try {
    const service = await startDemoService({ main: join(program, main), env })
    const made = await fillRelease(service, dataDir)
    await service.stop()
    const facts = { version, secret_key, ...service.credentials, ...made }
    await write(facts, { dataDir, sql: await dump(database) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Statements instead of COPY, and nothing for psql alone: the test has no other program than a connection. */
async function dump(database: string): Promise<string> {
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', database]
  const { stdout } = await promisify(execFile)('pg_dump', options, { maxBuffer: MAX_BUFFER })
  return stdout.replaceAll(/^\\.*\n/gm, '')
}

async function write(facts: ReleaseFacts, { dataDir, sql }: { dataDir: string; sql: string }): Promise<void> {
  const folder = join(ROOT, 'server/test/upgrade/releases', facts.version)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'database.sql.gz'), gzipSync(sql, { level: 9 }))
  await writeFile(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
  await cp(join(dataDir, 'files'), join(folder, 'files'), { recursive: true })
  console.log(folder)
}
