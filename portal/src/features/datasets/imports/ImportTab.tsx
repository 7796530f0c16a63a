import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  type Dataset,
  type DatasetImport,
  datasetHref,
  datasetQuery,
  listImports,
} from '#features/datasets/datasets.api.ts'
import { datasetWords } from '#features/datasets/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ImportBadge } from './ImportBadge.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportWizard } from './ImportWizard.tsx'

/** Importing a file into a data set, and what was imported before. */
export function ImportTab({ dataset }: { dataset: Dataset }) {
  const t = useWords(datasetWords)
  const queryClient = useQueryClient()
  const session = useSession()
  const filters = useUrlFilters(['import'])
  const list = useCursorList<DatasetImport>(['datasets', 'imports', dataset.id], (asked) =>
    listImports(dataset.id, asked),
  )
  const changed = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['datasets', 'imports', dataset.id] })
    void queryClient.invalidateQueries({ queryKey: datasetQuery(dataset.id).queryKey })
    void queryClient.invalidateQueries({ queryKey: ['datasets', 'list'] })
  }, [queryClient, dataset.id])
  const shown = filters.values.import
  return (
    <div>
      {shown !== undefined && (
        <ImportReport id={shown} onEnd={changed} onClose={() => filters.set({ import: undefined })} />
      )}
      {shown === undefined && mayAdmin(session, 'datasets:write') && (
        <ImportWizard dataset={dataset} onChecked={changed} onApplied={(id) => filters.set({ import: id })} />
      )}
      <Section title={t('import.history')} flush>
        <DataTable
          label={t('import.history')}
          columns={useColumns()}
          list={list}
          rowId={({ id }) => id}
          rowHref={({ id }) => `${datasetHref(dataset.id)}?tab=import&import=${id}`}
          empty={<EmptyState icon={IconFileImport} title={t('import.historyEmpty')} />}
        />
      </Section>
    </div>
  )
}

function useColumns(): Column<DatasetImport>[] {
  const t = useWords(datasetWords)
  const format = useFormat()
  return [
    { id: 'file', header: t('import.file'), render: ({ filename }) => filename },
    {
      id: 'result',
      header: t('import.result'),
      width: '14rem',
      render: ({ status, result, dry_run }) => (
        <>
          <ImportBadge status={status} result={result} />{' '}
          {dry_run && <StatusBadge tone="neutral">{t('import.dryRun')}</StatusBadge>}
        </>
      ),
    },
    {
      id: 'changes',
      header: t('import.changes'),
      hideBelow: 'lg',
      render: ({ stats }) =>
        t('import.changesText', {
          created: format.number(stats.values_created),
          updated: format.number(stats.values_updated),
          deleted: format.number(stats.values_deleted),
        }),
    },
    { id: 'who', header: t('import.who'), width: '12rem', hideBelow: 'md', render: ({ creator }) => creator.name },
    {
      id: 'when',
      header: t('import.when'),
      width: '10rem',
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}
