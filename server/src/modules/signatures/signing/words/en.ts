import type { ConsentWords } from '#modules/signatures/signing/consent.ts'

export const words: ConsentWords = {
  consent:
    'I have read this document. I agree to sign it electronically, and that my signature binds me like one by hand.',
}
