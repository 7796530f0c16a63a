import type { TablerIcon } from '@tabler/icons-react'
import type { Scope } from '#kernel/session/session.api.ts'
import type { Word } from '#ui/language/words.ts'

/** One place of the navigation. */
export type NavigationEntry = {
  id: string
  path: string
  icon: TablerIcon
  label: Word
  /** Entries of a group are shown by this number. */
  order: number
  /** Where pages begin that belong to it, besides those below its path. */
  also?: string
  /** Lit only on this very page, not on those below it. */
  exact?: boolean
}

export type EmployeeEntry = NavigationEntry & {
  /** A shorter label for the bottom of a phone. */
  tabLabel?: Word
  /**
   * Shown at the bottom of a phone as well: always, while something waits there, or as long as nothing that waits needs the
   * place.
   */
  tab?: 'always' | 'waiting' | 'spare'
}

export type ManagerEntry = NavigationEntry & {
  /** All but `work` are folded away, and ask for permissions of the whole client. */
  group: 'work' | 'content' | 'people' | 'governance' | 'technical'
  permission?: string
}

/** One place of the account menu, which opens from the name of the person. */
export type AccountEntry = Pick<NavigationEntry, 'id' | 'path' | 'icon' | 'label' | 'order'> & {
  /** What belongs to the person, or what explains the portal. */
  group: 'person' | 'help'
  /** Shown to this log-in only. */
  scope?: Scope
  /** A permission of the whole client. */
  permission?: string
  /** Not a page of the portal: it opens in a tab of its own. */
  isOutside?: boolean
}

/** Entries under a heading. */
export type NavigationGroup = { id: string; label: Word; admin?: boolean; entries: (EmployeeEntry | ManagerEntry)[] }
