import type { ConsentWords } from '#modules/signatures/signing/consent.ts'

export const words: ConsentWords = {
  consent:
    'He leído este documento. Acepto firmarlo electrónicamente, y mi firma me obliga igual que una firma manuscrita.',
}
