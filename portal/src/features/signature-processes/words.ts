export { en } from './words.en.ts'
export { fr } from './words.fr.ts'
