import type { Client, Work } from '#kernel/work.ts'
import { type Candidate, findNamedEmployees } from '#modules/directory/index.ts'
import type { DocumentRow } from '#modules/distributions/documents/queries.ts'
import type { DistributionRow } from '#modules/distributions/spools/queries.ts'
import type { NamedFilingType } from '#modules/documents/index.ts'
import type { Db } from '#platform/db/db.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { describePiece } from './describe-piece.ts'
import type { Fields } from './pattern.ts'
import { type Fault, isFault, type Piece, type StoredPiece } from './piece.ts'

/** A part with what storing it gave. */
export type ReadPiece = { part: Piece; stored: StoredPiece | Fault }

type Decision = Pick<DocumentRow, 'outcome' | 'reason' | 'message' | 'employee_key' | 'organization_key'>

type PieceBatch = { position: number; parts: readonly ReadPiece[] }

/** Finds out whose the parts are, all of them together, and makes rows of them from `position` on. */
export async function matchPieces(
  work: Work,
  { id, type, filename }: DistributionRow,
  documentTypes: ReadonlyMap<string, NamedFilingType>,
  { position, parts }: PieceBatch,
): Promise<DocumentRow[]> {
  const organizationOf = (fields: Fields) => fields.organization ?? type.organization
  const candidates = await findEmployees(
    work.tx,
    work.client,
    parts.map(({ part }) => part.fields),
    organizationOf,
  )
  return parts.map(({ part, stored }, index) => {
    const fields = part.fields ?? {}
    const { description, fault } = describePiece(type, documentTypes, fields)
    const found = candidates[index] ?? []
    const blame = isFault(stored) ? stored : part.fields ? fault : undefined
    const { page_count = null, ...bytes } = isFault(stored) ? NO_BYTES : stored
    const row: DocumentRow = {
      id: uuidv7(work.now, work.nextPosition),
      distribution_id: id,
      position: position + index,
      file: part.file,
      first_page: part.first_page,
      page_count,
      ...decide(part.fields, found, blame),
      fault: blame ?? null,
      employee_number: fields.employee_number ?? fields.technical_id ?? null,
      organization: organizationOf(fields) ?? null,
      ...description,
      filename: filenameOf(part, description.title, filename),
      ...bytes,
    }
    work.nextPosition += 1
    return row
  })
}

const NO_BYTES = { page_count: null, content_type: null, size: null, sha256: null }

/** A match is one employee only. The employee is reported even for a piece that cannot be delivered. */
function decide(fields: Fields | undefined, found: readonly Candidate[], fault: Fault | undefined): Decision {
  const [one] = found.length === 1 ? found : []
  const employee_key = one?.employee_key ?? null
  const organization_key = one?.organization_key ?? null
  if (fault) return { outcome: 'rejected', ...fault, employee_key, organization_key }
  if (one) return { outcome: 'matched', reason: null, message: null, employee_key, organization_key }
  const nobody = { employee_key, organization_key }
  if (found.length > 1) {
    const message = `${found.length} employees match; specify an organization to tell them apart.`
    return { outcome: 'ambiguous', reason: 'several_employees', message, ...nobody }
  }
  if (!fields) {
    return { outcome: 'unmatched', reason: 'not_recognized', message: 'The employee cannot be determined.', ...nobody }
  }
  const named = fields.technical_id ?? fields.employee_number
  const message = named === undefined ? 'No employee is named.' : `Employee ${named} not found.`
  return { outcome: 'unmatched', reason: named === undefined ? 'no_employee' : 'unknown_employee', message, ...nobody }
}

function findEmployees(
  db: Db,
  client: Client,
  all: readonly (Fields | undefined)[],
  organizationOf: (fields: Fields) => string | undefined,
): Promise<Candidate[][]> {
  const names = all.map((fields = {}) => ({
    technicalId: fields.technical_id,
    number: fields.employee_number,
    organization: organizationOf(fields),
  }))
  return findNamedEmployees(db, client, names)
}

/** A file keeps its name; pages that were cut out are called what they are. */
function filenameOf({ file, first_page }: Piece, title: string, spool: string): string {
  const own = file === spool && (first_page !== null || !/\.pdf$/i.test(file)) ? undefined : plainFilename(file)
  return own ?? plainFilename(`${title.replaceAll(/[/\\]/g, '-').slice(0, 200)}.pdf`) ?? 'document.pdf'
}
