import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { prepareFiling } from '../../../bench/harness/content/filing.ts'
import { type Database, startDatabase } from '../../../bench/harness/database.ts'
import { startService, startWorker } from '../../../bench/harness/service.ts'
import { removeAbandoned } from '../../../server/src/platform/blobs/s3/list-objects.ts'
import type { Ceph } from '../../../server/test/harness/files/ceph.ts'
import { lacksPrograms } from '../../harness/debian.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { type SlowProxy, startSlowProxy } from '../../harness/slow-proxy.ts'
import { CEPH_PROGRAMS, cephVersion, startRadosgw } from '../../servers/radosgw.ts'
import { isThere, type Load, STORED, startLoad, UNAVAILABLE } from './uploads.ts'

const BUCKET = 'dossier'
const MAIN = join(import.meta.dirname, '../../../server/dist/main.mjs')
const KILLS = 5
/** Longer than the service retries. */
const LONG_OUTAGE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

export const s3: Piece = {
  name: 's3',
  what: "files in Ceph's radosgw under load, while it is killed, restarted, cut off and slow",
  lacks: () => lacksPrograms(...CEPH_PROGRAMS),
  async run(report) {
    const ceph = await startRadosgw()
    report.fact('radosgw', cephVersion())
    const client = clientOf(ceph)
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    const proxy = await startSlowProxy(Number(new URL(ceph.endpoint).port))
    const database = await startDatabase()
    const { accessKeyId, secretAccessKey } = ceph
    const BLOB_URL = `s3://${accessKeyId}:${secretAccessKey}@${BUCKET}?endpoint=http://127.0.0.1:${proxy.port}`
    const service = await startService(database, { env: { BLOB_URL, ROLE: 'api' } })
    await startWorker(database, { BLOB_URL })
    await prepareFiling(service)

    const load = startLoad(service.url)
    await breakThings(ceph, proxy, load, report)
    await load.stop()
    reportLoad(load, report)
    await reportFiles(service.url, load, report)
    await reportVerification(database, BLOB_URL, report)
    await reportUploads(client, report)
    client.destroy()
  },
}

async function breakThings(ceph: Ceph, proxy: SlowProxy, load: Load, report: Report): Promise<void> {
  const step = async (what: string, work: () => Promise<unknown>) => {
    const before = load.acknowledged.length
    const startedAt = performance.now()
    await work()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    report.fact(what, `${load.acknowledged.length - before} uploads acknowledged in ${seconds} s`)
  }
  const outage = async (milliseconds: number) => {
    await ceph.killGateway()
    await delay(milliseconds)
    await ceph.startGateway()
  }
  await step('undisturbed', () => delay(10_000))
  await step(`killed -9 and restarted ${KILLS} times, down for 3 s each`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await outage(3000)
      await delay(3000)
    }
  })
  await step('every connection cut each second', async () => {
    for (let second = 0; second < 10; second += 1) {
      await delay(1000)
      proxy.cut()
    }
  })
  proxy.delayBy(200)
  await step('every chunk late by 200 ms', () => delay(15_000))
  proxy.delayBy(0)
  await step(`down for ${LONG_OUTAGE_MS / 1000} s`, () => outage(LONG_OUTAGE_MS))
  const before = load.acknowledged.length
  await step('undisturbed again', () => delay(10_000))
  report.check('uploads are acknowledged again, without a restart', load.acknowledged.length > before)
}

function reportLoad({ uploads, downloads, broken, wrong, slowestMs }: Load, report: Report): void {
  const check = (what: string, answers: Map<string, number>, ...expected: string[]) => {
    const found = Array.from(answers, ([answer, count]) => `${answer}: ${count}`).join(', ')
    report.check(`every ${what} is answered with ${expected.join(' or ')}`, isSubset(answers, expected), found)
  }
  check('upload', uploads, STORED, ...UNAVAILABLE)
  check('download', downloads, '200', '503')
  report.check('no download has other bytes', wrong === 0, `${wrong} wrong, ${broken} broken off`)
  report.fact('slowest upload', `${Math.round(slowestMs / 1000)} s`)
}

function isSubset(answers: Map<string, number>, expected: string[]): boolean {
  return [...answers.keys()].every((answer) => expected.includes(answer))
}

async function reportFiles(url: string, { acknowledged }: Load, report: Report): Promise<void> {
  let lost = 0
  for (const one of acknowledged) if (!(await isThere(url, one))) lost += 1
  report.check('no acknowledged upload is lost', lost === 0, `${lost} of ${acknowledged.length}`)
}

type Verified = { files: number; faults: unknown[] }

async function reportVerification({ url, folder }: Database, BLOB_URL: string, report: Report): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), BLOB_URL }
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'verify-files', '--json'], { env })
  const { files, faults } = JSON.parse(stdout) as Verified
  report.check('verify-files finds nothing missing or damaged', faults.length === 0, `${files} files`)
}

/** A gateway that dies before it answers may have begun an upload whose id nobody knows: the sweep ends it a day later. */
async function reportUploads(client: S3Client, report: Report): Promise<void> {
  report.fact('uploads that did not end', await countUploads(client))
  const now = new Date(Date.now() + DAY_MS + 60_000)
  await removeAbandoned({ client, bucket: BUCKET, prefix: '', now })
  const left = await countUploads(client)
  report.check('the sweep of the next day leaves none', left === 0, left)
}

async function countUploads(client: S3Client): Promise<number> {
  const { Uploads = [], IsTruncated } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))
  if (IsTruncated) throw new Error('There are more unfinished uploads than one list tells.')
  return Uploads.length
}

function clientOf({ endpoint, accessKeyId, secretAccessKey }: Ceph): S3Client {
  const credentials = { accessKeyId, secretAccessKey }
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
}
