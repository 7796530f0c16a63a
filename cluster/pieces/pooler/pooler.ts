import { lacksPrograms } from '../../harness/debian.ts'
import { runDossier, serviceFolder } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { createServiceDatabase, DATABASE, ROLE } from '../../harness/service-database.ts'
import { PGBOUNCER_PROGRAM, startPgBouncer } from '../../servers/pgbouncer.ts'
import { POSTGRES_PROGRAMS, startPostgres } from '../../servers/postgres.ts'
import { breakThings } from './break-things.ts'
import { type Place, SERVER_CONNECTIONS } from './place.ts'
import { checkAccepted, checkRefusals } from './starts.ts'
import { checkLeftovers, runUnderLoad } from './under-load.ts'

export const pooler: Piece = {
  name: 'pooler',
  what: 'two API processes and a worker behind PgBouncer in transaction mode, on eight connections of PostgreSQL',
  lacks: () => lacksPrograms(PGBOUNCER_PROGRAM, `${POSTGRES_PROGRAMS.slice(1)}/postgres`),
  async run(report) {
    const postgres = await startPostgres({ settings: { max_connections: 40 } })
    const admin = await createServiceDatabase(postgres)
    const pgbouncer = await startPgBouncer(postgres, { default_pool_size: SERVER_CONNECTIONS })
    const folder = await serviceFolder()
    const env = {
      DATABASE_URL: pgbouncer.urlOf(DATABASE, ROLE),
      DATABASE_DIRECT_URL: postgres.urlOf(DATABASE, ROLE),
      DATA_DIR: `${folder}/data`,
    }
    const place: Place = { postgres, pgbouncer, admin, folder, env }
    report.fact('PgBouncer', (await pgbouncer.show('SHOW VERSION'))[0]?.version ?? '')
    await checkRefusals(place, report)
    await migrate(place, report)
    await checkAccepted(place, report)
    const running = await runUnderLoad(place, report)
    await checkLeftovers(place, report)
    await breakThings(place, running, report)
  },
}

async function migrate({ env, admin }: Place, report: Report): Promise<void> {
  const { code, lines, seconds } = await runDossier(['migrate'], env)
  const { rows } = await admin.query<{ count: string }>('SELECT count(*) FROM migrations')
  const found = `${rows[0]?.count} migrations in ${seconds.toFixed(1)} s${lines.length > 0 ? `; ${lines.join(' ')}` : ''}`
  report.check(
    'an empty database is migrated past the pooler, without a warning',
    code === 0 && lines.length === 0,
    found,
  )
}
