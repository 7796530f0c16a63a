import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { writeZip } from '../../server/src/platform/zip/write-zip.ts'
import type { Bench } from '../harness/bench.ts'
import { DOCUMENT, prepareFiling, UPLOAD_HEADERS, UPLOAD_PATH } from '../harness/content/filing.ts'
import { loading } from '../harness/say.ts'
import { endProcess, type Service, startService } from '../harness/service.ts'
import { decimals, targetRow, targetTable } from '../harness/table.ts'
import { peakMemoryOf } from '../harness/usage.ts'
import { type Findings, ratio } from '../report/findings.ts'

const FILES = 1000
const FILE_BYTES = 100_000
const ROUNDS = 3
const AT_ONCE = 8

/**
 * The making of an access package, from the moment on at which a worker begins, against a bare ZIP stream of as many plain
 * files into a file, with the SHA-256 of the whole.
 */
export async function measureAccessPackages({ service, database, options }: Bench): Promise<Findings> {
  await prepareFiling(service)
  const folder = await mkdtemp(join(tmpdir(), 'dossier-bench-'))
  try {
    await loading(`${FILES} files, twice`, async () => {
      await fill(folder)
      // By another process, so that the memory is that of making packages.
      const loader = await startService(database, options)
      await upload(loader)
      await endProcess(loader)
    })
    const before = (await peakMemoryOf(service.pid)) ?? 0
    const bare: number[] = []
    const made: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await zipBare(folder))
      made.push(await make(service))
    }
    const memory = await peakMemoryOf(service.pid)
    const [reference, subject] = [Math.min(...bare), Math.min(...made)]
    const rate = (seconds: number) => `${decimals((FILES * FILE_BYTES) / 1e6 / seconds, 0)} MB/s`
    const rows = [
      targetRow(`package of ${FILES} files of ${FILE_BYTES / 1000} KB`, {
        sides: [rate(reference), rate(subject)],
        ratio: reference / subject,
        target: 0.5,
        direction: 'at least',
      }),
      targetRow('memory of the service at most, MB: before, and by making packages', {
        sides: [decimals(before, 0), decimals(memory, 0)],
        ratio: (memory ?? Number.NaN) - before,
        target: 200,
        direction: 'at most',
      }),
    ]
    return { tables: [targetTable(rows, 'access packages')], figures: [ratio('access package', reference / subject)] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < FILES; n += 1) await writeFile(join(folder, String(n)), randomBytes(FILE_BYTES))
}

async function upload(service: Service): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < FILES) {
      next += 1
      const form = new FormData()
      form.append('data', JSON.stringify({ ...DOCUMENT, title: `Payslip ${next}` }))
      form.append('file', new File([randomBytes(FILE_BYTES)], 'payslip.bin'))
      const answer = await fetch(`${service.url}${UPLOAD_PATH}`, {
        method: 'POST',
        headers: UPLOAD_HEADERS,
        body: form,
      })
      assert.equal(answer.status, 201, await answer.text())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

async function zipBare(folder: string): Promise<number> {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(part, _encoding, done) {
      hash.update(part)
      done(null, part)
    },
  })
  async function* files() {
    for (let n = 0; n < FILES; n += 1) {
      const open = async () => createReadStream(join(folder, String(n)))
      yield { name: `files/${n}`, modifiedAt: new Date(0), compress: false, open }
    }
  }
  await pipeline(writeZip(files()), hashed, createWriteStream(join(folder, 'bare.zip')))
  hash.digest('hex')
  return (performance.now() - startedAt) / 1000
}

type Package = { id: string; status: string; error: string | null }

async function make(service: Service): Promise<number> {
  const { body } = await service.call<Package>('POST', '/access_packages', {
    employee_technical_id: 'E-1',
    notify: false,
  })
  let startedAt: number | undefined
  for (;;) {
    const { body: found } = await service.call<Package>('GET', `/access_packages/${body.id}`)
    assert.notEqual(found.status, 'failed', found.error ?? '')
    if (found.status !== 'queued') startedAt ??= performance.now()
    if (found.status === 'ready') return (performance.now() - (startedAt ?? 0)) / 1000
    await delay(25)
  }
}
