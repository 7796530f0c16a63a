import { listDistributionCallbacks } from '#modules/clients/index.ts'
import { checkCarrier, getCarrier, listCarriers } from '#modules/distributions/index.ts'
import { CALLBACK_NOT_ALLOWED, mayBeCalled } from '#modules/webhooks/index.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { Config } from '#src/config.ts'
import { openGuardedOutbound } from '#src/open-outbound.ts'
import { openKeyringOf, openStorage } from '#src/storage.ts'
import { type Finding, finding } from './finding.ts'

/** Whether what the set-up names outside of the service could be called. Nothing is sent anywhere. */
export async function externalFindings(config: Config): Promise<Finding[]> {
  const storage = await openStorage(config, { mayShare: true })
  const { db, close } = openDatabase(storage.databaseAddress, { poolSize: 2, hasOwnSessions: storage.hasOwnSessions })
  try {
    if (!(await isUpToDate(db))) return []
    const outbound = await openGuardedOutbound(config, db)
    try {
      return [...(await examineCarriers(config, db, outbound)), ...(await examineCallbacks(db, outbound))]
    } finally {
      await outbound.close()
    }
  } finally {
    await close()
    await storage.close()
  }
}

const hasCarriers = statement<{ is_there: boolean }>(
  `SELECT to_regclass('distribution_hand_overs') IS NOT NULL AS is_there`,
)

/** The first start of this version brings the database up to date; until then it knows no carriers. */
async function isUpToDate(db: Db): Promise<boolean> {
  const [row] = await hasCarriers(db)
  return row?.is_there ?? false
}

async function examineCarriers(config: Config, db: Db, outbound: Outbound): Promise<Finding[]> {
  const found = await listCarriers(db)
  if (found.length === 0) return []
  const keyring = await openKeyringOf(config)
  const findings: Finding[] = []
  for (const { client_id, code } of found) {
    const look = async () => {
      const carrier = await getCarrier(db, keyring, { id: client_id }, code)
      return checkCarrier(carrier, { outbound, carrierRoot: config.CARRIER_ROOT })
    }
    findings.push(await finding(`carrier of ${client_id} ${code}`, look))
  }
  return findings
}

/** A client's address for callbacks about distributions comes from the set-up file, which has no guard of its own. */
export async function examineCallbacks(db: Db, outbound: Outbound): Promise<Finding[]> {
  return Promise.all(
    (await listDistributionCallbacks(db)).map(({ id, url }) =>
      finding(`distribution_callback_url of ${id}`, async () => {
        if (!(await mayBeCalled(outbound, url))) throw new Error(CALLBACK_NOT_ALLOWED.message)
        return 'the address may be called; it was not'
      }),
    ),
  )
}
