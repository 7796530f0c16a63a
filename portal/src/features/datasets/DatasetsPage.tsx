import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { ImportBadge } from '#features/datasets/imports/ImportBadge.tsx'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type Dataset, datasetHref, listDatasets } from './datasets.api.ts'
import classes from './datasets.module.css'
import { NewDataset } from './NewDataset.tsx'
import { useName } from './name.ts'
import { datasetWords } from './words.ts'

/** The data sets of the client. */
export function DatasetsPage() {
  const t = useWords(datasetWords)
  const mayWrite = mayAdmin(useSession(), 'datasets:write')
  const [opened, { open, close }] = useDisclosure(false)
  const filters = useUrlFilters(['q', 'result', 'sort'])
  const list = useCursorList<Dataset>(['datasets', 'list', filters.values], (asked) =>
    listDatasets(filters.values, asked),
  )
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t('all.new')}
    </Button>
  )
  const results = (['success', 'partial_success', 'error'] as const).map((value) => ({
    value,
    label: t(`state.${value}`),
  }))
  const orders = [
    { value: 'name', label: t('all.byName') },
    { value: '-updated_at', label: t('all.byUpdate') },
  ]
  return (
    <>
      <PageHeader title={t('all.title')} description={t('all.description')} actions={add} />
      <Filters
        filters={filters}
        search="q"
        searchLabel={t('all.search')}
        choices={[
          { name: 'result', label: t('all.result'), options: results },
          { name: 'sort', label: t('all.sort'), options: orders },
        ]}
      />
      <DataTable
        label={t('all.title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => datasetHref(id)}
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('all.none')} text={t('all.noneText')} />
          ) : (
            <EmptyState icon={IconDatabase} title={t('all.empty')} text={t('all.emptyText')} action={add} />
          )
        }
      />
      <NewDataset opened={opened} onClose={close} />
    </>
  )
}

function useColumns(): Column<Dataset>[] {
  const t = useWords(datasetWords)
  const format = useFormat()
  const nameOf = useName()
  return [
    {
      id: 'name',
      header: t('all.name'),
      render: (dataset) => (
        <>
          {nameOf(dataset)} {nameOf(dataset) !== dataset.id && <span className={classes.code}>{dataset.id}</span>}
        </>
      ),
    },
    {
      id: 'levels',
      header: t('all.levels'),
      hideBelow: 'md',
      render: ({ dimensions }) => dimensions.map(nameOf).join(' › ') || '–',
    },
    {
      id: 'values',
      header: t('all.values'),
      width: '8rem',
      align: 'end',
      render: ({ values_count }) => format.number(values_count),
    },
    {
      id: 'import',
      header: t('all.import'),
      width: '11rem',
      render: ({ last_import_status: status, last_import_result: result }) => (
        <ImportBadge status={status} result={result} />
      ),
    },
    {
      id: 'updated',
      header: t('all.updated'),
      width: '11rem',
      hideBelow: 'lg',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
}
