import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { HoldBadge } from '#shared/governance/HoldBadge.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { History } from './History.tsx'
import { Overview } from './Overview.tsx'
import { ProcessActions } from './ProcessActions.tsx'
import { ProcessBadge } from './process-columns.tsx'
import { PAGES, type Process, processQuery } from './processes.api.ts'
import { useNextStep } from './use-next-step.ts'

/** One signature process: who has signed, the document, and what happened. */
export function ProcessPage() {
  const t = useWords(signatureProcessWords)
  const { data, error, refetch } = useQuery(processQuery(usePathParam('id')))
  if (data) return <Shown process={data} />
  if (!error) return <LoadingPage />
  const back = (
    <Button component={AppLink} href={PAGES}>
      {t('title')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} />
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState icon={IconSignature} title={t('gone')} action={back} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Shown({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const { tab } = useUrlFilters(['tab']).values
  return (
    <>
      <PageHeader
        title={process.title}
        breadcrumbs={[{ label: t('title'), href: PAGES }]}
        badge={
          <>
            <ProcessBadge process={process} />
            <HoldBadge holds={process.legal_holds} />
          </>
        }
        description={<span role="status">{useNextStep(process)}</span>}
        actions={process.may_write && <ProcessActions process={process} />}
      />
      <ParamTabs
        label={t('tabs.label')}
        name="tab"
        tabs={[
          { value: 'overview', label: t('tabs.overview') },
          { value: 'history', label: t('tabs.history') },
        ]}
      />
      {tab === 'history' ? <History process={process} /> : <Overview process={process} />}
    </>
  )
}
