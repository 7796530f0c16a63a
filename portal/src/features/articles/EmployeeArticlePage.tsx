import { Button, Text } from '@mantine/core'
import { IconMessageCircle2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { readingLanguage, readingQuery } from './articles.api.ts'
import { NoArticle, Reading } from './Reading.tsx'
import { articleWords } from './words.ts'

const LIST = '/portal/articles'

/** An article, for an employee. */
export function EmployeeArticlePage() {
  const t = useWords(articleWords)
  const slug = usePathParam('slug')
  const session = useSession()
  const filters = useUrlFilters(['language'])
  const language = filters.values.language ?? readingLanguage(session)
  const { data: article, error, refetch } = useQuery(readingQuery('employee', slug, language))
  if (error) {
    const isGone = error instanceof ApiError && error.status === 404
    return isGone ? <NoArticle href={LIST} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (!article) return <LoadingPage />
  const topics = article.categories.map(({ slug, name }) => ({
    label: name,
    href: `${LIST}?category=${encodeURIComponent(slug)}`,
  }))
  return (
    <>
      <PageHeader title={article.title} breadcrumbs={[{ label: t('help.title'), href: LIST }, ...topics.slice(0, 1)]} />
      <Reading
        article={article}
        onLanguage={(chosen) => filters.set({ language: chosen })}
        foot={
          <>
            <Text component="span" size="sm">
              {t('reading.notAnswered')}
            </Text>
            <Button
              component={AppLink}
              href="/portal/requests/new"
              variant="light"
              leftSection={<IconMessageCircle2 size={18} aria-hidden />}
            >
              {t('askHr')}
            </Button>
          </>
        }
      />
    </>
  )
}
