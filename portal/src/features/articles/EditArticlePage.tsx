import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../app/api.ts'
import { usePathParam } from '../../app/path.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'
import { articleQuery } from './editor.api.ts'
import { NoArticle } from './Reading.tsx'

export function EditArticlePage() {
  const slug = usePathParam('slug')
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...articleQuery(slug), refetchOnMount: 'always' })
  if (error instanceof ApiError && error.status === 404) return <NoArticle href="/portal/manager/articles" />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  // What somebody else wrote meanwhile must not be taken for what was read.
  if (!data || !isFetchedAfterMount) return <LoadingPage />
  return <ArticleEditor key={slug} article={data} />
}
