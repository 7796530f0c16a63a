import type { JobContext } from '#kernel/jobs.ts'
import type { Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { beginHandOver } from '#modules/distributions/carriers/hand-over.ts'
import { findHandOver } from '#modules/distributions/carriers/hand-over-queries.ts'
import { updateDecision } from '#modules/distributions/documents/queries.ts'
import { MAIL, type ProjectRef } from '#modules/distributions/job-names.ts'
import { makePackages } from '#modules/distributions/packages/make-packages.ts'
import { completeProject } from '#modules/distributions/projects/lifecycle.ts'
import {
  findProject,
  lockProject,
  type ProjectRow,
  updateProjectStatus,
} from '#modules/distributions/projects/queries.ts'
import { addDelivered, countOutcomes } from '#modules/distributions/spools/queries.ts'
import { createDocuments, type DocumentDraft, findFilingTypes, type NamedFilingType } from '#modules/documents/index.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { type Delivery, deliverStep } from './delivery.ts'
import { type DueRow, listRecipients, markDelivered, nextDue } from './queries.ts'

/** So many documents are filed together. */
const BATCH = 200

/**
 * Hands out a validated project: documents into folders and vaults, then paper, then mails. Each step is one transaction
 * that notes what it did, so that a delivery whose worker died goes on where it was.
 */
export async function runDelivery(ref: ProjectRef, context: JobContext): Promise<void> {
  const delivery = await begin(ref, context)
  if (!delivery) return
  const types = await findFilingTypes(context.db, delivery.caller.client)
  while (await deliverStep(delivery, (work, project) => fileNext(work, project, context, types))) {
    context.signal.throwIfAborted()
  }
  await makePackages(delivery)
  await deliverStep(delivery, (work, project) => complete(work, project, context))
}

async function begin({ client_id, project_id }: ProjectRef, context: JobContext): Promise<Delivery | undefined> {
  const client = await findClient(context.db, client_id)
  if (!client) return undefined
  const { id, languages } = client
  const project = await findProject(context.db, { id, languages }, project_id)
  if (!project?.validator) return undefined
  const caller = { client: { id, languages }, actor: project.validator }
  const delivery = { projectId: project_id, caller, context }
  const isGoing = await context.doWork(caller, async (work) => {
    const locked = await lockProject(work.tx, work.client, project_id)
    if (locked?.status === 'validated')
      await updateProjectStatus(work.tx, work.client, locked, { status: 'delivering', now: work.now })
    return locked?.status === 'validated' || locked?.status === 'delivering'
  })
  return isGoing ? delivery : undefined
}

async function fileNext(
  work: Work,
  { id }: ProjectRow,
  { blobs }: JobContext,
  types: ReadonlyMap<string, NamedFilingType>,
): Promise<boolean> {
  const due = await nextDue(work.tx, work.client, id, BATCH)
  if (due.length === 0) return false
  const documentIds = await createDocuments(
    work,
    blobs,
    'distribution',
    due.map((row) => draftOf(row, types)),
  )
  const filed = due.flatMap((row, index) => {
    const documentId = documentIds[index]
    return documentId === undefined ? [] : [{ ...row, documentId }]
  })
  await markDelivered(work.tx, {
    client_id: work.client.id,
    ids: filed.map((row) => row.id),
    document_ids: filed.map((row) => row.documentId),
  })
  for (const [distributionId, count] of countsOf(filed)) {
    await addDelivered(work.tx, { client_id: work.client.id, id: distributionId, delivered: count })
  }
  for (const row of due.filter((_, index) => documentIds[index] === undefined)) await leave(work, row)
  return true
}

function draftOf(row: DueRow, types: ReadonlyMap<string, NamedFilingType>): DocumentDraft {
  const type = types.get(row.document_type_code)
  if (!type) throw new Error(`The document type ${row.document_type_code} no longer exists.`)
  const { employee_key, organization_key, title, date, metas, filters } = row
  const { filename, content_type, sha256, page_count } = row
  const file = { filename, content_type, sizeBytes: Number(row.size), sha256, page_count }
  return { type, employeeKey: employee_key, organizationKey: organization_key, title, date, metas, filters, file }
}

function countsOf(rows: readonly DueRow[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { distribution_id } of rows) counts.set(distribution_id, (counts.get(distribution_id) ?? 0) + 1)
  return counts
}

/** The employee was deleted after the part was matched. */
async function leave({ tx, client }: Work, { id, distribution_id, outcome }: DueRow): Promise<void> {
  const reason = 'employee_gone'
  const message = 'The employee was deleted before the document could be delivered.'
  await updateDecision(tx, client, id, { outcome: 'unmatched', reason, message, employee_key: null })
  await countOutcomes(tx, client, distribution_id, { outcomes: { [outcome]: -1, unmatched: 1 }, parts: 0, progress: 1 })
}

/** Has the carrier take the paper, or ends the project; and has everyone mailed who got something: one mail each. */
async function complete(work: Work, project: ProjectRow, context: JobContext): Promise<boolean> {
  const { tx, client } = work
  // A delivery that runs again leaves the rest to the hand-over.
  if (await findHandOver(tx, client, project.id)) return false
  work.renewNow() // the delivery may have taken long
  if (!(await beginHandOver(work, project))) await completeProject(work, project, context)
  for (const employee_key of await listRecipients(tx, client, project.id)) {
    enqueue(work, MAIL, { client_id: client.id, project_id: project.id, employee_key })
  }
  return true
}
