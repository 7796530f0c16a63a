import { IconSignature } from '@tabler/icons-react'
import { signingWords } from '#features/signatures/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type SignerProcess, useSignerProcesses } from './signing.api.ts'
import { situationOf, TONES } from './situation.ts'

/** What waits for one's own signature, and what one was asked before; for employees and managers alike. */
export function ToSignPage() {
  const t = useWords(signingWords)
  const { scope } = useSession().person
  const state = useUrlFilters(['state']).values.state === 'past' ? 'past' : 'open'
  const list = useSignerProcesses(state)
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t(scope === 'manager' ? 'list.titleManager' : 'list.title')} description={t('list.text')} />
      <ParamTabs
        label={t('list.views')}
        name="state"
        tabs={[
          { value: 'open', label: t('list.open') },
          { value: 'past', label: t('list.past') },
        ]}
      />
      <DataTable
        label={t('list.table')}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowHref={(row) => `/portal/sign/${row.id}`}
        empty={
          <EmptyState
            icon={IconSignature}
            title={t(state === 'open' ? 'list.none' : 'list.nonePast')}
            text={t(state === 'open' ? 'list.noneText' : 'list.nonePastText')}
          />
        }
      />
    </>
  )
}

function useColumns(): Column<SignerProcess>[] {
  const t = useWords(signingWords)
  const format = useFormat()
  return [
    { id: 'title', header: t('list.document'), render: (row) => row.title },
    { id: 'from', header: t('list.from'), width: '11rem', hideBelow: 'md', render: (row) => row.requested_by },
    {
      id: 'since',
      header: t('list.since'),
      width: '9.5rem',
      hideBelow: 'lg',
      render: (row) => row.requested_at && <RelativeTime value={row.requested_at} />,
    },
    {
      id: 'until',
      header: t('list.until'),
      width: '8.5rem',
      render: (row) => (row.expiry_date ? format.date(row.expiry_date) : '–'),
    },
    {
      id: 'state',
      header: t('list.state'),
      width: '12rem',
      render: (row) => {
        const situation = situationOf(row)
        return <StatusBadge tone={TONES[situation]}>{t(`state.${situation}`)}</StatusBadge>
      },
    },
  ]
}
