import type { ModuleDeclaration } from '#kernel/module.ts'
import { expireUploads } from './jobs.ts'
import { uploadedBlobs } from './queries.ts'

export const uploadsModule: ModuleDeclaration = {
  name: 'uploads',
  jobs: [expireUploads],
  blobs: [uploadedBlobs],
}
