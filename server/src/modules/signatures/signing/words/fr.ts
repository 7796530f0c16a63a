import type { ConsentWords } from '#modules/signatures/signing/consent.ts'

export const words: ConsentWords = {
  consent:
    'J’ai lu ce document. J’accepte de le signer électroniquement, et ma signature m’engage comme une signature manuscrite.',
}
