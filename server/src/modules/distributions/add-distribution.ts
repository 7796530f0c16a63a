import type { StoredFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { holdBlob } from '#platform/blobs/hold-blob.ts'
import type { Work } from '#platform/db/work.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { type DistributionRow, insertDistribution } from './distribution-queries.ts'
import type { DistributionForm } from './distribution-schemas.ts'
import { PROCESS } from './job-names.ts'
import { isOpen, settleProject } from './project-life.ts'
import { lockProject } from './project-queries.ts'
import { findType } from './setting-queries.ts'
import type { TellParts } from './tell.ts'

/** Adds a spool whose bytes are stored; it is read by itself. */
export async function addDistribution(
  work: Work,
  projectId: string,
  form: DistributionForm,
  file: StoredFile,
  parts: TellParts & { blobs: Blobs },
): Promise<DistributionRow> {
  const { tx, client, actor } = work
  const project = await lockProject(tx, client, projectId)
  if (!project) throw notFound('distribution project', projectId)
  if (!isOpen(project)) {
    throw invalid('project_id', 'invalid_state', `The project is ${project.status} and takes no more spools.`)
  }
  const { distribution_type_type: by = 'code', distribution_type_value: named } = form
  const type = await findType(tx, client, by, named)
  if (!type) {
    const message = `There is no distribution type with the ${by} ${named}.`
    throw invalid('distribution_type_value', 'unknown_choice', message)
  }
  if (file.sizeBytes === 0) throw invalid('source_file', 'empty', 'The file is empty.')
  await holdBlob(tx, parts.blobs, file.sha256)
  const { filename, content_type, sizeBytes: size, sha256 } = file
  const row = await insertDistribution(
    tx,
    client,
    { project_id: project.id, name: form.name, type, filename, content_type, size, sha256, actor },
    work.now,
  )
  if (!row) throw invalid('name', 'taken', `The project has a spool ${form.name} already.`)
  enqueue(work, PROCESS, { client_id: client.id, distribution_id: row.id })
  await settleProject(work, parts, project)
  return row
}
