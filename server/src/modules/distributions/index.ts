export { spoolBlobs } from './distribution-queries.ts'
export { stagedBlobs } from './document-queries.ts'
export { packedBlobs } from './package-queries.ts'
export { distributionSection } from './setup-section.ts'
