import { IconChecklist } from '@tabler/icons-react'
import { type BulkAction, listActions, PAGES } from '#shared/bulk/bulk.api.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { Counts } from './Counts.tsx'
import { StateBadge } from './StateBadge.tsx'

/** What I had done to many at once. */
export function BulkActionsPage() {
  const t = useWords(bulkWords)
  const list = useCursorList(['bulk', 'list'], listActions)
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')} />
      <DataTable
        label={t('title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `${PAGES}/${id}`}
        empty={<EmptyState icon={IconChecklist} title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}

function useColumns(): Column<BulkAction>[] {
  const t = useWords(bulkWords)
  return [
    { id: 'kind', header: t('action'), render: ({ kind }) => t(`kind.${kind}`) },
    { id: 'state', header: t('state'), width: '10rem', render: ({ state }) => <StateBadge state={state} /> },
    { id: 'result', header: t('result'), width: '20rem', render: (action) => <Counts action={action} /> },
    {
      id: 'when',
      header: t('when'),
      width: '11rem',
      hideBelow: 'md',
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}
