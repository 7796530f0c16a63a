import type { ModuleDeclaration } from '#kernel/module.ts'
import { clientColumns } from './personal-data/columns.ts'
import { sharedTokenColumn } from './shared-token.ts'

export const clientsModule: ModuleDeclaration = {
  name: 'clients',
  tables: ['clients', 'client_hostnames'],
  encryptedColumns: [sharedTokenColumn],
  personalData: { columns: clientColumns },
}
