export { directorySections } from './setup-sections.ts'
