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
import type { ManagerDistributionDeps } from './manager-deps.ts'
import { packageBlobs } from './packages/queries.ts'
import { letterCollector, stagedDocumentCollector } from './personal-data/collect-distributed.ts'
import { distributionColumns } from './personal-data/columns.ts'
import { partEraser } from './personal-data/erase-parts.ts'
import { type DistributionDeps, distributionRoutesV1, validationRoutes } from './projects/routes.v1.ts'
import { type DistributionResourceDeps, distributionResourceRoutes } from './projects/routes.v2.ts'
import { managerDistributionRoutes } from './routes.manager.ts'
import { distributionSection } from './settings/setup-section.ts'
import { spoolBlobs } from './spools/queries.ts'

type Deps = DistributionDeps & DistributionResourceDeps & ManagerDistributionDeps

export const distributionsModule: ModuleDeclaration<Deps> = {
  name: 'distributions',
  personalData: {
    columns: distributionColumns,
    collectors: [stagedDocumentCollector, letterCollector],
    erasers: [partEraser],
  },
  tables: [
    'distribution_validation_options',
    'distribution_paper_configurations',
    'distribution_groups',
    'distribution_types',
    'distribution_projects',
    'distributions',
    'distribution_documents',
    'distribution_packages',
    'distribution_hand_overs',
    'distribution_receptions',
    'distribution_validations',
  ],
  events: ['distribution_project'],
  permissions: ['distributions'],
  jobs: [deliverProject, endReceptions, handOverPackages, mailDelivery, processDistribution, releaseProjects],
  blobs: [spoolBlobs, distributionDocumentBlobs, packageBlobs],
  encryptedColumns: [carrierSecretsColumn],
  setupSections: [distributionSection],
  routes: {
    v1: (deps) => [distributionRoutesV1(deps)],
    projects: (deps) => [validationRoutes(deps)],
    v2: (deps) => [distributionResourceRoutes(deps)],
    manager: (deps) => [managerDistributionRoutes(deps)],
  },
  chapters: {
    'Distribution projects': 'Campaigns that deliver documents in batches, to vaults and on paper.',
    Distributions: 'The spools of distribution projects.',
  },
}
