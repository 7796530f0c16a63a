import type { CollectedFile, Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { type EvidenceRow, listEvidence } from '#modules/signatures/processes/evidence.ts'
import { presentSigner } from '#modules/signatures/processes/present.ts'
import {
  loadFilesAndSigners,
  PROCESS_COLUMNS,
  type ProcessRow,
  type StoredProcess,
} from '#modules/signatures/processes/queries.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

const BATCH = 100

const listNext = statement<StoredProcess, { client_id: string; employee_key: string; after: string; limit: number }>(`
  SELECT ${PROCESS_COLUMNS} FROM signature_processes process
  WHERE process.client_id = $client_id AND process.key > $after::bigint AND process.id IN (
    SELECT about.id FROM signature_processes about
    WHERE about.client_id = $client_id AND about.employee_key = $employee_key::bigint
    UNION ALL
    SELECT signer.process_id FROM signature_signers signer
    WHERE signer.client_id = $client_id AND signer.employee_key = $employee_key::bigint)
  ORDER BY process.key LIMIT $limit`)

/**
 * What an employee signed, or others signed for the employee. Other signers are counted, not named. Of a process about
 * another employee there is the subject's own signature alone: the document is theirs.
 */
export const signatureCollector: Collector = {
  kind: 'signatures',
  async *collect({ db, client }, { employee_key }) {
    const asked = { client_id: client.id, employee_key, limit: BATCH }
    const read = async (last: ProcessRow | undefined) =>
      loadFilesAndSigners(db, client, await listNext(db, { ...asked, after: last?.key ?? '0' }))
    for await (const process of inBatches<ProcessRow>(read)) {
      const isOther = process.employee_key !== null && process.employee_key !== employee_key
      const evidence = await listEvidence(db, client, process.id)
      const own = ownPart(process, employee_key, evidence)
      yield {
        data: isOther ? { id: process.id, about_another_person: true, ...own } : { ...described(process), ...own },
        title: isOther ? null : process.title,
        date: process.created_at,
        files: isOther ? [] : filesOf(process),
      }
    }
  },
}

function described(process: ProcessRow) {
  const { id, title, reason, message, status, document_type_code, metas, document_id, expiry_date } = process
  return {
    id,
    title,
    reason,
    message,
    status,
    document_type_code,
    document_type_metas: metas,
    document_id,
    expiry_date,
    created_at: inSeconds(process.created_at),
    started_at: orNull(process.started_at),
    signed_at: orNull(process.signed_at),
    sent_at: orNull(process.sent_at),
    ended_at: orNull(process.ended_at),
  }
}

function ownPart({ signers }: ProcessRow, employeeKey: string, evidence: readonly EvidenceRow[]) {
  const own = signers.find((one) => one.employee_key === employeeKey)
  // The evidence of others has their addresses and browsers.
  const entries = evidence.filter(({ signer_id }) => signer_id === null || signer_id === own?.id)
  return {
    your_signature: own ? { ...presentSigner(own), drawing: own.drawing } : null,
    other_signers: signers.length - (own ? 1 : 0),
    evidence: entries.map(({ action, signer_id, address, agent, created_at }) => ({
      action,
      at: inSeconds(created_at),
      ...(signer_id === null ? {} : { address, agent }),
    })),
  }
}

const PDF = 'application/pdf'

function filesOf({ original, sealed }: ProcessRow): CollectedFile[] {
  return [original, sealed].flatMap((file) =>
    file ? [{ sha256: file.sha256, size: Number(file.size), filename: file.filename, content_type: PDF }] : [],
  )
}

const orNull = (moment: Date | null) => moment && inSeconds(moment)
