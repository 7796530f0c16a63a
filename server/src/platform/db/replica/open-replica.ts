import { Counter, type Registry } from 'prom-client'
import type { Database, DatabaseAddress } from '#platform/db/db.ts'
import { renewMark } from './primary-position.ts'
import { OUTCOMES, type Outcome, Replica } from './replica.ts'
import type { ReplicaOptions } from './replica-connections.ts'

export type ReadMeter = (outcome: Outcome, by?: number) => void

/** Has no values where there is no replica. */
export function openReadMeter(registry: Registry): ReadMeter {
  const reads = new Counter({
    name: 'dossier_replica_reads_total',
    help: 'Statements of calls that only read: those that the replica answered, and why the primary had to.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome, by = 1) => reads.inc({ outcome }, by)
}

/** From now on, a replica answers what calls read, whenever it can. */
export async function openReplica(
  db: Database,
  address: DatabaseAddress,
  options: ReplicaOptions & { count: ReadMeter },
): Promise<Replica> {
  for (const outcome of OUTCOMES) options.count(outcome, 0)
  await renewMark(db)
  const replica = new Replica(db, address, options)
  db.replica = replica
  await replica.watch()
  return replica
}
