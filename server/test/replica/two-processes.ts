import type { Replica } from '#platform/db/replica/replica.ts'
import { OUTCOMES, type Outcome } from '#platform/db/replica/replica.ts'
import { type AppOptions, startApp, type TestApp } from '#test/harness/app.ts'
import type { ServerConnection } from '#test/harness/database/database-server.ts'
import { openTestDeps } from '#test/harness/deps.ts'
import { eventually } from '#test/harness/eventually.ts'

type Process = Awaited<ReturnType<typeof openTestDeps>>
type Measured = { metrics: Process['metrics']; replica: Replica | undefined }

/** A service that reads from a replica, and a second one on the same database: they share no memory that counts. */
export async function twoProcesses(replica: ServerConnection, options: AppOptions = {}) {
  const service = await startApp({ ...options, replica })
  const { clock, log, connection } = service
  const readAddress = { ...replica, database: connection.database }
  const other = await openTestDeps(connection, { clock, log, readAddress })
  service.beforeClose(other.close)
  await untilUsed(service)
  await untilUsed(other)
  return { service, other }
}

/** A group A call of another process. */
export async function v2Of({ app }: Pick<Process, 'app'>, service: TestApp, url: string) {
  return app.inject({ method: 'GET', url: `/api/v2/client${url}`, headers: await service.as('payroll') })
}

/** Until a look finds the replica to be near. */
export async function untilUsed({ replica }: Pick<Measured, 'replica'>): Promise<void> {
  await eventually(() => replica?.state.reason === undefined)
}

/** What became of the statements of a step that only read. */
export async function outcomesIn({ metrics }: Pick<Measured, 'metrics'>, step: () => Promise<unknown>) {
  const before = await outcomes(metrics)
  await step()
  const now = await outcomes(metrics)
  return Object.fromEntries(OUTCOMES.map((one) => [one, (now[one] ?? 0) - (before[one] ?? 0)])) as Record<
    Outcome,
    number
  >
}

async function outcomes(metrics: Process['metrics']): Promise<Record<Outcome, number>> {
  const { values } = (await metrics.getSingleMetric('dossier_replica_reads_total')?.get()) ?? { values: [] }
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value])) as Record<Outcome, number>
}
