import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { nameOfSigner, presentFile } from '#modules/signatures/processes/present.ts'
import {
  findProcess,
  loadFilesAndSigners,
  PROCESS_COLUMNS,
  type ProcessRow,
  type StoredProcess,
} from '#modules/signatures/processes/queries.ts'
import { findSignatureType } from '#modules/signatures/types/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { fetchPage, type KeysetPage, type KeysetRequest, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { lookup, ofClient } from '#platform/db/statement.ts'
import { notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { consentText } from './consent.ts'
import type { SignerRow } from './queries.ts'
import type { SignerProcess, SignerProcessDetail } from './schemas.ts'

/** The logged-in person, as a possible signer. */
export type Signatory = { scope: 'employee' | 'manager'; technical_id: string }

const findEmployee = lookup<{ key: string }, { client_id: string; technical_id: string }>(`
  SELECT key::text FROM employees WHERE client_id = $client_id AND technical_id = $technical_id AND deleted_at IS NULL`)
const findManager = lookup<{ key: string }, { client_id: string; technical_id: string }>(`
  SELECT key::text FROM users WHERE client_id = $client_id AND technical_id = $technical_id`)

async function keyOf(db: Db, client: Client, { scope, technical_id }: Signatory): Promise<string> {
  const [found] = await (scope === 'employee' ? findEmployee : findManager)(db, { client_id: client.id, technical_id })
  return found?.key ?? '0'
}

/** A process, and the one of its signers for whom it is listed. */
export type SignerProcessRow = { process: ProcessRow; signer: SignerRow }

/** The processes that wait for a person's signature, or that they were asked to sign before; newest first. */
export async function listSignerProcesses(
  db: Db,
  client: Client,
  { person, state }: { person: Signatory; state: 'open' | 'past' },
  asked: PageRequest,
): Promise<KeysetPage<SignerProcessRow>> {
  const key = await keyOf(db, client, person)
  const column = sql.ref(person.scope === 'employee' ? 'signer.employee_key' : 'signer.user_key')
  const isWaiting = sql`(signer.status = 'asked' AND process.status = 'signing')`
  const fetch = async ({ after, reversed, limit }: KeysetRequest) => {
    const direction = reversed ? sql`ASC` : sql`DESC`
    const beyond = after ? sql`AND process.key ${reversed ? sql`>` : sql`<`} ${after[0]}::bigint` : sql``
    const { rows } = await sql<StoredProcess>`
      SELECT ${ofClient(PROCESS_COLUMNS, client)} FROM signature_signers signer
      JOIN signature_processes process ON process.client_id = signer.client_id AND process.id = signer.process_id
      WHERE signer.client_id = ${client.id} AND ${column} = ${key}::bigint AND signer.asked_at IS NOT NULL
        AND ${state === 'open' ? isWaiting : sql`NOT ${isWaiting}`} ${beyond}
      ORDER BY process.key ${direction} LIMIT ${limit}`.execute(db)
    return rows
  }
  const page = await fetchPage(asked, fetch, (row) => [row.key])
  const processes = await loadFilesAndSigners(db, client, page.rows)
  return { ...page, rows: processes.flatMap((process) => withSigner(process, person)) }
}

function withSigner(process: ProcessRow, { scope, technical_id }: Signatory) {
  const type = scope === 'employee' ? 'employee' : 'user'
  const signer = process.signers.find((one) => one.type === type && one.technical_id === technical_id)
  return signer ? [{ process, signer }] : []
}

/** A process that a person was asked to sign; others are answered as not found. */
export async function getSignerProcess(db: Db, client: Client, person: Signatory, id: string) {
  const process = await findProcess(db, client, id)
  const [found] = process ? withSigner(process, person) : []
  if (!found?.signer.asked_at) throw notFound('signature process', id)
  return found
}

/** How a signer sees it: nothing of where it is filed, and of the others their names and how far they are. */
export function presentForSigner(process: ProcessRow, signer: SignerRow, company: string): SignerProcess {
  const { id, title, reason, message, status, expiry_date } = process
  const answered = signer.signed_at ?? signer.rejected_at
  return {
    id,
    title,
    reason,
    message,
    status,
    expiry_date,
    my_status: signer.status,
    may_sign: status === 'signing' && signer.status === 'asked',
    requested_by: process.creator_user_key === null ? company : (process.creator_name ?? company),
    requested_at: signer.asked_at && inSeconds(signer.asked_at),
    signers: process.signers.map((one) => ({
      id: one.id,
      name: nameOfSigner(one),
      type: one.type,
      status: one.status,
      signing_order: one.signing_order,
      signed_at: one.signed_at && inSeconds(one.signed_at),
      is_me: one.id === signer.id,
    })),
    document: presentFile(process.original),
    signed_document: process.sealed && presentFile(process.sealed),
    answered_at: answered && inSeconds(answered),
    rejection_reason: signer.rejection_reason,
  }
}

type Reading = { company: string; language: string | null }

export async function describeForSigner(
  db: Db,
  client: Client,
  { process, signer }: { process: ProcessRow; signer: SignerRow },
  { company, language }: Reading,
): Promise<SignerProcessDetail> {
  return {
    ...presentForSigner(process, signer, company),
    my_name: nameOfSigner(signer),
    consent: await consentFor(db, client, process, language),
    positions: signer.positions,
  }
}

/** What signers of a process agree to, in a language. */
export async function consentFor(db: Db, client: Client, process: ProcessRow, language: string | null) {
  const type = await findSignatureType(db, client, process.signature_type_id)
  return consentText(type?.localized_consents ?? {}, language, client.languages)
}
