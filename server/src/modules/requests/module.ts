import type { ModuleDeclaration } from '#kernel/module.ts'
import { requestFileBlobs } from './conversation/files.ts'
import { foldRequestCounts, mailAboutRequest } from './jobs.ts'

export const requestsModule: ModuleDeclaration = {
  name: 'requests',
  jobs: [foldRequestCounts, mailAboutRequest],
  blobs: [requestFileBlobs],
}
