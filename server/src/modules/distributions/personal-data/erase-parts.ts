import { counted, type ErasedBatch, type Eraser, type ErasureSubject } from '#kernel/personal-data/eraser.ts'
import type { Work } from '#kernel/work.ts'
import type { DocumentOutcome } from '#modules/distributions/projects/schemas.ts'
import { countOutcomes } from '#modules/distributions/spools/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const BATCH = 500

type Ref = { client_id: string; employee_key: string }
type Parts = Ref & { numbers: string[] }
type Part = {
  project_id: number
  distribution_id: number
  position: number
  outcome: DocumentOutcome
  is_delivered: boolean
  sha256: string | null
}

/** Numbers that are nobody else's: those of registrations are told apart by organization. */
const listOwnNumbers = statement<{ number: string }, Parts>(`
  SELECT named.number FROM unnest($numbers::text[]) AS named (number)
  WHERE NOT EXISTS (SELECT FROM registrations one
      WHERE one.client_id = $client_id AND one.employee_number = named.number AND one.employee_key <> $employee_key)
    AND NOT EXISTS (SELECT FROM employees one
      WHERE one.client_id = $client_id AND one.technical_id = named.number AND one.key <> $employee_key)`)

/** Handed out to the person, or about the person by its number, and matched with nobody. */
const OF_PERSON = `client_id = $client_id AND file <> ''
    AND (employee_key = $employee_key OR employee_key IS NULL AND employee_number = ANY ($numbers))`

const count = statement<{ count: number }, Parts>(
  `SELECT count(*)::integer AS count FROM distribution_documents WHERE ${OF_PERSON}`,
)

/** What still waits to be handed out goes nowhere any more. */
const emptyNext = statement<Part, Parts & { limit: number }>(`
  WITH part AS MATERIALIZED (
    SELECT project_id, distribution_id, position, sha256, outcome, document_id IS NOT NULL AS is_delivered
    FROM distribution_documents
    WHERE ${OF_PERSON} LIMIT $limit
    FOR UPDATE
  ), emptied AS (
    UPDATE distribution_documents one SET file = '', title = '', filename = '', employee_number = NULL, organization = NULL,
      message = NULL, fault = NULL, found = NULL, metas = '{}', filters = '{}', sha256 = NULL,
      outcome = CASE WHEN part.is_delivered THEN one.outcome ELSE 'rejected' END,
      reason = CASE WHEN part.is_delivered THEN one.reason ELSE 'employee_gone' END,
      employee_key = CASE WHEN part.is_delivered THEN one.employee_key END
    FROM part WHERE one.client_id = $client_id AND one.project_id = part.project_id
      AND one.distribution_id = part.distribution_id AND one.position = part.position
  )
  SELECT project_id, distribution_id, position, outcome, is_delivered, sha256 FROM part`)
/** What a person has given to somebody else since is theirs: that it was matched with the person is forgotten. */
const forgetMatches = statement<never, Parts>(`
  UPDATE distribution_documents SET found = NULL,
    employee_number = CASE WHEN employee_number = ANY ($numbers) THEN NULL ELSE employee_number END
  WHERE client_id = $client_id AND found IS NOT NULL AND found ->> 'employee_key' = $employee_key::text`)
const emptyEnvelopes = statement<{ sha256: string | null }, Ref>(`
  WITH envelope AS MATERIALIZED (
    SELECT project_id, number, sha256 FROM distribution_packages
    WHERE client_id = $client_id AND employee_key = $employee_key AND (address IS NOT NULL OR sha256 IS NOT NULL) FOR UPDATE
  ), emptied AS (
    UPDATE distribution_packages one SET address = NULL, sha256 = NULL FROM envelope
    WHERE one.client_id = $client_id AND one.project_id = envelope.project_id AND one.number = envelope.number
  )
  SELECT sha256 FROM envelope`)

/** Parts of spools and envelopes: what is counted stays, without what it was. */
export const partEraser: Eraser = {
  module: 'distributions',
  async evaluate({ db, client }, { subject }) {
    if (!subject) return { resources: [], kept: [] }
    const [found] = await count(db, await partsOf(db, client, subject))
    return { resources: counted({ distribution_document: found?.count ?? 0 }), kept: [] }
  },
  async erase(work, { subject }): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    const ref = await partsOf(work.tx, work.client, subject)
    const parts = await emptyNext(work.tx, { ...ref, limit: BATCH })
    await countRejected(work, parts)
    const hasMore = parts.length === BATCH
    if (!hasMore) await forgetMatches(work.tx, ref)
    const envelopes = hasMore
      ? []
      : await emptyEnvelopes(work.tx, { client_id: ref.client_id, employee_key: ref.employee_key })
    const files = [...parts, ...envelopes].flatMap(({ sha256 }) => (sha256 === null ? [] : [{ sha256, size: 0 }]))
    const gone = counted({ distribution_document: parts.length, distribution_package: envelopes.length })
    return { gone, files, next: hasMore ? 'more' : undefined }
  },
}

async function partsOf(db: Db, client: { id: string }, subject: ErasureSubject): Promise<Parts> {
  const ref = { client_id: client.id, employee_key: subject.employee_key }
  const numbers = await listOwnNumbers(db, { ...ref, numbers: [...subject.identifiers] })
  return { ...ref, numbers: numbers.map(({ number }) => number) }
}

async function countRejected({ tx, client }: Work, parts: readonly Part[]): Promise<void> {
  for (const { distribution_id, outcome, is_delivered } of parts) {
    if (is_delivered || outcome === 'rejected') continue
    await countOutcomes(tx, client, distribution_id, {
      outcomes: { [outcome]: -1, rejected: 1 },
      parts: 0,
      progress: 1,
    })
  }
}
