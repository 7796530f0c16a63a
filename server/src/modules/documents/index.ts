export { documentTypesSection } from './setup-section.ts'
