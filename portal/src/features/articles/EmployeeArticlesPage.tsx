import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconBook2, IconFolder, IconMessageCircle2, IconSearch, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { PageSearch } from '#ui/filters/PageSearch.tsx'
import { type UrlFilters, useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { LinkCard, LinkCards } from '#ui/page/LinkCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { ArticleHits } from './ArticleHits.tsx'
import { categoriesQuery, featuredQuery, type ListedArticle, listReadable, readingLanguage } from './articles.api.ts'
import classes from './articles.module.css'
import { articleWords } from './words.ts'

const hrefOf = ({ slug }: { slug: string }) => `/portal/articles/${encodeURIComponent(slug)}`

/** The knowledge base, for employees: search, categories, what is featured. */
export function EmployeeArticlesPage() {
  const t = useWords(articleWords)
  const filters = useUrlFilters(['q', 'category'])
  const { q, category } = filters.values
  return (
    <>
      <PageHeader title={t('help.title')} description={t('help.description')} />
      <PageSearch label={t('help.search')} value={q ?? ''} onChange={(text) => filters.set({ q: text || undefined })} />
      {q !== undefined || category !== undefined ? <Results filters={filters} /> : <Start />}
    </>
  )
}

type Found = UrlFilters<'q' | 'category'>

function Results({ filters }: { filters: Found }) {
  const t = useWords(articleWords)
  const format = useFormat()
  const language_code = readingLanguage(useSession())
  const { q, category } = filters.values
  const { data: categories } = useQuery(categoriesQuery('me', language_code))
  const list = useCursorList<ListedArticle>(['articles', 'me', q, category, language_code], (asked) =>
    listReadable('employee', { q, category, language_code }, asked),
  )
  const name = categories?.find(({ slug }) => slug === category)?.name ?? category
  return (
    <section aria-labelledby="results">
      <div className={classes.resultsHead}>
        <Title order={2} size="h4" id="results">
          {category === undefined ? t('help.results') : name}
        </Title>
        <span role="status" className={classes.count}>
          {list.total !== null && t('found', { count: list.total, number: format.number(list.total) })}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={filters.clear}
        >
          {t('help.all')}
        </Button>
      </div>
      <ArticleHits list={list} hrefOf={hrefOf} label={t('help.results')} empty={<NothingFound q={q} />} />
    </section>
  )
}

function NothingFound({ q }: { q: string | undefined }) {
  const t = useWords(articleWords)
  return (
    <EmptyState
      icon={IconSearch}
      title={q === undefined ? t('help.emptyCategory') : t('help.nothing', { q })}
      text={t('help.nothingText')}
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

function Start() {
  const t = useWords(articleWords)
  const format = useFormat()
  const language_code = readingLanguage(useSession())
  const categories = useQuery(categoriesQuery('me', language_code))
  const featured = useQuery(featuredQuery(language_code))
  const latest = useCursorList<ListedArticle>(['articles', 'me', undefined, undefined, language_code], (asked) =>
    listReadable('employee', { language_code }, asked),
  )
  if (categories.error) return <ErrorState error={categories.error} onRetry={() => void categories.refetch()} />
  if (categories.isPending || featured.isPending || latest.isLoading) return <LoadingState lines={8} height={22} />
  if (latest.rows.length === 0 && !latest.error) {
    return <EmptyState icon={IconBook2} title={t('help.empty')} text={t('help.emptyText')} />
  }
  return (
    <div className={classes.start}>
      {(featured.data?.length ?? 0) > 0 && (
        <section aria-labelledby="featured">
          <Title order={2} size="h4" id="featured" mb="sm">
            {t('help.featured')}
          </Title>
          <LinkCards>
            {featured.data?.map((article) => (
              <LinkCard
                key={article.slug}
                href={hrefOf(article)}
                icon={IconStar}
                title={article.title}
                text={article.summary}
              />
            ))}
          </LinkCards>
        </section>
      )}
      {categories.data.length > 0 && (
        <section aria-labelledby="categories">
          <Title order={2} size="h4" id="categories" mb="sm">
            {t('help.categories')}
          </Title>
          <LinkCards>
            {categories.data.map(({ slug, name, description, articles_count: count }) => (
              <LinkCard
                key={slug}
                href={`/portal/articles?category=${encodeURIComponent(slug)}`}
                icon={IconFolder}
                title={name}
                text={[description, t('articles', { count, number: format.number(count) })].filter(Boolean).join(' · ')}
              />
            ))}
          </LinkCards>
        </section>
      )}
      <section aria-labelledby="latest">
        <Title order={2} size="h4" id="latest" mb="sm">
          {t('help.latest')}
        </Title>
        <ArticleHits list={latest} hrefOf={hrefOf} label={t('help.latest')} empty={null} />
      </section>
    </div>
  )
}
