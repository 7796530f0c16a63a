import type { TablerIcon } from '@tabler/icons-react'
import type { Word } from '#ui/language/words.ts'

/** One place of the navigation. */
export type NavigationEntry = {
  id: string
  path: string
  icon: TablerIcon
  label: Word
  /** A shorter one for the bottom of a phone. */
  tabLabel?: Word
  /** What a manager must be allowed to do; of the whole client in an administrator's group. */
  permission?: string
  /**
   * Shown at the bottom of an employee's phone as well: always, while something waits there,
   * or as long as nothing that waits needs the place.
   */
  tab?: 'always' | 'waiting' | 'spare'
  /** Where pages begin that belong to it, besides those below its path. */
  also?: string
  /** Lit only on this very page, not on those below it. */
  exact?: boolean
}

/** Entries under a heading. */
export type NavigationGroup = { id: string; label: Word; admin?: boolean; entries: NavigationEntry[] }
