import type { TablerIcon } from '@tabler/icons-react'
import type { WordKey } from '#kernel/language/words.ts'

/** One place of the navigation. */
export type NavigationEntry = {
  id: string
  path: string
  icon: TablerIcon
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

/** Entries under a heading; `words` is the part that holds the labels. */
export type NavigationGroup =
  | {
      id: string
      words: 'app'
      label: WordKey<'app'>
      admin?: boolean
      entries: (NavigationEntry & {
        label: WordKey<'app'>
        /** A shorter one for the bottom of a phone. */
        tabLabel?: WordKey<'app'>
      })[]
    }
  | {
      id: string
      words: 'navigation'
      label: WordKey<'navigation'>
      admin?: boolean
      entries: (NavigationEntry & { label: WordKey<'navigation'> })[]
    }
