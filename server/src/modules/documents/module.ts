import type { ModuleDeclaration } from '#kernel/module.ts'
import { deleteOrphanPreviews } from './previews/jobs.ts'
import { previewBlobs } from './previews/queries.ts'
import { filedBlobs } from './queries.ts'
import { vaultBlobs } from './vault/queries.ts'

export const documentsModule: ModuleDeclaration = {
  name: 'documents',
  jobs: [deleteOrphanPreviews],
  // What leaves the folder for a vault between the two queries is found by the second.
  blobs: [filedBlobs, vaultBlobs, previewBlobs],
}
