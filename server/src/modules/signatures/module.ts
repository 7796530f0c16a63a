import type { ModuleDeclaration } from '#kernel/module.ts'
import { expireProcesses, mailCode, mailRequester, mailSigner, remindSigners, sealProcess } from './jobs.ts'
import { signatureBlobs } from './processes/queries.ts'
import { sealingKeyColumn } from './sealing/queries.ts'

export const signaturesModule: ModuleDeclaration = {
  name: 'signatures',
  jobs: [expireProcesses, mailCode, mailRequester, mailSigner, remindSigners, sealProcess],
  blobs: [signatureBlobs],
  encryptedColumns: [sealingKeyColumn],
}
