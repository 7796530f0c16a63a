import { sql } from 'kysely'
import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import { nameIn } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { findFilingTypes, type NamedFilingType } from '#modules/documents/index.ts'
import { listHoldsOn } from '#modules/governance/index.ts'
import { listEvidence, presentEvidence } from '#modules/signatures/processes/evidence.ts'
import { listProcesses } from '#modules/signatures/processes/list-processes.ts'
import { nameOfSigner, presentProcess, presentSigner } from '#modules/signatures/processes/present.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { Status } from '#modules/signatures/processes/schemas.ts'
import type {
  ListManagerProcessesQuery,
  ManagerProcess,
  ManagerProcessDetail,
} from '#modules/signatures/signing/schemas.ts'
import { listAllSignatureTypes } from '#modules/signatures/types/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { statement } from '#platform/db/statement.ts'
import { isProcessInPerimeter, perimeterFilter, type SignaturePerimeter, signaturePerimeterOf } from './perimeter.ts'

const STATES: Record<NonNullable<ListManagerProcessesQuery['state']>, Status[]> = {
  draft: ['draft'],
  signing: ['signing'],
  signed: ['signed', 'sent'],
  ended: ['done', 'rejected', 'expired', 'canceled'],
}

/** A page of the processes that a manager sees, newest first. */
export async function listManagerProcesses(
  db: Db,
  client: Client,
  { perimeter, query }: { perimeter: SignaturePerimeter; query: ListManagerProcessesQuery },
  page: PageRequest,
): Promise<KeysetPage<ProcessRow>> {
  const { state, mine, employee, q } = query
  const limits: Filter[] = [await perimeterFilter(db, client, perimeter)]
  const [only, ...more] = state ? STATES[state] : []
  if (more.length > 0)
    limits.push({ onWalk: sql`process.status = ANY (${STATES[state ?? 'ended']}::signature_status[])` })
  if (mine) limits.push({ onWalk: sql`process.creator_user_key = ${perimeter.userKey}::bigint` })
  const filters = {
    ...(only && more.length === 0 ? { status: only } : {}),
    ...(employee === undefined ? {} : { employee_technical_id: employee }),
    ...(q === undefined ? {} : { q }),
  }
  return listProcesses(db, client, { query: filters, limits }, page)
}

const namesOf = statement<{ key: string; name: string }, { client_id: string; keys: string[] }>(`
  SELECT key::text, first_name || ' ' || last_name AS name FROM employees WHERE client_id = $client_id AND key = ANY ($keys::bigint[])`)

/** Processes as a manager sees them, with the names of what they refer to. */
export async function presentForManager(
  db: Db,
  client: Client,
  rows: ProcessRow[],
  { userKey, language }: { userKey: string; language: string | null },
): Promise<ManagerProcess[]> {
  const keys = rows.flatMap((row) => row.employee_key ?? [])
  const [types, documentTypes, names] = await Promise.all([
    listAllSignatureTypes(db, client),
    findFilingTypes(db, client),
    namesOf(db, { client_id: client.id, keys }),
  ])
  return rows.map((row) => {
    const type = types.find((one) => one.id === row.signature_type_id)
    return {
      ...presentProcess(row),
      signers: row.signers.map((one) => ({ ...presentSigner(one), name: nameOfSigner(one) })),
      signature_type_name: type ? nameIn(type.localized_names, language, type.name) : row.signature_type_id,
      employee_name: names.find((one) => one.key === row.employee_key)?.name ?? null,
      document_type_name: nameOfType(documentTypes.get(row.document_type_code ?? '')),
      creator_name: row.creator_name,
      is_mine: row.creator_user_key === userKey,
      is_sealing: row.status === 'signing' && row.all_signed_at !== null,
    }
  })
}

const nameOfType = (type: NamedFilingType | undefined) => type?.name ?? null

/** One process, with all that happened in it. */
export async function describeForManager(
  db: Db,
  client: Client,
  person: SessionPerson,
  process: ProcessRow,
): Promise<ManagerProcessDetail> {
  const writing = await signaturePerimeterOf(db, client, person, 'write')
  const [[shown], evidence, isInWriting, legalHolds] = await Promise.all([
    presentForManager(db, client, [process], { userKey: writing.userKey, language: person.language }),
    listEvidence(db, client, process.id),
    isProcessInPerimeter(db, client, writing, process),
    listHoldsOn(db, client, person, { type: 'signature_process', id: process.id }),
  ])
  if (!shown) throw new Error('The signature process no longer exists.')
  return {
    ...shown,
    evidence: evidence.map((entry) => {
      const signer = process.signers.find((one) => one.id === entry.signer_id)
      return { ...presentEvidence(entry), signer_name: signer ? nameOfSigner(signer) : null }
    }),
    legal_holds: legalHolds,
    may_write: isInWriting && covers(person.permissions, 'signatures:write'),
  }
}
