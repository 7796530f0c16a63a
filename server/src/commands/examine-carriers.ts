import { sql } from 'kysely'
import { checkCarrier, getCarrier, listCarriers } from '#modules/distributions/index.ts'
import type { Config } from '#platform/config.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { openKeyring } from '#platform/keyring.ts'
import { openGuardedOutbound } from '#src/open-outbound.ts'
import { openStorage, readSecretKey } from '#src/storage.ts'
import { type Finding, finding } from './finding.ts'

/** Whether the carriers of all paper configurations could take packages. None is sent anything. */
export async function carrierFindings(config: Config): Promise<Finding[]> {
  const storage = await openStorage(config, { mayShare: true })
  const { db, close } = openDb(storage.connection, { poolSize: 2 })
  try {
    return (await knowsCarriers(db)) ? await examineEach(config, db) : []
  } finally {
    await close()
    await storage.close()
  }
}

/** The first start of this version brings the database up to date; until then it knows none. */
async function knowsCarriers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('distribution_hand_overs') IS NOT NULL AS is_there`.execute(db)
  return rows[0]?.is_there ?? false
}

async function examineEach(config: Config, db: Db): Promise<Finding[]> {
  const found = await listCarriers(db)
  if (found.length === 0) return []
  const [keyring, outbound] = [openKeyring(await readSecretKey(config)), await openGuardedOutbound(config, db)]
  const findings: Finding[] = []
  for (const { client_id, code } of found) {
    const look = async () => {
      const carrier = await getCarrier(db, keyring, { id: client_id }, code)
      return checkCarrier(carrier, { outbound, carrierRoot: config.CARRIER_ROOT })
    }
    findings.push(await finding(`carrier of ${client_id} ${code}`, look))
  }
  await outbound.close()
  return findings
}
