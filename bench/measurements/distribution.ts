import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Bench } from '../harness/bench.ts'
import { numberOf, PAGES_EACH, PAYROLL, payslipSpool, SPOOL_TYPE } from '../harness/content/spool.ts'
import { startDatabase } from '../harness/database.ts'
import { loading } from '../harness/say.ts'
import { endProcess, type Service, type Session, startService } from '../harness/service.ts'
import { keyOf } from '../harness/set-up.ts'
import { decimals, type TargetRow, targetRow, targetTable } from '../harness/table.ts'
import { memoryOf, peakMemoryOf } from '../harness/usage.ts'
import type { Findings } from '../report/findings.ts'

const run = promisify(execFile)
const EMPLOYEES = 5000
const AT_ONCE = 1000
const LOOK_EVERY_MS = 100
const MAX_MB = 500

type Project = { status: string; counts: Record<string, number>; packages_count: number }

/**
 * A spool of 10,000 pages for 5,000 employees, from the upload until it can be validated, against two programs that split it
 * and read its text; then its validation, without paper and with it. It has a database of its own.
 */
export async function measureDistribution({ options }: Bench): Promise<Findings> {
  const database = await startDatabase()
  const service = await startService(database, options)
  const session = await service.as(PAYROLL)
  await loading(`${EMPLOYEES} employees`, () => hire(session))
  const spool = payslipSpool(EMPLOYEES)
  const referenceMs = await splitAndRead(join(database.folder, 'spool'), spool)

  const memoryBefore = await memoryOf(service.pid)
  const plain = await distribute(service, session, spool, {})
  const memory = await peakMemoryOf(service.pid)
  const paper = await distribute(service, session, spool, { delivery_paper_conf: 'mail' })
  await endProcess(service)

  const seconds = (ms: number) => `${decimals(ms / 1000, 1)} s`
  const rate = (ms: number) => `${decimals((EMPLOYEES * 1000) / ms, 0)}/s`
  const isSmall = memory !== undefined && memory < MAX_MB
  const untilReady = 'upload until ready for validation'
  const lines: TargetRow[] = [
    referenceMs === undefined
      ? [untilReady, 'no qpdf or pdftotext', seconds(plain.readyMs), '–', '≤ 4', '–']
      : targetRow(untilReady, {
          sides: [seconds(referenceMs), seconds(plain.readyMs)],
          ratio: plain.readyMs / referenceMs,
          target: 4,
          direction: 'at most',
        }),
    [
      'memory before and at most',
      `${decimals(memoryBefore, 0)} MB`,
      `${decimals(memory, 0)} MB`,
      '–',
      `< ${MAX_MB} MB`,
      isSmall ? 'met' : 'above',
    ],
    ['validation until completed', '–', `${seconds(plain.deliveryMs)}, ${rate(plain.deliveryMs)}`, '–', '–', '–'],
    ['the same with paper', '–', `${seconds(paper.deliveryMs)}, ${rate(paper.deliveryMs)}`, '–', '–', '–'],
  ]
  const size = decimals(spool.length / 1024 ** 2, 1)
  const title = `A PDF of ${EMPLOYEES * PAGES_EACH} pages (${size} MB) for ${EMPLOYEES} employees:`
  return { title, tables: [targetTable(lines)], figures: [] }
}

async function hire(session: Session): Promise<void> {
  for (let first = 0; first < EMPLOYEES; first += AT_ONCE) {
    const employees = Array.from({ length: AT_ONCE }, (_, index) => ({
      technical_id: `E-${first + index}`,
      first_name: 'Eve',
      last_name: `Number ${first + index}`,
      address: '12 rue Neuve',
      postcode: '69002',
      city: 'Lyon',
      country: 'France',
      registrations: [{ organization_code: 'HQ', employee_number: numberOf(first + index) }],
    }))
    await session.call('POST', '/employees/bulk', { employees })
  }
}

/** The milliseconds of the reference; undefined where its programs are not installed. */
async function splitAndRead(folder: string, spool: Buffer): Promise<number | undefined> {
  await mkdir(folder)
  const file = join(folder, 'spool.pdf')
  await writeFile(file, spool)
  try {
    const startedAt = performance.now()
    await run('qpdf', ['--split-pages', file, join(folder, 'page-%d.pdf')])
    await run('pdftotext', [file, join(folder, 'spool.txt')])
    return performance.now() - startedAt
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function distribute(service: Service, session: Session, spool: Buffer, settings: Record<string, string>) {
  const headers = { 'x-api-key': keyOf(PAYROLL) }
  const post = async (path: string, body?: FormData | URLSearchParams) => {
    const answer = await fetch(`${service.url}/api/v1/distrib_projects/${path}`, {
      method: 'POST',
      headers,
      ...(body ? { body } : {}),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { project_id: number }
  }
  const { project_id: id } = await post('', new URLSearchParams({ name: 'January', ...settings }))
  const form = new FormData()
  form.append('name', 'January')
  form.append('distribution_type_value', SPOOL_TYPE)
  form.append('source_file', new Blob([new Uint8Array(spool)]), 'payslips.pdf')
  const startedAt = performance.now()
  await post(`${id}/distributions/`, form)
  const ready = await untilStatus(session, id, 'waiting_for_validation')
  const readyMs = performance.now() - startedAt
  if (ready.counts.matched !== EMPLOYEES) throw new Error(`Not all was matched: ${JSON.stringify(ready.counts)}`)
  const validatedAt = performance.now()
  await post(`${id}/validate/`)
  const done = await untilStatus(session, id, 'completed')
  const deliveryMs = performance.now() - validatedAt
  if (done.counts.delivered !== EMPLOYEES) throw new Error(`Not all was delivered: ${JSON.stringify(done.counts)}`)
  const packages = settings.delivery_paper_conf ? EMPLOYEES : 0
  if (done.packages_count !== packages) throw new Error(`There are ${done.packages_count} packages.`)
  return { readyMs, deliveryMs }
}

async function untilStatus(session: Session, id: number, status: string): Promise<Project> {
  for (;;) {
    const { body } = await session.call<Project>('GET', `/distribution_projects/${id}`)
    if (body.status === status) return body
    if (['error', 'canceled'].includes(body.status)) throw new Error(`The project ended: ${JSON.stringify(body)}`)
    await delay(LOOK_EVERY_MS)
  }
}
