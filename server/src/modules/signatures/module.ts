import type { ModuleDeclaration } from '#kernel/module.ts'
import { expireProcesses, mailCode, mailRequester, mailSigner, remindSigners, renewSeals, sealProcess } from './jobs.ts'
import { signatureCollector } from './personal-data/collect-signatures.ts'
import { signatureColumns } from './personal-data/columns.ts'
import { processEraser } from './personal-data/erase-processes.ts'
import { processDisposer } from './processes/dispose-processes.ts'
import { type ManagerSignatureDeps, managerSignatureRoutes } from './processes/managers/list-routes.manager.ts'
import { managerProcessRetentionRoutes } from './processes/managers/retention-routes.manager.ts'
import { signatureBlobs } from './processes/queries.ts'
import { type SignatureDeps, signatureProcessRoutes } from './processes/routes.v2.ts'
import { sealingKeyColumn } from './sealing/queries.ts'
import { signatureSections } from './setup-sections.ts'
import { signerRoutes } from './signing/routes.employee.ts'
import { type SigningDeps, signingRoutes } from './signing/routes.public.ts'
import { signatureTypeRoutes } from './types/routes.v2.ts'

type Deps = SignatureDeps & ManagerSignatureDeps & SigningDeps

import { keptProcesses } from './signing/kept-processes.ts'

export const signaturesModule: ModuleDeclaration<Deps> = {
  name: 'signatures',
  tables: [
    'signature_certificates',
    'signature_evidence',
    'signature_files',
    'signature_processes',
    'signature_signers',
    'signature_types',
  ],
  events: ['signature_type', 'signature_process'],
  permissions: ['signatures'],
  jobs: [expireProcesses, mailCode, mailRequester, mailSigner, remindSigners, renewSeals, sealProcess],
  blobs: [signatureBlobs],
  disposers: [processDisposer],
  keptData: [keptProcesses],
  encryptedColumns: [sealingKeyColumn],
  setupSections: signatureSections,
  personalData: { columns: signatureColumns, collectors: [signatureCollector], erasers: [processEraser] },
  routes: {
    v2: (deps) => [signatureProcessRoutes(deps), signatureTypeRoutes(deps)],
    employee: (deps) => [signerRoutes(deps)],
    manager: (deps) => [managerSignatureRoutes(deps), managerProcessRetentionRoutes(deps)],
    public: (deps) => [signingRoutes(deps)],
    admin: (deps) => [signatureTypeRoutes(deps)],
  },
  chapters: {
    'Signature processes': 'Documents that people sign, with their signers and the evidence.',
    'Signature types': 'Kinds of signature processes, with the consent of signers.',
  },
}
