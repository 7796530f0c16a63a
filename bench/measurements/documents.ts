import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, CONNECTIONS, NAMES } from '../harness/bench.ts'
import { type Child, startChild } from '../harness/child.ts'
import { type Comparison, compare } from '../harness/compare.ts'
import { nextSerials } from '../harness/compare-writers.ts'
import { DOCUMENT, prepareFiling, signedPath, UPLOAD_HEADERS, UPLOAD_PATH } from '../harness/content/filing.ts'
import { uploadForm } from '../harness/content/upload-form.ts'
import type { Round } from '../harness/load/load.ts'
import { cpuMeter } from '../harness/usage.ts'
import type { FileServerSettings } from '../references/file-server.ts'
import type { RateMeasurement } from './measurement.ts'

const FILE_BYTES = 100_000
const DOCUMENTS = 500

/** Uploads of PDFs of 100 KB that become documents, against a bare route that streams the same forms into a folder. */
export const uploads: RateMeasurement = {
  name: 'uploads',
  target: 0.5,
  async run(bench) {
    const reference = await startFileServer(bench)
    await prepareFiling(bench.service)
    const comparison = await compareFiles(bench, reference, {
      reference: (seconds) => send(bench, { url: reference.url, path: '/files', headers: {} }, seconds),
      subject: (seconds) => loadUploads(bench, seconds),
    })
    await checkDocuments(bench)
    return comparison
  },
  loadService: loadUploads,
}

/** Signed downloads of documents of 100 KB, against a bare route that streams files of that size out of a folder. */
export const downloads: RateMeasurement = {
  name: 'downloads',
  target: 0.7,
  async run(bench) {
    const reference = await startFileServer(bench)
    await prepareFiling(bench.service)
    const ids = await storeDocuments(bench)
    const names = await storeSome({ url: reference.url, path: '/files', headers: {} })
    subjectIds = ids
    const paths = names.map((id) => `/files/${id}`)
    return compareFiles(bench, reference, {
      reference: (seconds) =>
        bench.load.ask({ url: reference.url, headers: {}, connections: CONNECTIONS, paths, until: { seconds } }),
      subject: (seconds) => loadDownloads(bench, seconds),
    })
  },
  loadService: loadDownloads,
}

/** What the downloads of this run are of. */
let subjectIds: string[] = []

/** Signed anew for each round: an address counts for five minutes. */
function loadDownloads({ load, service }: Bench, seconds: number): Promise<Round> {
  const paths = subjectIds.map(signedPath)
  return load.ask({ url: service.url, headers: {}, connections: CONNECTIONS, paths, until: { seconds } })
}

export function loadUploads(bench: Bench, seconds: number): Promise<Round> {
  return send(bench, { url: bench.service.url, path: UPLOAD_PATH, headers: UPLOAD_HEADERS }, seconds)
}

type Receiver = { url: string; path: string; headers: Record<string, string> }

function send({ load }: Bench, { url, path, headers }: Receiver, seconds: number): Promise<Round> {
  const { contentType, body, serialAt } = uploadForm(DOCUMENT, FILE_BYTES)
  const forms = { contentType, body: body.toString('base64'), serialAt, serials: nextSerials() }
  return load.ask({ url, headers, connections: CONNECTIONS, paths: [path], until: { seconds }, forms })
}

/** Files documents that can be downloaded. */
export function storeDocuments({ service }: Bench): Promise<string[]> {
  return storeSome({ url: service.url, path: UPLOAD_PATH, headers: UPLOAD_HEADERS })
}

async function storeSome({ url, path, headers }: Receiver): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const { contentType, body } = uploadForm(DOCUMENT, FILE_BYTES)
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(body),
    })
    assert.equal(answer.status, 201)
    ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids
}

export type FileServer = Child<'listen', string> & { url: string }

export async function startFileServer({ database }: Pick<Bench, 'database'>): Promise<FileServer> {
  const folder = join(database.folder, 'reference-files')
  await mkdir(folder, { recursive: true })
  const settings: FileServerSettings = { folder, maxFileBytes: 4 * 1024 ** 3 }
  const child = startChild<'listen', string>('references/file-server.ts', settings)
  return { ...child, url: await child.ask('listen') }
}

type Runs = Record<'reference' | 'subject', (seconds: number) => Promise<Round>>

function compareFiles({ database, service, options }: Bench, reference: FileServer, runs: Runs): Promise<Comparison> {
  return compare(
    { run: runs.reference, cpu: cpuMeter(database.client, reference.pid, NAMES.reference) },
    { run: runs.subject, cpu: cpuMeter(database.client, service.pid, NAMES.subject) },
    options.seconds,
  )
}

/** Every upload must have become a document with its page counted and its event, or less was measured. */
async function checkDocuments({ database: { client } }: Bench): Promise<void> {
  const { rows } = await client.query<{ documents: string; counted: string; files: string; events: string }>(`
    SELECT count(*) AS documents,
      count(*) FILTER (WHERE page_count IS NOT NULL OR content_type <> 'application/pdf') AS counted, count(DISTINCT sha256) AS files,
      (SELECT count(*) FROM events WHERE type = 'employee_document.created') AS events FROM documents`)
  const [found] = rows
  assert.ok(Number(found?.documents) > 0)
  assert.deepEqual([found?.counted, found?.events], [found?.documents, found?.documents])
  assert.equal(found?.files, found?.documents)
}
