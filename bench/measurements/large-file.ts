import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { type Child, startChild } from '../harness/child.ts'
import { DOCUMENT, prepareFiling, signedPath, UPLOAD_HEADERS, UPLOAD_PATH } from '../harness/content/filing.ts'
import type { LargeFileJob, LargeFileResult } from '../harness/load/large-file-process.ts'
import { endProcess, startService } from '../harness/service.ts'
import { decimals, type TargetRow, targetRow, targetTable } from '../harness/table.ts'
import { memoryOf } from '../harness/usage.ts'
import { type Findings, ratio } from '../report/findings.ts'
import { startFileServer } from './documents.ts'

const FILE_BYTES = 1024 ** 3
const MEGABYTE = 1024 ** 2
const ROUNDS = 3
const LOOK_EVERY_MS = 100

type Way = 'upload' | 'download'
type Caller = Child<LargeFileJob, LargeFileResult>
type Side = { upload(): Promise<LargeFileResult>; download(id: string): Promise<LargeFileResult> }

/** A file of 1 GB each way, against a bare route that streams it into a folder and out of it; and the memory it takes. */
export async function measureLargeFile({ database, options }: Bench): Promise<Findings> {
  const service = await startService(database, { ...options, env: { MAX_UPLOAD_MB: '2048' } })
  await prepareFiling(service)
  const server = await startFileServer({ database })
  const caller: Caller = startChild('harness/load/large-file-process.ts', {})
  const sideOf = (
    url: string,
    path: string,
    headers: Record<string, string>,
    pathOf: (id: string) => string,
  ): Side => ({
    upload: () => caller.ask({ send: { url: `${url}${path}`, headers, data: DOCUMENT, sizeBytes: FILE_BYTES } }),
    download: (id) => caller.ask({ fetch: { url: `${url}${pathOf(id)}`, sizeBytes: FILE_BYTES } }),
  })
  const reference = sideOf(server.url, '/files', {}, (id) => `/files/${id}`)
  const subject = sideOf(service.url, UPLOAD_PATH, UPLOAD_HEADERS, signedPath)
  const before = await memoryOf(service.pid)
  const memory = { upload: 0, download: 0 }
  const watched = async <T>(way: Way, step: () => Promise<T>) => {
    const watch = watchMemory(service.pid)
    const result = await step()
    memory[way] = Math.max(memory[way], await watch.stop())
    return result
  }
  const rates = {
    reference: await ratesOf(reference),
    subject: await ratesOf({
      upload: () => watched('upload', subject.upload),
      download: (id) => watched('download', () => subject.download(id)),
    }),
  }
  await endProcess(service)
  const lines: TargetRow[] = (['upload', 'download'] as const).map((way) => {
    const there = rates.reference[way]
    const here = rates.subject[way]
    const sides: [string, string] = [`${decimals(there, 0)} MB/s`, `${decimals(here, 0)} MB/s`]
    return targetRow(`${way} of 1 GB`, {
      sides,
      ratio: here / there,
      target: way === 'upload' ? 0.5 : 0.7,
      direction: 'at least',
    })
  })
  for (const way of ['upload', 'download'] as const) {
    const sides = [`${decimals(before, 0)} MB before`, `${decimals(memory[way], 0)} MB at most`] as const
    lines.push([`memory of the ${way}`, ...sides, '–', '< 250 MB', memory[way] < 250 ? 'met' : 'above'])
  }
  const figures = (['upload', 'download'] as const).map((way) => ratio(way, rates.subject[way] / rates.reference[way]))
  return { title: 'A large file:', tables: [targetTable(lines)], figures }
}

/** The best of some rounds: a neighbour only ever makes a single transfer slower. */
async function ratesOf({ upload, download }: Side): Promise<Record<'upload' | 'download', number>> {
  const rates = { upload: 0, download: 0 }
  const rateOf = ({ ms }: LargeFileResult) => FILE_BYTES / MEGABYTE / (ms / 1000)
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = await upload()
    const { id } = JSON.parse(sent.body) as { id: string }
    rates.upload = Math.max(rates.upload, rateOf(sent))
    rates.download = Math.max(rates.download, rateOf(await download(id)))
  }
  return rates
}

function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await memoryOf(pid)) ?? 0)
      await delay(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return most
    },
  }
}
