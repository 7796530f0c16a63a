import type { Collector } from './collector.ts'
import type { DeclaredColumns } from './columns.ts'
import type { Eraser } from './eraser.ts'

/** What a module has to say about the personal data that it keeps. */
export type PersonalData = {
  /** What each column of its tables holds about people. A module with tables has to say. */
  columns?: DeclaredColumns | readonly DeclaredColumns[]
  /** What goes into access packages. */
  collectors?: readonly Collector[]
  /** How it goes when a person is erased. */
  erasers?: readonly Eraser[]
}
