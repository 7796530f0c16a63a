import { useQuery } from '@tanstack/react-query'
import { NoArticle } from '#features/articles/Reading.tsx'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'
import { articleQuery } from './editor.api.ts'

export function EditArticlePage() {
  const slug = usePathParam('slug')
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...articleQuery(slug), refetchOnMount: 'always' })
  if (error instanceof ApiError && error.status === 404) return <NoArticle href="/portal/manager/articles" />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  // A change by another author must not pass for the version that was read.
  if (!data || !isFetchedAfterMount) return <LoadingPage />
  return <ArticleEditor key={slug} article={data} />
}
