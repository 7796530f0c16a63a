import type { ModuleDeclaration } from '#kernel/module.ts'
import { carrierSecretsColumn } from './carriers/queries.ts'
import { distributionDocumentBlobs } from './documents/queries.ts'
import {
  deliverProject,
  endReceptions,
  handOverPackages,
  mailDelivery,
  processDistribution,
  releaseProjects,
} from './jobs.ts'
import { packageBlobs } from './packages/queries.ts'
import { spoolBlobs } from './spools/queries.ts'

export const distributionsModule: ModuleDeclaration = {
  name: 'distributions',
  jobs: [deliverProject, endReceptions, handOverPackages, mailDelivery, processDistribution, releaseProjects],
  blobs: [spoolBlobs, distributionDocumentBlobs, packageBlobs],
  encryptedColumns: [carrierSecretsColumn],
}
