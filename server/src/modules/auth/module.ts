import type { ModuleDeclaration } from '#kernel/module.ts'
import { expireTokens, mailConfirmation, mailLinkCode, mailPasswordLinks } from './jobs.ts'

export const authModule: ModuleDeclaration = {
  name: 'auth',
  jobs: [expireTokens, mailConfirmation, mailLinkCode, mailPasswordLinks],
}
