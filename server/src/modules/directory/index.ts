export { listMailboxes } from './list-mailboxes.ts'
export { findsWithin, isWithin, managersWithin, type Perimeter, perimeterOf } from './perimeter.ts'
export { directorySections } from './setup-sections.ts'
