export { changeDocumentHold } from './holds/document-hold.ts'
export { listLostGuards } from './holds/guard-triggers.ts'
export { hasOpenHolds, isHeld, isUnderHold } from './holds/is-held.ts'
export { refuseIfKept, refuseIfProtected } from './policies/refuse-if-kept.ts'
