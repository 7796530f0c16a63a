import { IconHistory } from '@tabler/icons-react'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { browserOf } from './browser-name.ts'
import classes from './process.module.css'
import type { Evidence, Process } from './processes.api.ts'

type Row = Evidence & { place: number }

/** What happened in a process, from the first day on: the proof that comes with the signatures. */
export function History({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const rows = process.evidence.map((entry, place) => ({ ...entry, place }))
  return (
    <DataTable
      label={t('history.label')}
      columns={useColumns()}
      list={fixedRows(rows)}
      rowId={(row) => String(row.place)}
      empty={<EmptyState icon={IconHistory} title={t('history.empty')} />}
    />
  )
}

function useColumns(): Column<Row>[] {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  const named = (action: string) => {
    const key = `history.actions.${action}` as 'history.actions.created'
    const words = t(key)
    return words === key ? action : words
  }
  return [
    {
      id: 'what',
      header: t('history.what'),
      render: (row) => (
        <span>
          {named(row.action)}
          {row.detail && <span className={classes.detail}>{row.detail}</span>}
        </span>
      ),
    },
    {
      id: 'who',
      header: t('history.who'),
      width: '10.5rem',
      render: (row) => row.signer_name ?? row.actor_name ?? t('history.itself'),
    },
    {
      id: 'when',
      header: t('history.when'),
      width: '13rem',
      render: (row) => <time dateTime={row.created_at}>{format.dateTime(row.created_at)}</time>,
    },
    { id: 'address', header: t('history.address'), width: '8.5rem', render: (row) => row.address ?? '–' },
    {
      id: 'browser',
      header: t('history.browser'),
      width: '9.5rem',
      hideBelow: 'lg',
      render: (row) => (row.agent ? <span title={row.agent}>{browserOf(row.agent)}</span> : '–'),
    },
  ]
}
