import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ValuesTab } from '#features/datasets/values/ValuesTab.tsx'
import { ApiError } from '#kernel/api/api.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage, LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { type Dataset, datasetQuery, exportHref, useDeleteDataset } from './datasets.api.ts'
import { useName } from './name.ts'
import { datasetWords } from './words.ts'

const ImportTab = lazyComponent(() =>
  import('#features/datasets/imports/ImportTab.tsx').then((module) => module.ImportTab),
)
const StructureTab = lazyComponent(() => import('./StructureTab.tsx').then((module) => module.StructureTab))

const LIST = '/portal/admin/datasets'
const TABS = ['values', 'import', 'structure'] as const

/** One data set: its values, imports, and what it is made of. */
export function DatasetPage() {
  const t = useWords(datasetWords)
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
  const t = useWords(datasetWords)
  const format = useFormat()
  const notify = useNotify()
  const leave = useLeave()
  const remove = useDeleteDataset()
  const gone = () => {
    notify.success(t('dataset.deleted'))
    leave(LIST)
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
  const t = useWords(datasetWords)
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
