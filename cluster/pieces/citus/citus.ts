import { startDemoService } from '../../harness/demo-service.ts'
import { runDossier, serviceFolder } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { DATABASE, ROLE } from '../../harness/service-database.ts'
import { type Citus, lacksCitus, startCitus } from '../../servers/citus.ts'
import { distributeDemo } from './distribute-demo.ts'
import { moveClient } from './move-client.ts'
import { runKit } from './run-kit.ts'
import { runTests } from './run-tests.ts'

const { CONFORMANCE, CITUS_TESTS } = process.env

export const citus: Piece = {
  name: 'citus',
  what: 'the service on a Citus coordinator with two workers: its tables are distributed, and a client is moved under load',
  lacks: lacksCitus,
  async run(report) {
    const cluster = await startCitus(CITUS_TESTS ? { settings: FOR_TESTS } : {})
    report.fact('Citus', cluster.version)
    if (!CITUS_TESTS) return onOneDatabase(cluster, report)
    await runTests(report, cluster, CITUS_TESTS.split(' '))
    report.fact('refused, of what tests themselves ask, too', (await cluster.refused()).join(' | '))
  },
}

async function checkRefused(cluster: Citus, report: Report): Promise<void> {
  const refused = await cluster.refused()
  report.check('Citus refuses no statement', refused.length === 0, refused.join(' | '))
}

/** A database for each file, and nothing that has to last. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', 'citus.shard_count': 4 }

async function onOneDatabase(cluster: Citus, report: Report): Promise<void> {
  await cluster.createDatabase(DATABASE, ROLE)
  const folder = await serviceFolder()
  const env = { DATABASE_URL: cluster.coordinator.urlOf(DATABASE, ROLE), DATA_DIR: `${folder}/data` }
  if (CONFORMANCE) {
    await cluster.connectNodes(DATABASE)
    const { code } = await runDossier(['distribute'], env)
    report.check('an empty database is migrated and distributed', code === 0)
    await runKit(report, CONFORMANCE, env)
    return checkRefused(cluster, report)
  }
  const said = await distributeDemo({ cluster, report, env })
  const { url } = await startDemoService(env)
  await checkRefused(cluster, report)
  await moveClient({ cluster, report, service: { url, said } })
}
