import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../app/api-error.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ParamTabs } from '../../ui/ParamTabs.tsx'
import { useUrlFilters } from '../../ui/url-filters.ts'
import { History } from './History.tsx'
import { Overview } from './Overview.tsx'
import { ProcessActions } from './ProcessActions.tsx'
import { ProcessBadge } from './process-columns.tsx'
import { PAGES, type Process, processQuery } from './signatures.api.ts'
import { useNextStep } from './use-next-step.ts'

/** One signature process: who has signed, the document, and what happened. */
export function ProcessPage() {
  const t = useWords('signatureProcesses')
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
  const t = useWords('signatureProcesses')
  const { tab } = useUrlFilters(['tab']).values
  return (
    <>
      <PageHeader
        title={process.title}
        breadcrumbs={[{ label: t('title'), href: PAGES }]}
        badge={<ProcessBadge process={process} />}
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
