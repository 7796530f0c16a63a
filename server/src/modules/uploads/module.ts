import type { ModuleDeclaration } from '#kernel/module.ts'
import { expireUploads } from './jobs.ts'
import { uploadColumns } from './personal-data/columns.ts'
import { uploadEraser } from './personal-data/erase-uploads.ts'
import { uploadedBlobs } from './queries.ts'
import { type UploadDeps, uploadRoutes } from './routes.v2.ts'

type Deps = UploadDeps

export const uploadsModule: ModuleDeclaration<Deps> = {
  name: 'uploads',
  tables: ['uploads'],
  permissions: ['uploads'],
  jobs: [expireUploads],
  blobs: [uploadedBlobs],
  personalData: { columns: uploadColumns, erasers: [uploadEraser] },
  routes: {
    v2: (deps) => [uploadRoutes(deps)],
    admin: (deps) => [uploadRoutes(deps)],
  },
  chapters: {
    Uploads: 'Files that are sent ahead of their use.',
  },
}
