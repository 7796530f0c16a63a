import type pg from 'pg'
import { startDemoService } from '../../harness/demo-service.ts'
import { runDossier } from '../../harness/dossier.ts'
import type { Report } from '../../harness/report.ts'
import { DATABASE, ROLE } from '../../harness/service-database.ts'
import type { Citus } from '../../servers/citus.ts'
import { connectTo } from '../../servers/postgres.ts'

type Place = { cluster: Citus; report: Report; env: Record<string, string> }

/** A database that was filled on one server gets nodes, over which its tables are distributed with their rows. Answers what the start of the demo said. */
export async function distributeDemo({ cluster, report, env }: Place): Promise<string> {
  const service = await startDemoService(env)
  await service.stop()
  const tooEarly = await runDossier(['distribute'], env)
  report.check('without the extension it is refused in one line', tooEarly.code === 1 && tooEarly.lines.length === 1)
  await cluster.connectNodes(DATABASE)
  const running = await startDemoService(env)
  const inUse = await runDossier(['distribute'], env)
  report.check('while the service runs it is refused in one line', inUse.code === 1 && inUse.lines.length === 1)
  await running.stop()
  const admin = await connectTo(cluster.coordinator.urlOf(DATABASE, ROLE))
  const before = await countRows(admin)
  const undistributed = await runDossier(['doctor'], env)
  report.check('doctor names the tables that are not distributed', /^FAIL {2}distribution: /m.test(undistributed.said))
  const done = await runDossier(['distribute'], env)
  const summary = [...done.said.matchAll(/^(.*\(\d+\)):/gm)].map(([, line]) => line).join(', ')
  report.check('all tables of clients are distributed', done.code === 0, `${summary}, in ${done.seconds.toFixed(1)} s`)
  const after = await countRows(admin)
  const total = Object.values(before).reduce((sum, count) => sum + count, 0)
  report.check('with all their rows', JSON.stringify(before) === JSON.stringify(after) && total > 0, `${total}`)
  const again = await runDossier(['distribute'], env)
  report.check('doing it again changes nothing', again.said === 'All tables are distributed.\n', again.said.trim())
  const doctor = await runDossier(['doctor'], env)
  report.check('doctor finds all of them', /^ok {4}distribution: /m.test(doctor.said))
  await addLaterTable(admin, report, env)
  const backup = await runDossier(['backup', `${env.DATA_DIR}/backup`], {
    ...env,
    BACKUP_KEY: 'a key for the backup of this run',
  })
  report.check(
    'a backup, which would not be of one moment, is refused in one line',
    backup.code === 1 && backup.lines.length === 1,
  )
  return service.said()
}

/** The table of a migration to come. */
async function addLaterTable(admin: pg.Client, report: Report, env: Record<string, string>): Promise<void> {
  await admin.query(
    `CREATE TABLE of_later (client_id text COLLATE "C" NOT NULL REFERENCES clients (id), id uuid, PRIMARY KEY (client_id, id))`,
  )
  const { said } = await runDossier(['migrate'], env)
  report.check('a table that a migration makes is distributed with it', said.includes('Distributed of_later.'))
  await admin.query('DROP TABLE of_later')
}

async function countRows(admin: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await admin.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${name}`)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}
