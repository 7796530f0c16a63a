export { en } from '#features/articles/words/en.ts'
export { fr } from '#features/articles/words/fr.ts'
