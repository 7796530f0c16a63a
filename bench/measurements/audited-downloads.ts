import type pg from 'pg'
import { type Bench, CONNECTIONS } from '../harness/bench.ts'
import { compare } from '../harness/compare.ts'
import { prepareFiling, signedPath } from '../harness/content/filing.ts'
import { decimals, targetRow, targetTable } from '../harness/table.ts'
import { cpuMeter } from '../harness/usage.ts'
import { type Findings, ratio } from '../report/findings.ts'
import { storeDocuments } from './documents.ts'

/**
 * Signed downloads, with the audit trail and without what it stores. A trigger lets nothing into `audit_pending`: what is left
 * out is the storing and the chain, and the statement itself stays.
 */
export async function measureAuditedDownloads(bench: Bench): Promise<Findings> {
  const { database, service, load, options } = bench
  await prepareFiling(service)
  const ids = await storeDocuments(bench)
  await database.client.query(`
    CREATE FUNCTION bench_store_nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER bench_store_nothing BEFORE INSERT ON audit_pending FOR EACH ROW EXECUTE FUNCTION bench_store_nothing()`)
  const side = (stores: boolean) => ({
    async run(seconds: number) {
      await database.client.query(
        `ALTER TABLE audit_pending ${stores ? 'DISABLE' : 'ENABLE'} TRIGGER bench_store_nothing`,
      )
      const paths = ids.map(signedPath)
      return load.ask({ url: service.url, headers: {}, connections: CONNECTIONS, paths, until: { seconds } })
    },
    cpu: cpuMeter(database.client, service.pid, 'dossier'),
  })
  const before = await countEntries(database.client)
  const { reference, subject } = await compare(side(false), side(true), options.seconds)
  const stored = (await countEntries(database.client)) - before
  await database.client.query('DROP TRIGGER bench_store_nothing ON audit_pending; DROP FUNCTION bench_store_nothing')
  const rate = (one: number) => `${decimals(one, 0)}/s`
  const row = targetRow('signed downloads with the trail', {
    sides: [rate(reference.rate), rate(subject.rate)],
    ratio: subject.rate / reference.rate,
    target: 0.85,
    direction: 'at least',
  })
  const details = `${stored} entries were stored. p99 ${decimals(reference.p99, 2)} ms without, ${decimals(subject.p99, 2)} ms with.`
  return {
    tables: [targetTable([row], 'audited downloads')],
    details,
    figures: [ratio('rate', subject.rate / reference.rate)],
  }
}

async function countEntries(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'SELECT (SELECT count(*) FROM audit_entries) + (SELECT count(*) FROM audit_pending) AS count',
  )
  return Number(rows[0]?.count)
}
