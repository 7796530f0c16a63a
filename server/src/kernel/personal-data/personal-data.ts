import type { Collector } from './collector.ts'
import type { Eraser } from './eraser.ts'

/** What a module has to say about the personal data that it keeps. */
export type PersonalData = {
  /** What goes into access packages. */
  collectors?: readonly Collector[]
  /** How it goes when a person is erased. */
  erasers?: readonly Eraser[]
}
