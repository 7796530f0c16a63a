import { ChainWriter } from '#modules/audit/index.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openLog } from '#platform/log.ts'

/** What puts entries in the chains of the audit trail, and does nothing else. */
export type ChainOrder = { connection: DatabaseAddress }

const { connection }: ChainOrder = JSON.parse(process.argv[2] ?? '')
const { db, close } = openDatabase(connection, { poolSize: 2 })
const writer = new ChainWriter({ db, log: openLog('silent') })
process.once('SIGTERM', async () => {
  await writer.stop()
  await close()
  process.exit()
})
process.stdout.write('ready\n')
