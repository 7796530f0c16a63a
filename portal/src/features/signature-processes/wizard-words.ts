export { en } from './wizard-words.en.ts'
export { fr } from './wizard-words.fr.ts'
