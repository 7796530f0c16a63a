import { loadWords } from '#kernel/languages/words.ts'

export type CertificateWords = {
  title: string
  intro: (company: string) => string
  proof: (sha256: string) => string
  more: (shown: number, all: number) => string
  policy: string
  facts: Record<'name' | 'id' | 'basis' | 'disposal' | 'gathered' | 'done' | 'kept' | 'gone', string>
  approvals: string
  approved: (items: number) => string
  items: string
  outcomes: Record<'removed' | 'in_vault' | 'shared', string>
  footer: (id: string) => string
}

export const CERTIFICATE_WORDS = await loadWords<CertificateWords>((language) => import(`./words/${language}.ts`))
