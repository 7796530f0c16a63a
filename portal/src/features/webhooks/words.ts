export { en } from '#features/webhooks/words/en.ts'
export { fr } from '#features/webhooks/words/fr.ts'
