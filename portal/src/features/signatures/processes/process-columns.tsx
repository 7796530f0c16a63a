import { Progress, Tooltip, VisuallyHidden } from '@mantine/core'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { ProcessItem } from './processes.api.ts'
import classes from './processes.module.css'
import { STATUS_TONES, signedCount, stateOf } from './state.ts'

/** What the list says of each process. */
export function useProcessColumns(): Column<ProcessItem>[] {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  return [
    { id: 'title', header: t('list.title'), render: (row) => row.title },
    { id: 'status', header: t('list.status'), width: '10.5rem', render: (row) => <ProcessBadge process={row} /> },
    { id: 'signers', header: t('list.signers'), width: '9.5rem', render: (row) => <SignerProgress process={row} /> },
    { id: 'employee', header: t('list.employee'), width: '10rem', hideBelow: 'md', render: employeeOf },
    {
      id: 'expiry',
      header: t('list.expiry'),
      width: '8.5rem',
      hideBelow: 'lg',
      render: (row) => (row.expiry_date ? format.date(row.expiry_date) : '–'),
    },
    {
      id: 'created',
      header: t('list.created'),
      width: '9rem',
      hideBelow: 'xl',
      render: (row) => <RelativeTime value={row.created_at} />,
    },
  ]
}

const employeeOf = (row: ProcessItem) => row.employee_name ?? '–'

export function ProcessBadge({ process }: { process: Pick<ProcessItem, 'status' | 'is_sealing'> }) {
  const t = useWords(signatureProcessWords)
  return <StatusBadge tone={STATUS_TONES[process.status]}>{t(`state.${stateOf(process)}`)}</StatusBadge>
}

/** How many have signed; who, and who has not, on hover and for screen readers. */
function SignerProgress({ process }: { process: ProcessItem }) {
  const t = useWords(signatureProcessWords)
  const { signers } = process
  const done = signedCount(process)
  const all = signers.length
  const stateWords = signers.map(({ id, name, status }) => ({ id, text: `${name} · ${t(`signer.${status}`)}` }))
  const words = t(process.status === 'draft' ? 'list.toSign' : 'list.signed', { done, count: all })
  return (
    <Tooltip multiline label={stateWords.map(({ id, text }) => <div key={id}>{text}</div>)}>
      <span className={classes.progress}>
        <span>{words}</span>
        <VisuallyHidden>{stateWords.map(({ text }) => text).join(', ')}</VisuallyHidden>
        {process.status !== 'draft' && <Progress value={(done / all) * 100} size={4} aria-hidden />}
      </span>
    </Tooltip>
  )
}
