import { useLayoutEffect, useSyncExternalStore } from 'react'

/** The page that is shown, and the topmost page above it. */
let shown: { pathname: string; parent: string } | undefined
const listeners = new Set<() => void>()

function show(next: typeof shown): void {
  shown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the navigation below which page this one lies. */
export function useParentOfPage(pathname: string, parent: string | undefined): void {
  useLayoutEffect(() => {
    show(parent === undefined ? undefined : { pathname, parent })
    return () => show(undefined)
  }, [pathname, parent])
}

/** The topmost page above the one at this address, if that names one. */
export function usePageParent(pathname: string): string | undefined {
  const page = useSyncExternalStore(listen, () => shown)
  return page?.pathname === pathname ? page.parent : undefined
}
