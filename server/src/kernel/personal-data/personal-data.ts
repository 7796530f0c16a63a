import type { Collector } from './collector.ts'

/** What a module has to say about the personal data that it keeps. */
export type PersonalData = {
  /** What goes into access packages. */
  collectors?: readonly Collector[]
}
