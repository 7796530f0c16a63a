export { changeDocumentHold } from './holds/document-hold.ts'
export { hasOpenHolds, isHeld, isUnderHold, refuseIfHeld } from './holds/is-held.ts'
