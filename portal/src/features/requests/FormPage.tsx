import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormBuilder } from './FormBuilder.tsx'
import { formQuery } from './forms.api.ts'

/** One form, to be built. */
export function FormPage() {
  const t = useWords('formBuilder')
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
  // What somebody else saved meanwhile must not be taken for what was read.
  if (!data || !isFetchedAfterMount) return <LoadingPage />
  return <FormBuilder key={code} stored={data} />
}
