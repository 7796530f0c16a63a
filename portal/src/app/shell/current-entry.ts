import { useRouterState } from '@tanstack/react-router'
import type { NavigationEntry } from '#kernel/pages/navigation-entry.ts'
import { usePageParent } from '#ui/page/page-parent.ts'

type EntryPath = Pick<NavigationEntry, 'path' | 'also' | 'exact'>

/** Whether a page lies at an entry of the navigation, or below it. */
export function isCurrent({ path, also, exact = false }: EntryPath, page: string): boolean {
  const [address = ''] = page.split('?')
  const place = address.replace(/\/$/, '')
  if (also && place.startsWith(`${also}/`)) return true
  return place === path || (!exact && place.startsWith(`${path}/`))
}

/**
 * The address by which the entry of this page is found. A page that names the pages above it belongs where these are: the
 * address of a document does not say whether it lies in the folder of an employee.
 */
export function useCurrentPath(): string {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return usePageParent(pathname) ?? pathname
}
