export { isReadable } from './managed-queries.ts'
