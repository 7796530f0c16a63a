import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { employeeFormQuery, useCreateAsEmployee } from '#features/requests/employee-requests.api.ts'
import { requestWords } from '#features/requests/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { RequestForm } from './RequestForm.tsx'

/** An employee fills a form in and sends it. */
export function NewRequestPage() {
  const t = useWords(requestWords)
  const router = useRouter()
  const slug = usePathParam('form')
  const { data: form, error, refetch } = useQuery(employeeFormQuery(slug))
  const create = useCreateAsEmployee()
  if (error instanceof ApiError && error.status === 404) return <NoForm />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!form) return <LoadingPage />
  return (
    <>
      <PageHeader
        title={form.title}
        breadcrumbs={[
          { label: t('mine.title'), href: '/portal/requests' },
          { label: t('choose.title'), href: '/portal/requests/new' },
        ]}
      />
      <RequestForm
        key={`${form.slug} ${form.version}`}
        form={form}
        draftKey={form.slug}
        sendLabel={t('new.send')}
        cancelHref="/portal/requests/new"
        onSend={(values, onProgress) => create.mutateAsync({ form, values, onProgress })}
        onSent={(id) => router.history.replace(`/portal/requests/${id}?sent=yes`)}
      />
    </>
  )
}

function NoForm() {
  const t = useWords(requestWords)
  return (
    <>
      <PageHeader title={t('new.title')} />
      <EmptyState
        title={t('new.gone')}
        text={t('new.goneText')}
        action={
          <Button component={AppLink} href="/portal/requests/new">
            {t('new.another')}
          </Button>
        }
      />
    </>
  )
}
