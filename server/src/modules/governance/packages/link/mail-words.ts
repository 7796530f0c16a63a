import { loadWords } from '#kernel/languages/words.ts'

type Facts = { company: string }

export type PackageMailWords = {
  subject: string
  hello: (name: string) => string
  ready: (facts: Facts) => string
  /** For people who log in, and for those who open a link. */
  atPortal: string
  byLink: string
  open: string
  facts: { from: string; until: string; oneTimeCode: string }
  footer: string
  codeSubject: string
  code: string
  codeLasts: string
  codeFooter: string
}

export const PACKAGE_MAIL_WORDS = await loadWords<PackageMailWords>((language) => import(`./words/${language}.ts`))
