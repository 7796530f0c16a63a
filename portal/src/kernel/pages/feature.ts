import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Word } from '#ui/language/words.ts'
import type { AccountEntry, EmployeeEntry, ManagerEntry } from './navigation-entry.ts'
import type { SearchProvider } from './search-provider.ts'

/** Who may see a page: `open` is before the log-in, `person` any log-in. */
export type Audience = 'open' | 'person' | 'employee' | 'manager' | 'admin'

export type Opening = {
  context: { queryClient: QueryClient }
  location: { href: string; pathname: string; search: object }
  params: Record<string, string>
}

export type Page = {
  path: string
  component: RouteComponent
  beforeLoad?: (opening: Opening) => Promise<void>
  /** Fetches ahead what the page shows. */
  loader?: (opening: Pick<Opening, 'context'>) => unknown
  /** The page shows the tabs of this name, which features give, below itself. */
  tabs?: 'employee'
}

export type Pages = Partial<Record<Audience, Page[]>>

/** A tab of the page of an employee, for managers. */
export type EmployeeTab = {
  /** Below the page: `/notes`; `/` for the first one. */
  path: string
  label: Word
  component: RouteComponent
  /** What the manager must be allowed to do with this employee. */
  permission?: string
  /** Any of these is needed for the whole client. */
  adminPermissions?: readonly string[]
  /** Tabs are shown by this number. */
  order: number
}

/** A tab of the page of a document, for managers; the first one is the document itself. */
export type DocumentTab = {
  /** In the address: `?tab=views`. */
  id: string
  label: Word
  component: ComponentType<{ documentId: string }>
  /** What the manager must be allowed to do for the whole client. */
  adminPermission: string
}

/** What waits for a person, counted beside the entry of the navigation. */
export type Waiting = { entry: string; useCount: () => number }

/** What a feature gives to the portal. `app/features.ts` lists the features. */
export type Feature = {
  id: string
  pages?: Pages
  navigation?: {
    employee?: EmployeeEntry[]
    /** Loaded for managers only. */
    manager?: () => Promise<ManagerEntry[]>
    /** Loaded with the account menu. */
    account?: () => Promise<AccountEntry[]>
  }
  /** Loaded with the first search. */
  search?: () => Promise<SearchProvider[]>
  waiting?: readonly Waiting[]
  employeeTabs?: EmployeeTab[]
  documentTabs?: DocumentTab[]
  /** Shown on the page of a document, beside its details. */
  documentPanel?: ComponentType<{ documentId: string; permissions: readonly string[] }>
  /** Shown above every page of a manager. */
  managerNotice?: ComponentType
}
