import { Button, Title } from '@mantine/core'
import { IconMessageCircle2, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { PageSearch } from '#ui/filters/PageSearch.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { Hits } from './Hits.tsx'
import { type FoundOfKind, findForEmployee, findOfKind, type Hit, KINDS, type Kind, searchPath } from './search.api.ts'
import classes from './search.module.css'
import { searchWords } from './words.ts'

/** One search over the articles, forms, documents and requests of an employee. */
export function SearchPage() {
  const t = useWords(searchWords)
  const filters = useUrlFilters(['q', 'kind'])
  const { q = '' } = filters.values
  const kind = KINDS.find((one) => one === filters.values.kind)
  return (
    <>
      <PageHeader title={t('title')} />
      <PageSearch label={t('label')} value={q} onChange={(text) => filters.set({ q: text || undefined })} />
      {q === '' ? (
        <EmptyState icon={IconSearch} title={t('start')} text={t('startText')} />
      ) : (
        <Results q={q} kind={kind} />
      )}
    </>
  )
}

function Results({ q, kind }: { q: string; kind: Kind | undefined }) {
  const t = useWords(searchWords)
  const format = useFormat()
  const query = useQuery({
    queryKey: ['search', 'page', q],
    queryFn: ({ signal }) => findForEmployee(q, signal),
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <LoadingState lines={8} height={22} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const found = query.data
  const total = found.reduce((sum, one) => sum + one.total, 0)
  const isAtLeast = found.some((one) => one.is_at_least)
  const counted = (one: FoundOfKind | undefined) =>
    one && <span className={classes.count}>{`${format.number(one.total)}${one.is_at_least ? '+' : ''}`}</span>
  const tabs = KINDS.map((value) => ({
    value,
    label: t(`kinds.${value}`),
    badge: counted(found.find((one) => one.kind === value)),
  }))
  return (
    <>
      <ParamTabs label={t('tabs')} name="kind" keep={{ q }} tabs={[{ value: 'all', label: t('kinds.all') }, ...tabs]} />
      <p role="status" className={classes.status}>
        {t(isAtLeast ? 'foundAtLeast' : 'found', { count: total, number: format.number(total) })}
      </p>
      {kind ? <OneKind key={kind} q={q} kind={kind} /> : <AllKinds q={q} found={found} />}
    </>
  )
}

function AllKinds({ q, found }: { q: string; found: FoundOfKind[] }) {
  const t = useWords(searchWords)
  const withHits = found.filter(({ hits }) => hits.length > 0)
  if (withHits.length === 0) return <NothingFound q={q} />
  return (
    <div className={classes.kinds}>
      {withHits.map(({ kind, hits, total }) => (
        <section key={kind} aria-labelledby={`found-${kind}`}>
          <div className={classes.head}>
            <Title order={2} size="h4" id={`found-${kind}`}>
              {t(`kinds.${kind}`)}
            </Title>
            {total > hits.length && <AppLink href={searchPath(q, kind)}>{t(`seeAll.${kind}`)}</AppLink>}
          </div>
          <Hits hits={hits} label={t(`kinds.${kind}`)} />
        </section>
      ))}
    </div>
  )
}

function OneKind({ q, kind }: { q: string; kind: Kind }) {
  const t = useWords(searchWords)
  const list = useCursorList<Hit>(['search', 'page', q, kind], (asked) => findOfKind(kind, q, asked))
  if (list.isLoading) return <LoadingState lines={6} height={22} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0) return <NothingFound q={q} />
  return (
    <>
      <Hits hits={list.rows} label={t(`kinds.${kind}`)} />
      {list.hasMore && (
        <Button variant="default" mt="md" onClick={list.loadMore} loading={list.isLoadingMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function NothingFound({ q }: { q: string }) {
  const t = useWords(searchWords)
  return (
    <EmptyState
      icon={IconSearch}
      title={t('nothing', { q })}
      text={t('nothingText')}
      action={
        <Button
          component={AppLink}
          href="/portal/requests/new"
          leftSection={<IconMessageCircle2 size={18} aria-hidden />}
        >
          {t('askHr')}
        </Button>
      }
    />
  )
}
