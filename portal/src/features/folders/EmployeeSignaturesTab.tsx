import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { given } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { may, useSession } from '../../app/session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { useCursorList } from '../../ui/cursor-list.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFormat } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { fetchSignatures, type SignatureItem } from './others.api.ts'

const PAGES = '/portal/manager/signatures'

const TONES: Record<SignatureItem['status'], Tone> = {
  draft: 'neutral',
  signing: 'info',
  signed: 'warning',
  sent: 'warning',
  done: 'good',
  rejected: 'bad',
  expired: 'bad',
  canceled: 'neutral',
}

/** What is being signed, or was, for the folder of an employee. */
export function EmployeeSignaturesTab() {
  const t = useWords('folders')
  const id = usePathParam('id')
  const mayMake = may(useSession(), 'signatures:write')
  const list = useCursorList(['folders', 'signatures', id], ({ cursor, signal }) =>
    fetchSignatures(given({ employee: id, per_page: 50, cursor }), signal),
  )
  const make = mayMake && (
    <Button component={AppLink} href={`${PAGES}/new`}>
      {t('signatures.make')}
    </Button>
  )
  return (
    <DataTable
      label={t('signatures.title')}
      list={list}
      columns={useColumns()}
      rowId={(row) => row.id}
      rowHref={(row) => `${PAGES}/${row.id}`}
      empty={
        <EmptyState icon={IconSignature} title={t('signatures.none')} text={t('signatures.noneText')} action={make} />
      }
    />
  )
}

function useColumns(): Column<SignatureItem>[] {
  const t = useWords('folders')
  const format = useFormat()
  const signed = ({ signers }: SignatureItem) => signers.filter(({ status }) => status === 'signed').length
  return [
    { id: 'title', header: t('signatures.name'), render: (row) => row.title },
    {
      ...{ id: 'status', header: t('signatures.status'), width: '10rem' },
      render: ({ status }) => <StatusBadge tone={TONES[status]}>{t(`signatures.states.${status}`)}</StatusBadge>,
    },
    {
      ...{ id: 'signers', header: t('signatures.signers'), width: '10rem' },
      render: (row) => t('signatures.signed', { done: signed(row), all: row.signers.length }),
    },
    {
      ...{ id: 'expiry', header: t('signatures.expiry'), width: '10rem', hideBelow: 'lg' },
      render: (row) => (row.expiry_date ? format.date(row.expiry_date) : '–'),
    },
    {
      ...{ id: 'created', header: t('signatures.created'), width: '9rem' },
      render: (row) => <RelativeTime value={row.created_at} />,
    },
  ]
}
