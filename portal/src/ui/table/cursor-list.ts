import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

type Page<T> = { items: T[]; next: string | null; total: number | null }
type Asked = { cursor: string | undefined; signal: AbortSignal }

/** A list that is loaded page by page while scrolling; the rows of a DataTable. */
export type CursorList<T> = {
  rows: T[]
  /** How many there are in all, where the server knows. */
  total: number | null
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  loadMore(): void
  error: unknown
  retry(): void
}

/** Loads a list by cursor: `useCursorList(['requests', filters], ({ cursor, signal }) => unwrapPage(api.GET(…)))`. */
export function useCursorList<T>(key: QueryKey, fetchPage: (asked: Asked) => Promise<Page<T>>): CursorList<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  return {
    rows,
    total: pages?.[0]?.total ?? null,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    error: query.error,
    retry: () => void query.refetch(),
  }
}
