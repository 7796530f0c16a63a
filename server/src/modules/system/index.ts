export type { Installation } from './describe-system.ts'
