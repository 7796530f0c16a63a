export { en } from '#features/signatures/words/en/signing.ts'
export { fr } from '#features/signatures/words/fr/signing.ts'
