export { en } from '#features/signatures/words/en/drafts.ts'
export { fr } from '#features/signatures/words/fr/drafts.ts'
