import { runDossier } from '../../harness/dossier.ts'
import type { Report } from '../../harness/report.ts'
import { DATABASE, ROLE, ROLE_SETTINGS } from '../../harness/service-database.ts'
import { startPgBouncer } from '../../servers/pgbouncer.ts'
import type { Place } from './place.ts'

/** A start is looked at, and refused or not, before this. */
const WITHIN_SECONDS = 15

/** Starts that cannot be: each ends soon, with one line, and changes nothing. */
export async function checkRefusals(place: Place, report: Report): Promise<void> {
  const { env, postgres, admin } = place
  const { DATABASE_DIRECT_URL: _, ...alone } = env
  await admin.query(`CREATE DATABASE another OWNER ${ROLE}`)
  const cases: [string, Record<string, string>, RegExp][] = [
    ['no DATABASE_DIRECT_URL', alone, /^DATABASE_URL names a pooler that shares .+; set DATABASE_DIRECT_URL /],
    [
      'DATABASE_DIRECT_URL is the pooler',
      { ...env, DATABASE_DIRECT_URL: env.DATABASE_URL },
      /^DATABASE_DIRECT_URL names a pooler that shares .+; it must lead to PostgreSQL itself\.$/,
    ],
    [
      'DATABASE_DIRECT_URL is another database',
      { ...env, DATABASE_DIRECT_URL: postgres.urlOf('another', ROLE) },
      /^DATABASE_DIRECT_URL names another database than DATABASE_URL/,
    ],
    [
      'a parameter that PgBouncer does not know',
      { ...env, DATABASE_URL: `${env.DATABASE_URL}?options=-c%20geqo%3Doff` },
      /^DATABASE_URL sets geqo, which its pooler refuses; .+ ignore_startup_parameters /,
    ],
    ['max_prepared_statements=0', await behind(place, { max_prepared_statements: 0 }), /use PgBouncer 1\.21 or newer/],
    [
      'pool_mode=statement',
      await behind(place, { pool_mode: 'statement' }),
      /allows no transactions; set its pool_mode/,
    ],
    ['default_pool_size=1', await behind(place, { default_pool_size: 1 }), /does not give two connections at once/],
  ]
  for (const [what, settings, line] of cases) {
    const { code, lines, seconds } = await runDossier(['start'], settings)
    const isRefused = code === 1 && lines.length === 1 && line.test(lines[0] ?? '') && seconds < WITHIN_SECONDS
    report.check(`refused: ${what}`, isRefused, `${lines.join(' / ')} (${seconds.toFixed(1)} s)`)
  }
  report.check('… and nothing was changed in the database', (await tablesIn(place)) === 0)
}

/** What can be is not refused: each address is looked at for what it is used for. */
export async function checkAccepted(place: Place, report: Report): Promise<void> {
  const { env, admin } = place
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DATA_DIR } = env
  const { DATABASE_URL: bySession } = await behind(place, { pool_mode: 'session' })
  const cases: [string, Record<string, string>][] = [
    ['pool_mode=session without DATABASE_DIRECT_URL', { DATABASE_URL: bySession, DATA_DIR }],
    ['pool_mode=session at DATABASE_DIRECT_URL', { DATABASE_URL: pooled, DATABASE_DIRECT_URL: bySession, DATA_DIR }],
    ['both addresses of PostgreSQL itself', { DATABASE_URL: direct, DATABASE_DIRECT_URL: direct, DATA_DIR }],
    ['server_round_robin=1', await behind(place, { server_round_robin: 1 })],
  ]
  for (const [what, settings] of cases) {
    const { code, lines, seconds } = await runDossier(['migrate'], settings)
    report.check(
      `accepted: ${what}`,
      code === 0 && lines.length === 0,
      `${lines.join(' / ')} (${seconds.toFixed(1)} s)`,
    )
  }
  await admin.query(`ALTER ROLE ${ROLE} RESET client_connection_check_interval`)
  const warned = await runDossier(['migrate'], await behind(place, {}))
  for (const statement of ROLE_SETTINGS) await admin.query(statement)
  const isWarned = warned.code === 0 && /has no client_connection_check_interval:/.test(warned.lines.join())
  report.check('a role without its settings is accepted with a warning', isWarned, warned.lines.join(' / '))
}

async function behind({ postgres, env }: Place, settings: Record<string, string | number>) {
  const pgbouncer = await startPgBouncer(postgres, settings)
  return { ...env, DATABASE_URL: pgbouncer.urlOf(DATABASE, ROLE) }
}

async function tablesIn({ admin }: Place): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  )
  return Number(rows[0]?.count)
}
