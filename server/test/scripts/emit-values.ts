import type pg from 'pg'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { Work } from '#kernel/work.ts'
import { putValue, putValues } from '#modules/datasets/index.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { openOutboxSignal } from '#platform/events/outbox-signal.ts'
import { acme, inEnglish } from '#test/harness/builders.ts'

/** `statement`: a change that is one statement with its event; `emit`: one whose events are written before its commit. */
export type EmitOrder = {
  connection: DatabaseAddress
  datasetId: string
  prefix: string
  way: 'statement' | 'emit'
  count: number
  /** What the last of them kills this process at. */
  dieAt?: 'written' | 'committed'
}

const { connection, datasetId, prefix, way, count, dieAt }: EmitOrder = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = openDatabase(connection, { poolSize: 1 })
const doWork = unitOfWork({
  db,
  clock: systemClock,
  insertJobs: async () => {},
  notifyOutbox: openOutboxSignal(connection, pool).notify,
})
const die = () => process.kill(process.pid, 'SIGKILL')

/** The answer to the statement that ends a transaction is the last thing that this process gets to know. */
function dieOnceCommitted(): void {
  pool.on('acquire', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const spied = (...args: unknown[]) => {
      const answer = send(...args)
      const isLast = way === 'emit' ? args[0] === 'COMMIT' : typeof args[0] === 'object'
      return isLast && answer instanceof Promise ? answer.finally(die) : answer
    }
    client.query = spied as pg.PoolClient['query']
  })
}

async function change(work: Work, code: string, isLast: boolean): Promise<void> {
  if (way === 'emit') await putValues(work, datasetId, [{ code, localized_names: inEnglish(code) }])
  else await putValue(work, { datasetId, path: code, localizedNames: inEnglish(code) })
  if (!isLast || dieAt !== 'written') return
  await flushEvents(work)
  die()
}

for (let n = 1; n <= count; n += 1) {
  const code = `${prefix}${n}`
  const isLast = n === count
  if (isLast && dieAt === 'committed') dieOnceCommitted()
  const isOneStatement = way === 'statement' && dieAt !== 'written'
  await doWork(acme, (work) => change(work, code, isLast), { isOneStatement })
  process.stdout.write(`committed ${code}\n`)
}
await close()
process.exit()
