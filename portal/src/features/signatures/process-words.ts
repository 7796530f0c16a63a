export { en } from '#features/signatures/words/en/processes.ts'
export { fr } from '#features/signatures/words/fr/processes.ts'
