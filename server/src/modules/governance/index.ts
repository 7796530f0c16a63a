export { changeDocumentHold } from './holds/document-hold.ts'
export { listLostGuards } from './holds/guard-triggers.ts'
export { HoldOnResource, listHoldsOn } from './holds/holds-on.ts'
export { hasOpenHolds, isHeld, isUnderHold, refuseIfHeld } from './holds/is-held.ts'
