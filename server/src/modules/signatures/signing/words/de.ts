import type { ConsentWords } from '#modules/signatures/signing/consent.ts'

export const words: ConsentWords = {
  consent:
    'Ich habe dieses Dokument gelesen. Ich bin einverstanden, es elektronisch zu unterzeichnen, und meine Unterschrift bindet mich wie eine handschriftliche.',
}
