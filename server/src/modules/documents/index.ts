export { filedBlobs, keepDocument } from './document-queries.ts'
export { findVaultFile, listVault, type VaultDocument } from './list-vault.ts'
export { documentTypesSection } from './setup-section.ts'
export { vaultBlobs } from './vault-queries.ts'
