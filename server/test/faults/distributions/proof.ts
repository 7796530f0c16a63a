import assert from 'node:assert/strict'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { WITHIN_SECONDS } from '#test/faults/killed-jobs.ts'
import { inLength, isLong } from '#test/faults/length.ts'
import { assertBlobsWhole } from '#test/faults/sending.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { type Smtp, startSmtp } from '#test/harness/mail/smtp-server.ts'

const DOCUMENTS = 500
const PEOPLE = 60
/** So many of them can be written to. */
const MAILED = 12
/** Each of these has nobody whom it is for. */
const isNobodys = (document: number) => document % 37 === 17
export const DELIVERED = Array.from({ length: DOCUMENTS }, (_, n) => n).filter((n) => !isNobodys(n)).length

export type DistributionProof = {
  service: TestApp
  smtp: Smtp
  people: string[]
  /** The disturbed one, with its spool, and one that nobody disturbed. */
  projectId: number
  spoolId: number
  undisturbedId: number
}

/** A project with a spool of 500 documents in line, and another of the same that was handed out in peace. */
export async function openDistributionProof(): Promise<DistributionProof> {
  const service = await startApp()
  const smtp = await startSmtp()
  const { project, spool, delivered } = distributionCalls(service)
  await withDistribution(service, { paper_configurations: [{ code: 'paper' }] })
  const type = await aDistributionType(service)
  const people = await hire(service)
  const bytes = aPdfOf(
    Array.from({ length: DOCUMENTS }, (_, n) => {
      const first = `Employee no: ${isNobodys(n) ? 'nobody' : people[n % PEOPLE]}\nThis is document ${n}`
      return n % 7 === 0 ? [first, `The second page of ${n}`] : [first]
    }).flat(),
  )
  const form = { name: 'Payslips', delivery_paper_conf: 'paper', regroup_paper_mailing: 'true' }
  const undisturbedId = await delivered([{ type, bytes }], form)
  // What it left in line is not for those who are disturbed.
  await service.pool.query(`DELETE FROM jobs.job WHERE name LIKE 'distributions.%'`)
  const projectId = await project(form)
  const spoolId = await spool(projectId, { type, bytes })
  return { service, smtp, people, projectId, spoolId, undisturbedId }
}

const addressOf = (technicalId: string) => `${technicalId.toLowerCase()}@acme.test`

async function hire(service: TestApp): Promise<string[]> {
  const organizations = [await anOrganization(service), await anOrganization(service)]
  const people = Array.from({ length: PEOPLE }, (_, n) => unique(`P${n}`))
  const employees = people.map((technical_id, n) => ({
    technical_id,
    first_name: 'Pat',
    last_name: technical_id,
    address: `${n} High Street`,
    city: 'Town',
    email: n < MAILED ? addressOf(technical_id) : null,
    registrations: [{ organization_code: organizations[n % 2], employee_number: technical_id }],
  }))
  const answer = await service.v2('POST', '/employees/bulk', { body: { employees } })
  assert.equal(answer.statusCode, 200, answer.body)
  return people
}

async function statusOf({ service, projectId }: DistributionProof): Promise<string> {
  const { rows } = await service.pool.query('SELECT status FROM distribution_projects WHERE id = $1', [projectId])
  return rows[0]?.status
}

/** How often the spool was begun. */
export async function runsOf({ service, spoolId }: DistributionProof): Promise<number> {
  const { rows } = await service.pool.query('SELECT runs FROM distributions WHERE id = $1', [spoolId])
  return rows[0]?.runs
}

export async function untilStatus(proof: DistributionProof, status: string): Promise<void> {
  await eventually(async () => (await statusOf(proof)) === status, { withinSeconds: WITHIN_SECONDS, everyMs: 50 })
}

