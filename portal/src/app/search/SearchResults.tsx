import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { appWords } from '#app/words.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import type { SearchGroup, SearchHit } from '#kernel/pages/search-provider.ts'
import { useSession } from '#kernel/session/session.ts'
import { textOf, useLanguage, useWords } from '#ui/language/words.ts'
import { Pieces } from '#ui/lists/Pieces.tsx'
import { foldText } from '#ui/text/fold-text.ts'
import classes from './SearchDialog.module.css'
import { searchEverywhere } from './search-providers.ts'

const TYPING_MS = 200

type SearchResultsProps = {
  /** Of the list; those of the options begin with it. */
  id: string
  groups: NavigationGroup[]
  query: string
  at: number
  isOpening: boolean
  onPoint: (at: number) => void
  onShown: (shown: { count: number; at: number }) => void
  onClose: () => void
}

/** What the search of the header has found, below its field, which has the focus and listens to the keys. */
export function SearchResults({ id, groups, query, at, isOpening, onPoint, onShown, onClose }: SearchResultsProps) {
  const t = useWords(appWords)
  const router = useRouter()
  const list = useRef<HTMLDivElement>(null)
  const { found, isCurrent, hasFailed } = useFound(query, groups)
  const hits = found.flatMap((group) => group.hits)
  const count = hits.length
  const total = found.reduce((sum, group) => sum + (group.isMore ? 0 : group.hits.length), 0)
  const chosen = count === 0 ? 0 : ((at % count) + count) % count

  const open = (hit: SearchHit | undefined) => {
    if (!hit) return
    onClose()
    router.history.push(hit.href)
  }
  useEffect(() => {
    onShown({ count, at: chosen })
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [count, chosen, onShown])
  // Enter opens what the whole text finds, also when it was pressed before that was known.
  useEffect(() => {
    if (isOpening && isCurrent) open(hits[chosen])
  })

  let place = -1
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={t('search.label')} className={classes.list}>
        {found.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.label} role="group" aria-label={group.label}>
            {!group.isMore && (
              <p className={classes.group} aria-hidden>
                {group.label}
              </p>
            )}
            {group.hits.map((hit) => {
              place += 1
              const own = place
              return (
                // biome-ignore lint/a11y: the field has the focus and listens to the keys
                <div
                  key={hit.id}
                  id={`${id}-${own}`}
                  role="option"
                  aria-selected={own === chosen}
                  className={classes.hit}
                  onMouseMove={() => {
                    if (own !== chosen) onPoint(own)
                  }}
                  onClick={() => open(hit)}
                >
                  <span className={classes.title}>{hit.pieces ? <Pieces pieces={hit.pieces} /> : hit.title}</span>
                  {hit.text && <span className={classes.text}>{hit.text}</span>}
                  <IconArrowRight size={16} aria-hidden className={classes.arrow} />
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={classes.foot} role="status">
        {query === '' && t('search.hint')}
        {query !== '' && !isCurrent && t('search.searching')}
        {query !== '' && isCurrent && hasFailed && t('search.failed')}
        {query !== '' && isCurrent && !hasFailed && count === 0 && t('search.none', { query })}
        {query !== '' && isCurrent && !hasFailed && count > 0 && t('search.found', { count: total })}
      </p>
    </>
  )
}

type Found = { found: SearchGroup[]; isCurrent: boolean; hasFailed: boolean }

/** Pages whose name fits, and what the providers find a moment after the typing stops. */
function useFound(query: string, groups: NavigationGroup[]): Found {
  const t = useWords(appWords)
  const language = useLanguage()
  const { person } = useSession()
  const asking = query.trim()
  const [settled] = useDebouncedValue(asking, TYPING_MS)
  const isAsked = settled.length > 1
  const asked = useQuery({
    queryKey: ['search', person.scope, language, settled],
    enabled: isAsked,
    queryFn: ({ signal }) => searchEverywhere(person.scope, settled, signal),
    placeholderData: keepPreviousData,
  })
  const wanted = foldText(query)
  const pages = groups
    .flatMap((group) =>
      group.entries.map((entry) => ({
        id: `${group.id}/${entry.id}`,
        title: textOf(entry.label),
        href: entry.path,
      })),
    )
    .filter((page) => foldText(page.title).includes(wanted))
  const found = [
    ...(pages.length > 0 ? [{ label: t('search.pages'), hits: pages }] : []),
    ...(isAsked && asking.length > 1 ? (asked.data ?? []) : []),
  ]
  return { found, isCurrent: settled === asking && !asked.isFetching, hasFailed: isAsked && asked.isError }
}
