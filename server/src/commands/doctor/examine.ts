import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { examineAuditTrail } from '#modules/audit/index.ts'
import { listLostGuards } from '#modules/governance/index.ts'
import { hasCitus } from '#platform/db/nodes/distribute-tables.ts'
import type { Config } from '#src/config.ts'
import { checkBlobUrl, openBlobs, scannerOf } from '#src/open-blobs.ts'
import { mailFolder, openMailer } from '#src/open-mailer.ts'
import { openKeyringOf, openStorage } from '#src/storage.ts'
import { distributionFindings } from './examine-distribution.ts'
import { externalFindings } from './examine-external.ts'
import { type Finding, finding } from './finding.ts'

const EXTENSIONS = ['btree_gin', 'pg_trgm']

/** Looks at everything that the service needs. */
export async function examine(config: Config): Promise<Finding[]> {
  const database = await databaseFindings(config)
  const findings = [await folderFinding(config), ...database]
  if (database.every((one) => one.isFine)) findings.push(...(await distributionFindings(config)))
  findings.push(await filesFinding(config), ...(await scanFindings(config)), await mailFinding(config))
  if (database.every((one) => one.isFine)) findings.push(...(await externalFindings(config)))
  return findings
}

async function folderFinding(config: Config): Promise<Finding> {
  const folder = resolve(config.DATA_DIR)
  return finding('data folder', async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK)
    return folder
  })
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  const missing: string[] = []
  const guards: Finding[] = []
  const reached = await finding('database', async () => {
    const storage = await openStorage(config, { mayShare: true })
    const connection = new pg.Client(storage.databaseAddress)
    try {
      await connection.connect()
      const { rows } = await connection.query<{ version: string; names: string[] }>(`
        SELECT current_setting('server_version') AS version, array_agg(name::text) AS names FROM pg_available_extensions`)
      missing.push(...EXTENSIONS.filter((one) => !rows[0]?.names.includes(one)))
      guards.push(await guardFinding(connection))
      guards.push(await finding('audit trail', () => examineAuditTrail(connection)))
      return `PostgreSQL ${rows[0]?.version}${config.DATABASE_URL ? '' : ' (embedded)'}`
    } finally {
      await connection.end()
      await storage.close()
    }
  })
  if (!reached.isFine) return [reached]
  const detail =
    missing.length > 0 ? `missing: ${missing.join(', ')}; install PostgreSQL's contrib package` : EXTENSIONS.join(', ')
  return [reached, { check: 'extensions', isFine: missing.length === 0, detail }, ...guards]
}

function guardFinding(connection: pg.Client): Promise<Finding> {
  return finding('legal holds', async () => {
    if (await hasCitus(connection)) {
      return 'a distributed database has no triggers that enforce them, so only holds of single documents are placed'
    }
    const lost = await listLostGuards(connection)
    if (lost === undefined) return 'the first start of this version makes the triggers that enforce them'
    if (lost.length === 0) return 'the triggers that enforce them are there'
    throw new Error(`the database does not enforce them: triggers are missing or disabled: ${lost.join(', ')}`)
  })
}

async function filesFinding(config: Config): Promise<Finding> {
  return finding('file store', async () => {
    await checkBlobUrl(config)
    const blobs = await openBlobs(config, await openKeyringOf(config))
    const probe = `doctor ${Date.now()}`
    const { key } = await blobs.put(Readable.from([Buffer.from(probe)]))
    const stored = await blobs.get(key)
    if (!stored || (await text(stored)) !== probe) throw new Error('a file that was written came back changed')
    await blobs.delete(key)
    return 'a file was written, read and deleted'
  })
}

async function scanFindings(config: Config): Promise<Finding[]> {
  const scanner = scannerOf(config)
  return scanner ? [await finding('virus scan', () => scanner.check())] : []
}

async function mailFinding(config: Config): Promise<Finding> {
  return finding('mail', async () => {
    const mailer = await openMailer(config, { timeoutMs: 5000 })
    await mailer.check()
    await mailer.close()
    return config.SMTP_URL ? 'the SMTP server answers' : `no SMTP_URL; mails become files in ${mailFolder(config)}`
  })
}
