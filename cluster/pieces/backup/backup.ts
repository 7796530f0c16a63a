import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atEnd } from '../../../bench/harness/ending.ts'
import { lacksPrograms } from '../../harness/debian.ts'
import { type DemoService, startDemoService } from '../../harness/demo-service.ts'
import { runDossier } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { openPgBackRest, type PgBackRest } from '../../servers/pgbackrest.ts'
import { connectTo, type Postgres, startPostgres } from '../../servers/postgres.ts'
import { type Filed, writeDocuments } from './document-writers.ts'

const CONNECTIONS = 4
const KEYS = {
  SECRET_KEY: 'the SECRET_KEY of this run, long enough to be one',
  BACKUP_KEY: 'the BACKUP_KEY of this run, long enough to be one',
}

type Place = { postgres: Postgres; pgBackRest: PgBackRest; env: Record<string, string>; folder: string }

export const backup: Piece = {
  name: 'backup',
  what: 'dossier backup under load, and a restore to a point in time with pgBackRest after the database was destroyed',
  lacks: () => lacksPrograms('usr/bin/pgbackrest', 'usr/lib/postgresql/17/bin/postgres'),
  async run(report) {
    const place = await aPlace()
    const service = await startDemoService(place.env)
    const apiKey = /API key +(\S+)/.exec(service.said())?.[1] ?? ''
    const writers = writeDocuments(service.url, apiKey, CONNECTIONS)
    await delay(5000)
    await backUpFully(place, writers.filed, report)
    await backUpOurselves(place, report)
    const moment = await momentIn(place.postgres)
    await delay(5000)
    await writers.stop()
    await destroy(place, service)
    await restoreTo(place, moment.text, report)
    await checkPoint(place, { filed: writers.filed, moment: moment.at }, report)
    await restoreOurs(place, report)
  },
}

async function aPlace(): Promise<Place> {
  const pgBackRest = await openPgBackRest()
  const settings = { archive_mode: 'on', archive_command: pgBackRest.archiveCommand, wal_level: 'replica' }
  const postgres = await startPostgres({ settings })
  pgBackRest.createStanza(postgres)
  const admin = await connectTo(postgres.urlOf())
  await admin.query('CREATE DATABASE dossier')
  await admin.query('CREATE DATABASE elsewhere')
  await admin.end()
  const folder = await mkdtemp(join(tmpdir(), 'cluster-backup-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const env = { ...KEYS, DATABASE_URL: postgres.urlOf('dossier'), DATA_DIR: join(folder, 'data'), DEMO: 'true' }
  return { postgres, pgBackRest, env, folder }
}

async function backUpFully({ pgBackRest }: Place, filed: readonly Filed[], report: Report): Promise<void> {
  for (const type of ['full', 'incr'] as const) {
    const began = performance.now()
    const before = filed.length
    await pgBackRest.backUp(type)
    report.fact(`${type} backup by pgBackRest, seconds`, secondsSince(began))
    report.check(`documents were filed during the ${type} backup`, filed.length > before, filed.length - before)
  }
}

async function backUpOurselves(place: Place, report: Report): Promise<void> {
  for (const round of ['first', 'second']) {
    const began = performance.now()
    const { code, said } = await runDossier(['backup', join(place.folder, 'backups')], place.env)
    report.check(
      `the ${round} dossier backup under load is whole`,
      code === 0,
      `${secondsSince(began)} s: ${lastLineOf(said)}`,
    )
  }
}

/** Between two acknowledged writes, by the clock of the server, which is that of this machine. */
async function momentIn(postgres: Postgres): Promise<{ text: string; at: number }> {
  const client = await connectTo(postgres.urlOf())
  const { rows } = await client.query<{ text: string; at: Date }>('SELECT now()::text AS text, now() AS at')
  await client.end()
  return { text: rows[0]?.text ?? '', at: rows[0]?.at.getTime() ?? 0 }
}

/** The last segment was archived; then the data folder is lost while the server runs. */
async function destroy({ postgres }: Place, service: DemoService): Promise<void> {
  const client = await connectTo(postgres.urlOf())
  await client.query('SELECT pg_switch_wal()')
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean }>(
      `SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS is_done FROM pg_stat_archiver`,
    )
    if (rows[0]?.is_done) break
    await delay(200)
  }
  await client.end()
  await postgres.kill()
  await service.stop()
  await rm(postgres.data.outside, { recursive: true, force: true })
}

async function restoreTo({ postgres, pgBackRest }: Place, moment: string, report: Report): Promise<void> {
  const began = performance.now()
  pgBackRest.restore(moment)
  await postgres.start()
  const client = await connectTo(postgres.urlOf())
  for (;;) {
    const { rows } = await client.query<{ is_recovering: boolean }>('SELECT pg_is_in_recovery() AS is_recovering')
    if (!rows[0]?.is_recovering) break
    await delay(200)
  }
  await client.end()
  report.fact('restore to the point in time until PostgreSQL takes writes, seconds', secondsSince(began))
  report.fact('size of the repository, MB', Math.round(pgBackRest.sizeBytes() / 1_000_000))
}

async function checkPoint(place: Place, { filed, moment }: { filed: Filed[]; moment: number }, report: Report) {
  const client = await connectTo(place.postgres.urlOf('dossier'))
  const { rows } = await client.query<{ id: string }>('SELECT id::text AS id FROM documents')
  await client.end()
  const present = new Set(rows.map(({ id }) => id))
  const before = filed.filter(({ answeredAt }) => answeredAt < moment)
  const after = filed.filter(({ sentAt }) => sentAt > moment)
  const lost = before.filter(({ id }) => !present.has(id))
  const late = after.filter(({ id }) => present.has(id))
  report.check(
    'every document that was acknowledged before the moment is there',
    before.length > 0 && lost.length === 0,
    `${before.length} filed, ${lost.length} lost`,
  )
  report.check(
    'none that was sent after it is',
    after.length > 0 && late.length === 0,
    `${after.length} filed, ${late.length} there`,
  )
  const service = await startDemoService(place.env)
  report.check('the service starts on it', (await fetch(`${service.url}/health/ready`)).ok)
  await service.stop()
  const { code, said } = await runDossier(['verify-files'], place.env)
  report.check('verify-files finds every file', code === 0, lastLineOf(said))
}

async function restoreOurs({ postgres, env, folder }: Place, report: Report): Promise<void> {
  const elsewhere = { ...env, DATABASE_URL: postgres.urlOf('elsewhere'), DATA_DIR: join(folder, 'elsewhere') }
  const began = performance.now()
  const restored = await runDossier(['restore', join(folder, 'backups')], elsewhere)
  report.check(
    'dossier restore into an empty database and folder',
    restored.code === 0,
    `${secondsSince(began)} s: ${lastLineOf(restored.said)}`,
  )
  const { code, said } = await runDossier(['verify-files'], elsewhere)
  report.check('verify-files finds every file of the restored backup', code === 0, lastLineOf(said))
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
