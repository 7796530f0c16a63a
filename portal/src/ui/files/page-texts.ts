import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Letters that stand together. The box is left, top, width and height, in ten-thousandths of the page. */
export type TextRun = { text: string; box: number[]; turn?: number }
/** `ratio` is the height of the page by its width. */
export type PageText = { page: number; ratio: number; lines: TextRun[][] }
/** The text of some pages, and the first page of the rest. */
export type PagesText = { pages: PageText[]; next: number | null }

/** The text of a document: what names it in the cache, and how to read on from a page. */
export type TextSource = { key: string; read: (from: number, signal: AbortSignal) => Promise<PagesText> }

/**
 * The text of all pages as far as it is there, by page. It comes after the first picture, one answer after the other; without
 * it the pages are pictures, so that a failure is not worth a message.
 */
export function usePageTexts({ key, read }: TextSource, isWanted: boolean): ReadonlyMap<number, PageText> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    queryKey: ['page texts', key],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ next }: PagesText) => next,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const hasMore = hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (hasMore) void fetchNextPage()
  }, [hasMore, fetchNextPage])
  return new Map(data?.pages.flatMap(({ pages }) => pages.map((one) => [one.page, one] as const)))
}
