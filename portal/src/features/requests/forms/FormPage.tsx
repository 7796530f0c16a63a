import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formWords } from '#features/requests/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { FormBuilder } from './FormBuilder.tsx'
import { formQuery } from './forms.api.ts'

/** One form, to be built. */
export function FormPage() {
  const t = useWords(formWords)
  const code = usePathParam('code')
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...formQuery(code), refetchOnMount: 'always' })
  if (error instanceof ApiError && error.status === 404) {
    const action = (
      <Button component={AppLink} href="/portal/admin/forms">
        {t('edit.back')}
      </Button>
    )
    return (
      <>
        <PageHeader title={t('list.title')} />
        <EmptyState title={t('edit.gone')} text={t('edit.goneText')} action={action} />
      </>
    )
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  // A change by another manager must not pass for the version that was read.
  if (!data || !isFetchedAfterMount) return <LoadingPage />
  return <FormBuilder key={code} stored={data} />
}
