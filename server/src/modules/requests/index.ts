export { ensureDefaultForm } from './put-form.ts'
export { requestedBlobs } from './request-files.ts'
export { formsSection } from './setup-section.ts'
