import type { ModuleDeclaration } from '#kernel/module.ts'
import { makeDailyDisposals, resumeDisposals, runDisposals } from './disposals/jobs.ts'
import { certificateBlobs } from './disposals/queries.ts'
import { type DisposalDeps, disposalRoutes } from './disposals/routes.v2.ts'
import { packageEraser, recordEraser } from './erasure/erase-records.ts'
import { finishDeletions, goOnWithPackage, resumeDeletions, runDeletions } from './erasure/jobs.ts'
import { reportBlobs } from './erasure/module-queries.ts'
import { ownDeletionRoutes } from './erasure/own/routes.employee.ts'
import { deletionPageRoutes } from './erasure/routes.admin.ts'
import { type DeletionDeps, deletionRequestRoutes } from './erasure/routes.v2.ts'
import { legalHoldPageRoutes } from './holds/routes.admin.ts'
import { managerHoldRoutes } from './holds/routes.manager.ts'
import { type HoldDeps, legalHoldRoutes, namedLegalHoldRoutes } from './holds/routes.v2.ts'
import { buildPackages, expirePackages, removePackageBytes, resumePackages } from './packages/jobs.ts'
import { mailPackageCode, mailPackageLink } from './packages/link/jobs.ts'
import { type LinkDeps, packageLinkRoutes } from './packages/link/routes.public.ts'
import { packageBlobs } from './packages/queries.ts'
import { packagePageRoutes } from './packages/routes.admin.ts'
import { employeePackageRoutes } from './packages/routes.employee.ts'
import { type PackageDeps, packageRoutes } from './packages/routes.v2.ts'
import { governanceColumns } from './personal-data/columns.ts'
import { deletionColumns } from './personal-data/deletion-columns.ts'
import { packageColumns } from './personal-data/package-columns.ts'
import {
  adminExplanationRoutes,
  type ExplanationDeps,
  explanationRoutes,
  requestExplanationRoutes,
} from './policies/explanation/routes.ts'
import { retentionPoliciesSection, retentionPolicyRoutes } from './policies/retention-policies.ts'
import { retentionPageRoutes } from './policies/routes.admin.ts'
import { managerRetentionRoutes } from './policies/routes.manager.ts'
import { simulationRoutes } from './policies/simulation/routes.v2.ts'

type Deps = HoldDeps & DisposalDeps & DeletionDeps & ExplanationDeps & PackageDeps & LinkDeps

export const governanceModule: ModuleDeclaration<Deps> = {
  name: 'governance',
  tables: [
    'legal_holds',
    'legal_hold_items',
    'retention_policies',
    'retention_postponements',
    'disposals',
    'disposal_items',
    'disposal_approvals',
    'disposal_certificates',
    'deletion_requests',
    'deletion_request_modules',
    'deletion_request_resources',
    'deletion_request_files',
    'deletion_request_reports',
    'access_packages',
    'access_package_downloads',
    'access_package_links',
  ],
  events: ['legal_hold', 'retention_policy', 'disposal', 'deletion_request', 'access_package'],
  permissions: ['legal_holds', 'retention_policies', 'disposals', 'deletion_requests', 'access_packages'],
  jobs: [
    runDisposals,
    resumeDisposals,
    makeDailyDisposals,
    runDeletions,
    goOnWithPackage,
    resumeDeletions,
    finishDeletions,
    buildPackages,
    resumePackages,
    expirePackages,
    removePackageBytes,
    mailPackageLink,
    mailPackageCode,
  ],
  blobs: [certificateBlobs, reportBlobs, packageBlobs],
  setupSections: [retentionPoliciesSection],
  personalData: {
    columns: [governanceColumns, packageColumns, deletionColumns],
    erasers: [packageEraser, recordEraser],
  },
  routes: {
    v2: (deps) => [
      deletionRequestRoutes(deps),
      disposalRoutes(deps),
      explanationRoutes(deps),
      legalHoldRoutes(deps),
      packageRoutes(deps),
      retentionPolicyRoutes(deps),
      simulationRoutes(deps),
    ],
    unversioned: (deps) => [requestExplanationRoutes(deps)],
    employee: (deps) => [ownDeletionRoutes(deps), employeePackageRoutes(deps)],
    public: (deps) => [packageLinkRoutes(deps)],
    manager: (deps) => [managerHoldRoutes(deps), managerRetentionRoutes(deps)],
    admin: (deps) => [
      adminExplanationRoutes(deps),
      namedLegalHoldRoutes(deps),
      legalHoldPageRoutes(deps),
      retentionPolicyRoutes(deps),
      simulationRoutes(deps),
      retentionPageRoutes(deps),
      disposalRoutes(deps),
      deletionRequestRoutes(deps),
      deletionPageRoutes(deps),
      packageRoutes(deps),
      packagePageRoutes(deps),
    ],
  },
  chapters: {
    'Access packages': 'Everything that is kept about an employee, in a ZIP that proves itself.',
    'Deletion requests': 'What is to be erased of a person, what has to be kept, and the report of it.',
    Disposals: 'What retention policies let go, who approved it, and certificates of destruction.',
    'Legal holds': 'Matters for which documents, requests, notes, signature processes and employees have to be kept.',
    'Retention policies': 'How long documents, requests, notes, signature processes and employees are kept, and why.',
  },
}
