import type { Work } from '#kernel/work.ts'
import { PROCESS } from '#modules/distributions/job-names.ts'
import { isOpen, settleProject } from '#modules/distributions/projects/lifecycle.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject, type ProjectRow } from '#modules/distributions/projects/queries.ts'
import { findType } from '#modules/distributions/settings/queries.ts'
import { clearValidations } from '#modules/distributions/validation/queries.ts'
import { getUpload, type StoredFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { type DistributionRow, insertDistribution } from './queries.ts'
import type { DistributionForm, UploadedDistribution } from './schemas.ts'

type AddDeps = NotifyDeps & { blobs: Blobs }

/** A spool whose bytes are stored, and how its sender calls the fields that can be refused. */
type NewSpool = {
  name: string
  type: { by: 'code' | 'id'; value: string }
  file: StoredFile
  fields: { project: string; type: string; file: string }
}

const FORM_FIELDS = { project: 'project_id', type: 'distribution_type_value', file: 'source_file' }
const UPLOAD_FIELDS = { project: 'distribution_project_id', type: 'distribution_type_id', file: 'file_id' }

type DistributionToAdd = { projectId: string; form: DistributionForm; file: StoredFile }

/** Adds a distribution that came as a form; a job processes it. */
export async function addDistribution(
  work: Work,
  { projectId, form, file }: DistributionToAdd,
  deps: AddDeps,
): Promise<DistributionRow> {
  const project = await lockProject(work.tx, work.client, projectId)
  if (!project) throw notFound('distribution project', projectId)
  const { name, distribution_type_type: by = 'code', distribution_type_value: value } = form
  return addSpool(work, project, { name, type: { by, value }, file, fields: FORM_FIELDS }, deps)
}

/** Adds a distribution whose file was uploaded before; a job processes it. */
export async function addUploadedDistribution(
  work: Work,
  input: UploadedDistribution,
  deps: AddDeps,
): Promise<DistributionRow> {
  const { name, distribution_type_id, distribution_project_id, file_id } = input
  const project = await lockProject(work.tx, work.client, distribution_project_id)
  if (!project) {
    const message = `Distribution project ${distribution_project_id} not found.`
    throw invalid('distribution_project_id', 'unknown_distribution_project', message)
  }
  const { filename, content_type, size, sha256 } = await getUpload(work, file_id, UPLOAD_FIELDS.file)
  const file = { filename, content_type, sizeBytes: Number(size), sha256 }
  const type = { by: 'id', value: String(distribution_type_id) } as const
  return addSpool(work, project, { name, type, file, fields: UPLOAD_FIELDS }, deps)
}

async function addSpool(
  work: Work,
  project: ProjectRow,
  { name, type: { by, value }, file, fields }: NewSpool,
  deps: AddDeps,
): Promise<DistributionRow> {
  const { tx, client, actor } = work
  refuseMore(project, fields.project)
  const type = await findType(tx, client, by, value)
  if (!type) throw invalid(fields.type, 'unknown_choice', `Distribution type with ${by} ${value} not found.`)
  if (file.sizeBytes === 0) throw invalid(fields.file, 'empty', 'The file is empty.')
  await lockBlob(tx, deps.blobs, file.sha256)
  const { filename, content_type, sizeBytes: size, sha256 } = file
  const row = await insertDistribution(
    tx,
    client,
    { project_id: project.id, name, type, filename, content_type, size, sha256, actor },
    work.now,
  )
  if (!row) throw invalid('name', 'taken', `The project already has a spool named ${name}.`)
  enqueue(work, PROCESS, { client_id: client.id, distribution_id: row.id })
  await clearValidations(tx, { client_id: client.id, project_id: project.id })
  await settleProject(work, deps, project)
  return row
}

/** Throws when a project, named by `field`, takes no more distributions. */
export function refuseMore(project: ProjectRow, field: string): void {
  const { status, expected_distributions: expected, distributions_count: count } = project
  if (!isOpen(project)) throw invalid(field, 'invalid_state', `The project is ${status} and accepts no more spools.`)
  if (expected !== null && count >= expected) {
    const message = `The project already has all expected distributions (expected_distributions: ${expected}).`
    throw invalid(field, 'too_many_distributions', message)
  }
}
