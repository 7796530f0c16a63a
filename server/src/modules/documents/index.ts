export { isInVault, isReadByItsEmployee } from '#modules/documents/access/employee-access.ts'
export {
  type DocumentPerimeter,
  documentPerimeterOf,
  getDocumentForManager,
  isFiledInPerimeter,
  isInDocumentPerimeter,
  readersOf,
} from '#modules/documents/access/manager-access.ts'
export { outsideRestrictions } from '#modules/documents/access/outside-restrictions.ts'
export { checkAttributes } from '#modules/documents/filing/check-attributes.ts'
export { createDocument } from '#modules/documents/filing/create-document.ts'
export { createDocuments, type DocumentDraft } from '#modules/documents/filing/create-documents.ts'
export { findFilingTypes, type NamedFilingType } from '#modules/documents/filing/filing-types.ts'
export { type FileDeps, MAX_PDF_BYTES, readBytes } from '#modules/documents/filing/receive-file.ts'
export { PageContent, sendPage } from '#modules/documents/previews/send-page.ts'
export { sendText, TextContent, TextQuery } from '#modules/documents/previews/send-text.ts'
export { findVaultFile, listVault, type VaultDocument } from '#modules/documents/vault/list-vault.ts'
export { openPreviews, type Previews } from './previews/previews.ts'
export { lockDocumentKey } from './queries.ts'
