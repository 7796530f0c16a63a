import type { ModuleDeclaration } from '#kernel/module.ts'
import { backfillCanonicalEmails } from './accounts/backfill-canonical-emails.ts'
import { mailLogInNotice } from './accounts/jobs.ts'

export const directoryModule: ModuleDeclaration = {
  name: 'directory',
  jobs: [mailLogInNotice],
  onStart: backfillCanonicalEmails,
}
