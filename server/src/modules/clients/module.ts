import type { ModuleDeclaration } from '#kernel/module.ts'
import { sharedTokenColumn } from './shared-token.ts'

export const clientsModule: ModuleDeclaration = {
  name: 'clients',
  encryptedColumns: [sharedTokenColumn],
}
