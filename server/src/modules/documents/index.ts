export { checkAttributes } from './check-attributes.ts'
export { createDocument } from './create-document.ts'
export { createDocuments, type DocumentDraft } from './create-documents.ts'
export { type FileParts, MOST_PDF_BYTES, readBytes } from './document-file.ts'
export { filedBlobs, keepDocument } from './document-queries.ts'
export { isInVault, isReadByItsEmployee } from './employee-access.ts'
export { findFilingTypes, type NamedFilingType } from './filing-types.ts'
export { findVaultFile, listVault, type VaultDocument } from './list-vault.ts'
export {
  getManagedDocument,
  isInReach,
  type Reach,
  reachOf,
  readersOf,
} from './managed-documents.ts'
export { outsideRestrictions } from './outside-restrictions.ts'
export { openPreviews, type Previews } from './previews/previews.ts'
export { previewBlobs } from './previews/queries.ts'
export {
  type DocumentPlace,
  type FoundDocument,
  type FoundDocuments,
  searchReadableDocuments,
} from './search-readable.ts'
export { PageContent, sendPage } from './send-page.ts'
export { documentTypesSection } from './setup-section.ts'
export { vaultBlobs } from './vault-queries.ts'
