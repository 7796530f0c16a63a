import { sql } from 'kysely'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import { nameIn } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { type Person, perimeterCovers, personSql } from '#modules/directory/index.ts'
import { findFilingTypes } from '#modules/documents/index.ts'
import type { SignatureCounts, SignatureOptions } from '#modules/signatures/signing/schemas.ts'
import { listSignerProcesses } from '#modules/signatures/signing/signer-processes.ts'
import { listAllSignatureTypes } from '#modules/signatures/types/queries.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import { statement } from '#platform/db/statement.ts'
import { employeePerimeterOf, perimeterFilter, type SignaturePerimeter } from './perimeter.ts'

/** What a manager can make processes with. */
export async function getSignatureOptions(db: Db, client: Client, language: string | null): Promise<SignatureOptions> {
  const [types, documentTypes, usual] = await Promise.all([
    listAllSignatureTypes(db, client),
    findFilingTypes(db, client),
    findUsual(db, { client_id: client.id }),
  ])
  const usualOf = new Map(usual.map((one) => [one.document_type_id, one.signature_type_id]))
  return {
    signature_types: types.map(({ id, name, localized_names, expiry_days }) => ({
      id,
      name: nameIn(localized_names, language, name),
      expiry_days,
    })),
    document_types: [...documentTypes.values()]
      .filter((one) => one.kind === 'employee' && takesPdf(one.allowed_extensions))
      .map(({ id, code, name, metas, filters }) => ({
        code,
        name,
        metas,
        filters,
        usual_signature_type_id: usualOf.get(id) ?? null,
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  }
}

/** Of the latest processes only: a proposal is not worth a walk through all of them. */
const findUsual = statement<{ document_type_id: number; signature_type_id: string }, { client_id: string }>(`
  SELECT DISTINCT ON (document_type_id) document_type_id, signature_type_id FROM (
    SELECT document_type_id, signature_type_id, created_at, key FROM signature_processes
    WHERE client_id = $client_id ORDER BY created_at DESC, key DESC LIMIT 500
  ) AS latest
  WHERE document_type_id IS NOT NULL ORDER BY document_type_id, created_at DESC, key DESC`)

const takesPdf = (extensions: string[]) => extensions.length === 0 || extensions.includes('pdf')

const MAX_PEOPLE = 20

/** The possible signers for a manager: all managers of the client, and employees within the perimeter. */
export async function listSignatories(
  db: Db,
  client: Client,
  perimeter: SignaturePerimeter,
  { type, q = '' }: { type: 'user' | 'employee'; q?: string },
): Promise<Person[]> {
  const employeePerimeter = employeePerimeterOf(perimeter)
  const conditions = [sql`one.client_id = ${client.id}`]
  if (q.trim() !== '') conditions.push(sql`one.search_text LIKE ${containingWord(q)}`)
  if (type === 'employee') {
    conditions.push(sql`one.deleted_at IS NULL`)
    if (employeePerimeter !== 'everything') conditions.push(perimeterCovers(employeePerimeter, sql`one.ancestors`))
  }
  const { rows } = await sql<{ person: Person }>`${sql.raw(CUSTOM_PLAN)}
    SELECT ${sql.raw(personSql('one'))} AS person FROM ${sql.table(type === 'user' ? 'users' : 'employees')} one
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY one.sort_name, one.key LIMIT ${MAX_PEOPLE}`.execute(db)
  return rows.map((row) => row.person)
}

/** Counts are exact up to this number: larger ones help no reader, and cost a scan. */
const MAX_COUNTED = 1000

/** How many processes need attention. Ended ones, which are the majority, are not scanned. */
export async function countSignatures(
  db: Db,
  client: Client,
  perimeter: SignaturePerimeter,
  person: SessionPerson,
): Promise<SignatureCounts> {
  const { onWalk } = await perimeterFilter(db, client, perimeter)
  const within = (status: string) => sql`(SELECT count(*) FROM (
    SELECT FROM signature_processes process WHERE process.client_id = ${client.id}
      AND process.status = ${sql.lit(status)} AND ${onWalk} LIMIT ${MAX_COUNTED}) AS found)`
  const [{ rows }, mine] = await Promise.all([
    sql<{ draft: string; signing: string; signed: string; sent: string }>`${sql.raw(CUSTOM_PLAN)}
      SELECT ${within('draft')} AS draft, ${within('signing')} AS signing, ${within('signed')} AS signed,
        ${within('sent')} AS sent`.execute(db),
    listSignerProcesses(db, client, { person, state: 'open' }, { perPage: 100 }),
  ])
  const [found] = rows
  return {
    draft: Number(found?.draft),
    signing: Number(found?.signing),
    signed: Number(found?.signed) + Number(found?.sent),
    to_sign: mine.rows.length,
  }
}
