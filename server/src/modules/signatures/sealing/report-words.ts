import { loadWords } from '#kernel/languages/words.ts'
import type { Action } from '#modules/signatures/processes/evidence.ts'
import type { SignerType } from '#modules/signatures/processes/schemas.ts'

export type ReportWords = {
  title: string
  intro: (title: string, company: string) => string
  seal: string
  document: string
  signers: string
  history: string
  facts: Record<
    'title' | 'process' | 'filename' | 'fingerprint' | 'pages' | 'reason' | 'company' | 'requester' | 'started',
    string
  >
  signer: Record<'role' | 'email' | 'identified' | 'signed' | 'address' | 'agent' | 'consent' | 'manner', string>
  roles: Record<SignerType, string>
  identified: { session: string; code: string }
  manners: { typed: string; drawn: string }
  actions: Record<Action, string>
  caption: (moment: string) => string
  footer: (id: string) => string
}

export const REPORT_WORDS = await loadWords<ReportWords>((language) => import(`./words/${language}.ts`))
