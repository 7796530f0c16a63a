import { LAYOUT } from '../../../server/src/kernel/distribution.ts'
import { distributeTables } from '../../../server/src/platform/db/nodes/distribute-tables.ts'
import { startDemoService } from '../../harness/demo-service.ts'
import { runDossier, serviceFolder } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import { DATABASE, ROLE } from '../../harness/service-database.ts'
import { type Citus, lacksCitus, startCitus } from '../../servers/citus.ts'
import { connectTo } from '../../servers/postgres.ts'
import { moveClient } from './move-client.ts'
import { runKit } from './run-kit.ts'

export const citus: Piece = {
  name: 'citus',
  what: 'the service on a Citus coordinator with two workers: what of it works, and a client that is moved under load',
  lacks: lacksCitus,
  async run(report) {
    const cluster = await startCitus()
    report.fact('Citus', cluster.version)
    await cluster.createDatabase(DATABASE, ROLE)
    const folder = await serviceFolder()
    const env = { DATABASE_URL: cluster.coordinator.urlOf(DATABASE, ROLE), DATA_DIR: `${folder}/data` }
    const { code } = await runDossier(['migrate'], env)
    report.check('an empty database with the extension is migrated', code === 0)
    const { spread, copied } = await distribute(cluster)
    report.check(
      'all tables of clients are distributed',
      spread.length > 0,
      `${spread.length}, and ${copied.length} copied`,
    )
    report.check('doing it again changes nothing', (await distribute(cluster)).spread.length === 0)
    if (process.env.CONFORMANCE) return runKit(report, process.env.CONFORMANCE, env)
    const service = await startDemoService(env)
    await moveClient({ cluster, report, service })
  },
}

async function distribute({ coordinator }: Citus) {
  return distributeTables(await connectTo(coordinator.urlOf(DATABASE, ROLE)), LAYOUT)
}
