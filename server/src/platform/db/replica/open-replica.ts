import { Counter, type Registry } from 'prom-client'
import type { Database, DatabaseAddress } from '#platform/db/db.ts'
import { renewMark } from './primary-position.ts'
import { OUTCOMES, Replica } from './replica.ts'
import type { ReplicaOptions } from './replica-connections.ts'

/** From now on, a replica answers what calls read, whenever it can. */
export async function openReplica(
  db: Database,
  address: DatabaseAddress,
  { metrics, ...options }: ReplicaOptions & { metrics: Registry },
): Promise<Replica> {
  const reads = new Counter({
    name: 'dossier_replica_reads_total',
    help: 'Statements of calls that only read: those that the replica answered, and why the primary had to.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  for (const outcome of OUTCOMES) reads.inc({ outcome }, 0)
  await renewMark(db)
  const replica = new Replica(db, address, { ...options, count: (outcome) => reads.inc({ outcome }) })
  db.replica = replica
  await replica.watch()
  return replica
}
