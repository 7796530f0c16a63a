import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { presentEntry } from '../../server/src/modules/audit/reading/present.ts'
import { bySequence, listEntries } from '../../server/src/modules/audit/reading/queries.ts'
import { actorText, entryText, subjectText } from '../../server/src/modules/audit/verification/verify.mjs'
import { verifyChain } from '../../server/src/modules/audit/verification/verify-chain.ts'
import { type Db, openDatabase } from '../../server/src/platform/db/db.ts'
import type { Bench } from '../harness/bench.ts'
import { CLIENT } from '../harness/content/tree.ts'
import { loading } from '../harness/say.ts'
import { decimals, type TargetRow, targetRow, targetTable } from '../harness/table.ts'
import { type Findings, ratio } from '../report/findings.ts'

const TABLES = ['audit_entries', 'audit_people']
const BATCH = 5000

/**
 * The writer of the audit trail with a backlog, against COPY of the rows that it makes; and the check of the chain in the
 * database, against a loop that only hashes the same texts.
 */
export async function measureAudit(bench: Bench): Promise<Findings> {
  const { database, options } = bench
  const count = options.isQuick ? 100_000 : 1_000_000
  const chained = await chain(database.client, count)
  const bare = await copyFinished(bench, count)
  const { db, close } = openDatabase({ ...database.connection, ssl: false }, { poolSize: 2 })
  try {
    const hashed = await hashOnly(db)
    const verified = await timed(() => verifyChain(db, CLIENT.id))
    const rows = [
      rateRow(`chaining ${count} entries`, { count, bare, subject: chained, target: 0.3 }),
      rateRow(`verify-audit of ${count} entries`, { count, bare: hashed, subject: verified, target: 0.3 }),
    ]
    const figures = [ratio('chaining', bare / chained), ratio('verify-audit', hashed / verified)]
    return { tables: [targetTable(rows, 'audit trail')], figures }
  } finally {
    await close()
  }
}

type Rates = { count: number; bare: number; subject: number; target: number }

function rateRow(name: string, { count, bare, subject, target }: Rates): TargetRow {
  const rate = (seconds: number) => `${decimals(count / seconds, 0)}/s`
  return targetRow(name, { sides: [rate(bare), rate(subject)], ratio: bare / subject, target, direction: 'at least' })
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (performance.now() - startedAt) / 1000
}

/** From the moment the service may take the entries until the last of them is in the chain. */
async function chain(client: pg.Client, count: number): Promise<number> {
  await client.query(
    `INSERT INTO audit_heads (client_id, sequence, hash) VALUES ($1, 0, '\\x${'0'.repeat(64)}') ON CONFLICT DO NOTHING`,
    [CLIENT.id],
  )
  const before = await headOf(client)
  await loading(`${count} audit entries`, async () => {
    await client.query(
      `INSERT INTO audit_pending (client_id, at, action, outcome, actor_type, actor_id, actor_name, actor_address, subject_type,
         subject_technical_id, resource_type, resource_id, details)
       SELECT $1, now(), 'document.downloaded', 'done', 'user', 'M-' || n % 500, 'Grace Murray', '10.0.0.1', 'employee',
         'E-' || n % 5000, 'employee_document', gen_random_uuid()::text, '{}'
       FROM generate_series(1, $2::integer) AS n`,
      [CLIENT.id, count],
    )
  })
  return timed(async () => {
    while ((await headOf(client)) < before + count) await delay(20)
  })
}

async function headOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ sequence: string }>('SELECT sequence FROM audit_heads WHERE client_id = $1', [
    CLIENT.id,
  ])
  return Number(rows[0]?.sequence)
}

/** The same rows into the same tables with the same indexes. */
async function copyFinished({ database: { client, folder } }: Bench, count: number): Promise<number> {
  let seconds = 0
  for (const table of TABLES) {
    const file = join(folder, table)
    await client.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`)
    await client.query(`COPY ${table} TO '${file}'`)
    seconds += await timed(() => client.query(`COPY bare_${table} FROM '${file}'`))
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM bare_${table}`)
    assert.ok(Number(rows[0]?.count) >= count)
    await client.query(`DROP TABLE bare_${table}`)
    await rm(file, { force: true })
  }
  return seconds
}

/** How long the hashes alone take of what the check hashes. */
async function hashOnly(db: Db): Promise<number> {
  let milliseconds = 0
  for (let after = ['0']; ; ) {
    const request = { order: bySequence(false), after, reversed: false, limit: BATCH }
    const rows = await listEntries(db, CLIENT, {}, request)
    const texts = rows
      .map(presentEntry)
      .flatMap((entry) => [
        entryText(entry, CLIENT.id),
        ...(entry.actor ? [actorText(entry.actor)] : []),
        ...(entry.subject ? [subjectText(entry.subject)] : []),
      ])
    const startedAt = performance.now()
    for (const text of texts) createHash('sha256').update(text).digest('hex')
    milliseconds += performance.now() - startedAt
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return milliseconds / 1000
    after = [last.sequence]
  }
}
