import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { lazyPart } from '../../app/lazy-page.ts'
import { usePathParam } from '../../app/path.ts'
import { mayAdmin, useSession } from '../../app/session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadingPage, LoadingState } from '../../ui/LoadingState.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ParamTabs } from '../../ui/ParamTabs.tsx'
import { useUrlFilters } from '../../ui/url-filters.ts'
import { type Dataset, datasetQuery, exportHref, useDeleteDataset } from './datasets.api.ts'
import { useName } from './name.ts'
import { ValuesTab } from './ValuesTab.tsx'

const ImportTab = lazyPart(() => import('./ImportTab.tsx').then((module) => module.ImportTab))
const StructureTab = lazyPart(() => import('./StructureTab.tsx').then((module) => module.StructureTab))

const LIST = '/portal/admin/datasets'
const TABS = ['values', 'import', 'structure'] as const

/** One data set: its values, imports, and what it is made of. */
export function DatasetPage() {
  const t = useWords('datasets')
  const format = useFormat()
  const id = usePathParam('id')
  const nameOf = useName()
  const filters = useUrlFilters(['tab', 'import'])
  const { data: dataset, error, refetch } = useQuery(datasetQuery(id))
  const tab = TABS.find((one) => one === filters.values.tab) ?? 'values'
  if (error instanceof ApiError && error.status === 404) return <Gone />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!dataset) return <LoadingPage />
  const count = { count: dataset.values_count, number: format.number(dataset.values_count) }
  return (
    <>
      <PageHeader
        title={nameOf(dataset)}
        breadcrumbs={[{ label: t('all.title'), href: LIST }]}
        description={[nameOf(dataset) === id ? '' : id, t('dataset.count', count)].filter(Boolean).join(' · ')}
        actions={<Actions dataset={dataset} />}
      />
      <ParamTabs
        label={t('dataset.tabs')}
        name="tab"
        tabs={TABS.map((value) => ({ value, label: t(`dataset.${value}`) }))}
      />
      <Suspense fallback={<LoadingState lines={6} />}>
        {tab === 'values' && <ValuesTab key={dataset.dimensions.length} dataset={dataset} />}
        {tab === 'import' && <ImportTab dataset={dataset} />}
        {tab === 'structure' && <StructureTab key={dataset.updated_at} dataset={dataset} />}
      </Suspense>
    </>
  )
}

function Actions({ dataset: { id, values_count: count } }: { dataset: Dataset }) {
  const t = useWords('datasets')
  const format = useFormat()
  const notify = useNotify()
  const router = useRouter()
  const remove = useDeleteDataset()
  const gone = () => {
    notify.success(t('dataset.deleted'))
    router.history.push(LIST)
  }
  const failed = (error: unknown) =>
    notify.failure(error, { dataset_in_use: t('dataset.inUse'), busy: t('values.busy') })
  return (
    <>
      {mayAdmin(useSession(), 'datasets:write') && (
        <ConfirmButton
          question={{
            title: t('dataset.deleteTitle', { id }),
            text: t('dataset.deleteText', { count, number: format.number(count) }),
            action: t('dataset.delete'),
          }}
          onConfirm={() => remove.mutate(id, { onSuccess: gone, onError: failed })}
          loading={remove.isPending}
        >
          {t('dataset.delete')}
        </ConfirmButton>
      )}
      <Button
        component="a"
        href={exportHref(id)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('dataset.export')}
      </Button>
    </>
  )
}

function Gone() {
  const t = useWords('datasets')
  return (
    <EmptyState
      title={t('dataset.gone')}
      text={t('dataset.goneText')}
      action={
        <Button component={AppLink} href={LIST} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          {t('dataset.back')}
        </Button>
      }
    />
  )
}
