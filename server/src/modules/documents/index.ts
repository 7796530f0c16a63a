export { filedBlobs, findDocumentKey } from './document-queries.ts'
export { documentTypesSection } from './setup-section.ts'
