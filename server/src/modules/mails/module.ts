import type { ModuleDeclaration } from '#kernel/module.ts'
import { deleteOldMails } from './jobs.ts'

export const mailsModule: ModuleDeclaration = {
  name: 'mails',
  jobs: [deleteOldMails],
}
