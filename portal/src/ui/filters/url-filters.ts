import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

type Values = Record<string, string | undefined>

/** Filters of a page, kept in its address, so that Back, reload and a sent link keep them. */
export type UrlFilters<N extends string> = {
  values: { [K in N]: string | undefined }
  /** Whether any filter is set. */
  isFiltered: boolean
  set(changes: { [K in N]?: string | undefined }): void
  clear(): void
}

/** `const filters = useUrlFilters(['search', 'status'])`: reads and writes these parameters of the address. */
export function useUrlFilters<N extends string>(names: readonly N[]): UrlFilters<N> {
  const search: Record<string, unknown> = useLocation().search
  const navigate = useNavigate()
  const list = names.join('\n')
  const values = useMemo(() => {
    const found: Values = {}
    for (const name of list.split('\n')) {
      const value = search[name]
      found[name] = typeof value === 'string' && value !== '' ? value : undefined
    }
    return found as { [K in N]: string | undefined }
  }, [search, list])

  const set = useCallback(
    (changes: { [K in N]?: string | undefined }) => {
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, ...changes }),
        replace: true,
        resetScroll: false,
      } as never)
    },
    [navigate],
  )
  const clear = useCallback(
    () => set(Object.fromEntries(list.split('\n').map((name) => [name, undefined])) as { [K in N]?: undefined }),
    [set, list],
  )
  return { values, set, clear, isFiltered: Object.values(values).some((value) => value !== undefined) }
}
