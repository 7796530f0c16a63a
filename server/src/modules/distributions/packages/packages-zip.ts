import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import type { HandOverRow } from '#modules/distributions/carriers/hand-over-queries.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import { invalidState } from '#modules/distributions/validation/validate-project.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { notFound } from '#platform/problem.ts'
import { writeZip, type ZipFile } from '#platform/zip/write-zip.ts'
import { listPackages, type PackageRow } from './queries.ts'

const ADDRESS_LINES = 8

/** Sees to it that the envelopes of a project are there: it is completed, or its carrier does not have them yet. */
export function checkPackages(project: ProjectRow, handOver: HandOverRow | undefined): void {
  if (!project.paper) throw notFound('paper campaign of project', String(project.id))
  if (project.status !== 'completed' && !handOver) {
    throw invalidState('The packages are created after the project is validated.')
  }
  if (project.released_at) throw invalidState('The packages of this project are no longer stored.')
}

/** Every package, or those that a carrier can send: nothing is wrong with them. */
export type Selection = 'all' | 'sendable'

type PackagesToZip = { project: ProjectRow; blobs: Blobs; selection?: Selection }

/** Everything that goes to the printer in one ZIP: the manifest, and a PDF for each envelope. */
export function packagesZip(db: Db, client: Client, { project, blobs, selection = 'all' }: PackagesToZip): Readable {
  return writeZip(filesOf(db, client, { project, blobs, selection }))
}

async function* filesOf(
  db: Db,
  client: Client,
  { project, blobs, selection }: Required<PackagesToZip>,
): AsyncGenerator<ZipFile> {
  // Not when it ended: the ZIP is the same before and after that.
  const modifiedAt = project.validated_at ?? project.created_at
  const open = async () => manifestCsv(db, client, project, selection)
  yield { name: 'manifest.csv', modifiedAt, compress: true, open }
  for await (const rows of listPackages(db, client, project.id)) {
    for (const row of rows.filter(isIn(selection))) {
      const { sha256 } = row
      if (sha256 === null) continue
      yield { name: fileOf(project, row), modifiedAt, compress: false, open: () => openPackage(blobs, sha256) }
    }
  }
}

async function openPackage(blobs: Blobs, key: string): Promise<Readable> {
  const source = await blobs.get(key)
  if (!source) throw new Error(`The bytes of a package are missing: ${key}`)
  return source
}

/** Those for one organization lie in one folder. */
function fileOf(
  { package_sent_to_orgs }: ProjectRow,
  { number, organization_code, employee_technical_id }: PackageRow,
) {
  const plain = (text: string) => plainFilename(text.replaceAll(/[^\w.-]/g, '_').slice(0, 100)) ?? '_'
  const name = `${String(number).padStart(6, '0')}-${plain(employee_technical_id)}.pdf`
  return package_sent_to_orgs && organization_code !== null ? `${plain(organization_code)}/${name}` : name
}

const isIn = (selection: Selection) => (row: PackageRow) => selection === 'all' || isSendable(row)

function isSendable({ problem, sha256 }: PackageRow): boolean {
  return problem === null && sha256 !== null
}

/** One line for each envelope. */
export function manifestCsv(db: Db, client: Client, project: ProjectRow, selection: Selection = 'all'): Readable {
  async function* lines() {
    yield csvLine(HEADER)
    for await (const rows of listPackages(db, client, project.id)) {
      yield rows
        .filter(isIn(selection))
        .map((row) => manifestLine(project, row))
        .join('')
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

const HEADER = [
  'package',
  'file',
  'employee_technical_id',
  'employee_name',
  'organization',
  'documents',
  'pages',
  'sheets',
  ...Array.from({ length: ADDRESS_LINES }, (_, index) => `address_${index + 1}`),
  'problem',
  'sha256',
]

function manifestLine(project: ProjectRow, row: PackageRow): string {
  const { number, employee_technical_id, employee_name, organization_code, documents, page_count, problem } = row
  const sheets = page_count === null ? null : project.paper?.duplex ? Math.ceil(page_count / 2) : page_count
  const address = row.address ?? []
  return csvLine([
    number,
    row.sha256 === null ? null : fileOf(project, row),
    employee_technical_id,
    employee_name,
    organization_code,
    documents,
    page_count,
    sheets,
    ...Array.from({ length: ADDRESS_LINES }, (_, index) => address[index] ?? ''),
    problem,
    row.sha256,
  ])
}
