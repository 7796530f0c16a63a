import { loadWords } from '#kernel/languages/words.ts'
import type { RequesterMailKind, SignerMailKind } from '#modules/signatures/job-names.ts'

type Occasion = { title: string; requester: string }

export type SignatureMailWords = {
  subject: Record<SignerMailKind | RequesterMailKind | 'code', (title: string) => string>
  toSigner: Record<SignerMailKind, (name: string, about: Occasion) => string>
  toRequester: Record<RequesterMailKind, (name: string, signer: string) => string>
  code: (name: string) => string
  codeLasts: string
  externalNote: string
  attached: string
  tooLarge: string
  open: { sign: string; signed: string; process: string }
  facts: { document: string; from: string; until: string; reason: string; oneTimeCode: string }
  footer: { signer: string; requester: string; code: string }
}

export const SIGNATURE_MAIL_WORDS = await loadWords<SignatureMailWords>((language) => import(`./words/${language}.ts`))
