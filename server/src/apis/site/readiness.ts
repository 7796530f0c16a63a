import type pg from 'pg'
import { missingMigrations } from '#kernel/migrate.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { cacheFor } from '#platform/cache-for.ts'
import { READ_ONLY } from '#platform/db/connections/database-unavailable.ts'
import type { Db } from '#platform/db/db.ts'
import { isReadOnly } from '#platform/db/is-read-only.ts'
import type { Replica } from '#platform/db/replica/replica.ts'

/** However many probes ask, the checks are made once in so long a time. */
const CACHE_MS = 1000
const ANSWER_WITHIN_MS = 2000
const LATE = 'late'

export const CHECKS = ['process', 'database', 'migrations', 'files'] as const
export type CheckName = (typeof CHECKS)[number]
type Check = { status: 'ok' | 'failing' | 'unknown'; reason?: string }

export type ReadinessState = {
  /** Degraded: most calls are answered, those that need what is failing are not. */
  status: 'ok' | 'degraded' | 'unavailable'
  checks: Record<CheckName, Check> & { replica?: Check }
}

export type ReadinessDeps = { db: Db; pool: pg.Pool; blobs: Blobs; replica?: Replica | undefined }

export type Readiness = {
  state(): Promise<ReadinessState>
  /** From now on, the process says that it stops. */
  beginStop(): void
}

/** Whether this process can answer calls, and if not, why; the reasons name no address and no secret. */
export function openReadiness(deps: ReadinessDeps): Readiness {
  let isStopping = false
  const look = cacheFor(CACHE_MS, async () => {
    const [stored, files] = await Promise.all([examineDatabase(deps), examineFiles(deps.blobs)])
    return { ...stored, files }
  })
  return {
    async state() {
      const process: Check = isStopping ? failing('The process is shutting down.') : OK
      const checks = { process, ...(await look()), ...(deps.replica && { replica: stateOf(deps.replica) }) }
      return { status: statusOf(checks), checks }
    },
    beginStop() {
      isStopping = true
    },
  }
}

const OK: Check = { status: 'ok' }

function failing(reason: string): Check {
  return { status: 'failing', reason }
}

/** Without it, the primary answers everything: no call fails. */
function stateOf({ state }: Replica): Check {
  return state.reason === undefined ? OK : failing(state.reason)
}

/** Without files most calls are answered: were the process taken out for it, a store that all share would stop them all. */
function statusOf({ process, database, migrations, files }: ReadinessState['checks']): ReadinessState['status'] {
  if ([process, database, migrations].some(({ status }) => status !== 'ok')) return 'unavailable'
  return files.status === 'ok' ? 'ok' : 'degraded'
}

/** Whether the database answers and can be written to, and whether it has what this version needs. */
async function examineDatabase({ db, pool }: ReadinessDeps): Promise<Record<'database' | 'migrations', Check>> {
  try {
    const missing = await inTime(missingMigrations(db))
    if (await inTime(isReadOnly(db))) return { database: failing(READ_ONLY_REASON), migrations: { status: 'unknown' } }
    if (missing.length === 0) return { database: OK, migrations: OK }
    return { database: OK, migrations: failing(`The database lacks the migration ${missing[0]}.`) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === UNDEFINED_TABLE) return { database: OK, migrations: failing('The database has no schema.') }
    return { database: failing(whyNoAnswer(code, pool)), migrations: { status: 'unknown' } }
  }
}

const UNDEFINED_TABLE = '42P01'

function whyNoAnswer(code: string | undefined, pool: pg.Pool): string {
  const isPoolFull = pool.idleCount === 0 && pool.waitingCount > 0 && pool.totalCount >= (pool.options.max ?? 0)
  if (code === LATE && isPoolFull) return 'No connection of the pool became free within 2 s.'
  if (code === LATE) return 'The database does not answer within 2 s.'
  const reason = code === undefined ? undefined : DATABASE_REASONS[code]
  return reason ?? `The database cannot be asked${code === undefined ? '' : ` (${code})`}.`
}

const READ_ONLY_REASON = 'The database server only reads: it is a standby, or was made read-only.'

const DATABASE_REASONS: Record<string, string> = {
  [READ_ONLY]: READ_ONLY_REASON,
  ECONNREFUSED: 'The database refuses connections.',
  ENOENT: 'The database refuses connections.',
  ENOTFOUND: 'The name of the database server cannot be resolved.',
  '28000': 'The database refuses the log-in.',
  '28P01': 'The database refuses the log-in.',
  '3D000': 'The database does not exist.',
  '53300': 'The database server has no free connection.',
  '57P01': 'The database server has ended the connection.',
  '57P03': 'The database server is starting up, recovering or shutting down.',
}

async function examineFiles(blobs: Blobs): Promise<Check> {
  try {
    await inTime(blobs.check())
    return OK
  } catch (error) {
    const { code, name, $metadata } = error as NodeJS.ErrnoException & { $metadata?: { httpStatusCode?: number } }
    if (code === LATE) return failing('The file store does not answer within 2 s.')
    const what = code ?? $metadata?.httpStatusCode ?? name
    return failing(FILE_REASONS[what] ?? `The file store cannot be used (${what}).`)
  }
}

const FILE_REASONS: Record<string, string> = {
  EACCES: 'The folder of files may not be written to.',
  ENOENT: 'The folder of files is missing.',
  EROFS: 'The folder of files is on a read-only file system.',
  ECONNREFUSED: 'The file store refuses connections.',
  // What S3 answers.
  403: 'The file store refuses the credentials.',
  404: 'The bucket is missing.',
}

class Late extends Error {
  readonly code = LATE
}

async function inTime<T>(question: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Late()), ANSWER_WITHIN_MS)
  try {
    return await Promise.race([question, late])
  } finally {
    clearTimeout(timer)
  }
}