/** Waits until the project has ended, and looks at everything that it left. */
export async function assertAsUndisturbed(proof: DistributionProof): Promise<void> {
  const { service, smtp, people, projectId, undisturbedId } = proof
  await untilStatus(proof, 'completed')
  await assertNothingLeft(service)

  const seen = await stateOf(service, projectId)
  assert.deepEqual(seen, await stateOf(service, undisturbedId))
  assert.deepEqual(
    [seen.parts.length, seen.parts.filter((part) => part.events === 1).length, seen.packages.length],
    [DOCUMENTS, DELIVERED, PEOPLE],
  )
  const { rows } = await service.pool.query('SELECT count(*)::integer AS documents FROM documents')
  assert.deepEqual(rows, [{ documents: 2 * DELIVERED }])
  assert.deepEqual(smtp.accepted.map((mail) => mail.to).toSorted(), people.slice(0, MAILED).map(addressOf).toSorted())
  if (isLong) await assertBlobsWhole(service.blobs)
}

/** No job that is still to run or has failed, no lock that somebody keeps. */
async function assertNothingLeft({ pool }: TestApp): Promise<void> {
  let left: string[] = []
  const isNothingLeft = async () => {
    const { rows } = await pool.query<{ left: string }>(`
      SELECT 'job ' || name || ' ' || state AS left FROM jobs.job
      WHERE name LIKE 'distributions.%' AND state <> 'completed'
      UNION ALL SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    left = rows.map((row) => row.left)
    return left.length === 0
  }
  await eventually(isNothingLeft, { withinSeconds: WITHIN_SECONDS, everyMs: 50 }).catch(() => {})
  assert.deepEqual(left, [])
}

type Part = { events: number; sha256: string | null }
type Package = { sha256: string | null }

/** What a project and its parts, documents, envelopes and events are like, but for their ids. */
async function stateOf({ pool, blobs }: TestApp, projectId: number) {
  const parts = await pool.query<Part>(
    `SELECT staged.position, staged.file, staged.first_page, staged.page_count, staged.outcome, staged.reason,
       staged.package_number, staged.title, employee.technical_id, document.title AS filed_as, document.filename,
       document.origin, document.page_count AS pages, document.size::integer,
       document.employee_key = staged.employee_key AS is_theirs, document.sha256 = staged.sha256 AS is_this,
       document.organization_keys, document.sha256,
       (SELECT count(*)::integer FROM events WHERE resource_id = staged.document_id::text) AS events
     FROM distribution_documents staged
     LEFT JOIN documents document ON document.client_id = staged.client_id AND document.id = staged.document_id
     LEFT JOIN employees employee ON employee.client_id = staged.client_id AND employee.key = staged.employee_key
     WHERE staged.project_id = $1 ORDER BY staged.position`,
    [projectId],
  )
  const packages = await pool.query<Package>(
    `SELECT package.number, employee.technical_id, package.organization_key, package.address, package.page_count,
       package.problem, package.sha256
     FROM distribution_packages package
     JOIN employees employee ON employee.client_id = package.client_id AND employee.key = package.employee_key
     WHERE package.project_id = $1 ORDER BY package.number`,
    [projectId],
  )
  const spools = await pool.query(
    `SELECT status, error, progress, documents, matched, assigned, unmatched, ambiguous, rejected, left_out, delivered
     FROM distributions WHERE project_id = $1`,
    [projectId],
  )
  const events = await pool.query(
    `SELECT type, count(*)::integer FROM events WHERE resource_id = $1 AND type LIKE 'distribution_project.%'
     GROUP BY 1 ORDER BY 1`,
    [String(projectId)],
  )
  return {
    // What is in the documents is in the envelopes too.
    parts: await readSome(blobs, parts.rows, inLength(0, 1)),
    packages: await readSome(blobs, packages.rows, inLength(3, 1)),
    spools: spools.rows,
    events: events.rows,
  }
}

let opened: ReturnType<typeof openPdfReader> | undefined

/**
 * Their texts instead of their checksums, since these differ: the moment of the spool is in its files. Of one in so many,
 * or of none.
 */
async function readSome<Row extends { sha256: string | null }>(blobs: Blobs, rows: Row[], oneIn: number) {
  opened ??= openPdfReader()
  const reader = await opened
  const textOf = async (key: string) => reader.textOf((await blobs.read(key)) ?? assert.fail('The bytes are gone.'))
  return Promise.all(
    rows.map(async ({ sha256, ...row }, index) => {
      const isRead = sha256 !== null && index % oneIn === 0
      return { ...row, text: isRead ? await textOf(sha256) : null }
    }),
  )
}
