import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { signatureTabWords } from '#features/signatures/words.ts'
import { given } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { fetchSignatures, type SignatureItem } from './employee-signatures.api.ts'

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
  const t = useWords(signatureTabWords)
  const id = usePathParam('id')
  const mayMake = may(useSession(), 'signatures:write')
  const list = useCursorList(['folders', 'signatures', id], ({ cursor, signal }) =>
    fetchSignatures(given({ employee: id, per_page: 50, cursor }), signal),
  )
  const make = mayMake && (
    <Button component={AppLink} href={`${PAGES}/new`}>
      {t('make')}
    </Button>
  )
  return (
    <DataTable
      label={t('title')}
      list={list}
      columns={useColumns()}
      rowId={(row) => row.id}
      rowHref={(row) => `${PAGES}/${row.id}`}
      empty={<EmptyState icon={IconSignature} title={t('none')} text={t('noneText')} action={make} />}
    />
  )
}

function useColumns(): Column<SignatureItem>[] {
  const t = useWords(signatureTabWords)
  const format = useFormat()
  const signed = ({ signers }: SignatureItem) => signers.filter(({ status }) => status === 'signed').length
  return [
    { id: 'title', header: t('name'), render: (row) => row.title },
    {
      id: 'status',
      header: t('status'),
      width: '10rem',
      render: ({ status }) => <StatusBadge tone={TONES[status]}>{t(`states.${status}`)}</StatusBadge>,
    },
    {
      id: 'signers',
      header: t('signers'),
      width: '10rem',
      render: (row) => t('signed', { done: signed(row), all: row.signers.length }),
    },
    {
      id: 'expiry',
      header: t('expiry'),
      width: '10rem',
      hideBelow: 'lg',
      render: (row) => (row.expiry_date ? format.date(row.expiry_date) : '–'),
    },
    {
      id: 'created',
      header: t('created'),
      width: '9rem',
      render: (row) => <RelativeTime value={row.created_at} />,
    },
  ]
}
