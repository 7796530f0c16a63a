import { Button } from '@mantine/core'
import { IconBook2, IconPlus, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { type UrlFilters, useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ArticleHits } from './ArticleHits.tsx'
import { StateBadge } from './ArticlePage.tsx'
import {
  categoriesQuery,
  type ListedArticle,
  listReadable,
  listWritable,
  type ManagerArticle,
  readingLanguage,
} from './articles.api.ts'
import classes from './articles.module.css'
import { articleWords } from './words.ts'

const LIST = '/portal/manager/articles'
const hrefOf = ({ slug }: { slug: string }) => `${LIST}/${encodeURIComponent(slug)}`
const NAMES = ['q', 'state', 'category', 'sort'] as const
type Chosen = UrlFilters<(typeof NAMES)[number]>

/** The articles that a manager may write, and those that are for them to read. */
export function ArticlesPage() {
  const t = useWords(articleWords)
  const mayWrite = may(useSession(), 'articles:write')
  const tab = useUrlFilters(['view'])
  const filters = useUrlFilters(NAMES)
  const isReading = !mayWrite || tab.values.view === 'read'
  return (
    <>
      <PageHeader title={t('all.title')} actions={mayWrite && <NewButton />} />
      {mayWrite && (
        <ParamTabs
          label={t('all.views')}
          name="view"
          tabs={[
            { value: 'write', label: t('all.write') },
            { value: 'read', label: t('all.read') },
          ]}
        />
      )}
      {isReading ? <Readable filters={filters} /> : <Writable filters={filters} />}
    </>
  )
}

function NewButton() {
  const t = useWords(articleWords)
  return (
    <Button component={AppLink} href={`${LIST}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('all.new')}
    </Button>
  )
}

function useCategoryChoice(view: 'read' | 'write') {
  const t = useWords(articleWords)
  const { data = [] } = useQuery(categoriesQuery(view, readingLanguage(useSession())))
  const options = data.map(({ slug, name }) => ({ value: slug, label: name }))
  return { name: 'category' as const, label: t('all.category'), options, searchable: true }
}

function Writable({ filters }: { filters: Chosen }) {
  const t = useWords(articleWords)
  const language_code = readingLanguage(useSession())
  const { q, state, category, sort } = filters.values
  const asked = { q, state, category, language_code, sort: sort ?? (q === undefined ? '-updated_at' : undefined) }
  const list = useCursorList<ManagerArticle>(['articles', 'writable', asked], (page) => listWritable(asked, page))
  const states = (['published', 'draft'] as const).map((value) => ({ value, label: t(`state.${value}`) }))
  const orders = [
    { value: '-updated_at', label: t('all.sortUpdated') },
    { value: 'title', label: t('all.sortTitle') },
    { value: '-total_hits', label: t('all.sortHits') },
  ]
  const choices = [
    { name: 'state' as const, label: t('all.state'), options: states },
    useCategoryChoice('write'),
    { name: 'sort' as const, label: t('all.sort'), options: orders },
  ]
  const empty = filters.isFiltered ? (
    <EmptyState title={t('all.none')} text={t('all.noneText')} />
  ) : (
    <EmptyState icon={IconBook2} title={t('all.empty')} text={t('all.emptyText')} action={<NewButton />} />
  )
  return (
    <>
      <Filters filters={filters} search="q" searchLabel={t('all.search')} choices={choices} />
      <DataTable
        label={t('all.title')}
        columns={useColumns()}
        list={list}
        rowId={({ slug }) => slug}
        rowHref={hrefOf}
        empty={empty}
        showTotal
      />
    </>
  )
}

function useColumns(): Column<ManagerArticle>[] {
  const t = useWords(articleWords)
  const format = useFormat()
  return [
    {
      id: 'title',
      header: t('all.name'),
      render: ({ title, featured }) => (
        <>
          {title}
          {featured && <IconStarFilled size={14} role="img" aria-label={t('all.featured')} className={classes.star} />}
        </>
      ),
    },
    { id: 'state', header: t('all.state'), width: '8rem', render: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'category',
      header: t('all.category'),
      width: '12rem',
      hideBelow: 'md',
      render: ({ category }) => category?.name ?? '–',
    },
    {
      id: 'hits',
      header: t('all.hits'),
      width: '7rem',
      align: 'end',
      render: ({ total_hits }) => format.number(total_hits),
    },
    {
      id: 'updated',
      header: t('all.updated'),
      width: '11rem',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
}

function Readable({ filters }: { filters: Chosen }) {
  const t = useWords(articleWords)
  const language_code = readingLanguage(useSession())
  const { q, category } = filters.values
  const list = useCursorList<ListedArticle>(['articles', 'readable', q, category, language_code], (asked) =>
    listReadable('manager', { q, category, language_code }, asked),
  )
  const title = filters.isFiltered ? t('all.none') : t('all.emptyRead')
  const text = filters.isFiltered ? t('all.noneText') : undefined
  const choices = [useCategoryChoice('read')]
  return (
    <>
      <Filters filters={filters} search="q" searchLabel={t('all.search')} choices={choices} />
      <ArticleHits
        list={list}
        hrefOf={hrefOf}
        label={t('all.read')}
        empty={<EmptyState icon={IconBook2} title={title} text={text} />}
      />
    </>
  )
}
