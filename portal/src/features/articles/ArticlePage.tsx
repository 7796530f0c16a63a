import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { articleQuery, usePublish } from '#features/articles/editor/editor.api.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Article, type ReadArticle, readingLanguage, readingQuery } from './articles.api.ts'
import { NoArticle, Reading } from './Reading.tsx'
import { articleWords } from './words.ts'

const LIST = '/portal/manager/articles'
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** An article, for a manager: one that is for them to read, or one that they may write. */
export function ArticlePage() {
  const t = useWords(articleWords)
  const slug = usePathParam('slug')
  const session = useSession()
  const mayWrite = may(session, 'articles:write')
  const filters = useUrlFilters(['language'])
  const language = filters.values.language ?? readingLanguage(session)
  const reading = useQuery(readingQuery('manager', slug, language))
  const written = useQuery({ ...articleQuery(slug), enabled: mayWrite })
  const article = reading.data ?? (written.data && inLanguage(written.data, language))
  if (!article) {
    const failed = [reading.error, written.error].find((error) => error && !isGone(error))
    if (failed) return <ErrorState error={failed} onRetry={() => void reading.refetch()} />
    const hasLooked = reading.error && (written.error || !mayWrite)
    return hasLooked ? <NoArticle href={LIST} /> : <LoadingPage />
  }
  return (
    <>
      <PageHeader
        title={article.title}
        breadcrumbs={[{ label: t('all.title'), href: mayWrite ? LIST : `${LIST}?view=read` }]}
        badge={written.data && <StateBadge state={written.data.state} />}
        actions={written.data && <Actions article={written.data} />}
      />
      <Reading article={article} onLanguage={(chosen) => filters.set({ language: chosen })} />
    </>
  )
}

export function StateBadge({ state }: { state: Article['state'] }) {
  const t = useWords(articleWords)
  return <StatusBadge tone={state === 'published' ? 'good' : 'neutral'}>{t(`state.${state}`)}</StatusBadge>
}

function Actions({ article: { slug, state } }: { article: Article }) {
  const t = useWords(articleWords)
  const notify = useNotify()
  const publish = usePublish()
  const next = state === 'published' ? 'draft' : 'published'
  const change = (to: Article['state']) =>
    publish.mutate(
      { slug, state: to },
      {
        onSuccess: () =>
          to === state
            ? undefined
            : notify.undo(t(to === 'published' ? 'article.published' : 'article.unpublished'), () => change(state)),
        onError: (error) => notify.failure(error),
      },
    )
  return (
    <>
      <Button variant="default" loading={publish.isPending} onClick={() => change(next)}>
        {t(state === 'published' ? 'article.unpublish' : 'article.publish')}
      </Button>
      <Button
        component={AppLink}
        href={`${LIST}/${encodeURIComponent(slug)}/edit`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('article.edit')}
      </Button>
    </>
  )
}

/** What is written, as a reader of this language sees it. */
function inLanguage(article: Article, language: string): ReadArticle {
  const { title, body, language_code } = article.translations.find((one) => one.language_code === language) ?? article
  return {
    slug: article.slug,
    title,
    body,
    language_code,
    summary: '',
    featured: article.featured,
    languages: [article.language_code, ...article.translations.map((one) => one.language_code)],
    category: null,
    categories: [],
    updated_at: article.updated_at,
  }
}
