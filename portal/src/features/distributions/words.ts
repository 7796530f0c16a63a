export { en } from '#features/distributions/words/en/projects.ts'
export { fr } from '#features/distributions/words/fr/projects.ts'
