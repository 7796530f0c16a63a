export { findsWithin, isWithin, managersWithin, type Perimeter, perimeterOf } from './perimeter.ts'
export { directorySections } from './setup-sections.ts'
