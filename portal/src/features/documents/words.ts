export { en } from '#features/documents/words/en/folders.ts'
export { fr } from '#features/documents/words/fr/folders.ts'
