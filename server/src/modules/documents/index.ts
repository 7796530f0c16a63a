export { filedBlobs, keepDocument } from './document-queries.ts'
export { documentTypesSection } from './setup-section.ts'
