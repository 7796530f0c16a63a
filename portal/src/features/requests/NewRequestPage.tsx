import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RequestForm } from './RequestForm.tsx'
import { myFormQuery, useCreateMyRequest } from './requests.api.ts'

/** An employee fills a form in and sends it. */
export function NewRequestPage() {
  const t = useWords('requests')
  const router = useRouter()
  const slug = usePathParam('form')
  const { data: form, error, refetch } = useQuery(myFormQuery(slug))
  const create = useCreateMyRequest()
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
  const t = useWords('requests')
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
