export { en } from '#features/datasets/words/en.ts'
export { fr } from '#features/datasets/words/fr.ts'
