export { formsSection } from './setup-section.ts'
