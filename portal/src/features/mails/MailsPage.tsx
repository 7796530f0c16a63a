import { Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { NoMatches } from '#ui/filters/NoMatches.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type SentMail, useMails } from './mails.api.ts'
import { mailWords } from './words.ts'

/** To whom the service wrote, and what failed. */
export function MailsPage() {
  const t = useWords(mailWords)
  const filters = useUrlFilters(['q', 'status'])
  const mails = useMails(filters.values)
  return (
    <>
      <PageHeader title={t('mails.title')} description={t('mails.text')} />
      <Filters
        filters={filters}
        search="q"
        searchLabel={t('mails.search')}
        choices={[
          {
            name: 'status',
            label: t('mails.status'),
            options: (['sent', 'written', 'failed'] as const).map((value) => ({ value, label: t(`mails.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t('mails.table')}
        list={mails}
        columns={columnsOf(t)}
        rowId={(row) => row.id}
        empty={
          filters.isFiltered ? (
            <NoMatches
              title={t('mails.noneTitle')}
              text={t('mails.noneText')}
              showAll={t('mails.all')}
              onShowAll={filters.clear}
            />
          ) : (
            <EmptyState icon={IconMail} title={t('mails.emptyTitle')} text={t('mails.emptyText')} />
          )
        }
      />
    </>
  )
}

function columnsOf(t: Translate<typeof mailWords>): Column<SentMail>[] {
  return [
    { id: 'recipient', header: t('mails.recipient'), width: '26%', render: (row) => row.recipient },
    { id: 'subject', header: t('mails.subject'), render: (row) => row.subject },
    { id: 'kind', header: t('mails.kind'), width: '9rem', hideBelow: 'lg', render: (row) => kindOf(t, row.kind) },
    { id: 'status', header: t('mails.status'), width: '22%', render: (row) => <Outcome mail={row} /> },
    {
      id: 'when',
      header: t('mails.when'),
      width: '9rem',
      hideBelow: 'md',
      render: (row) => <RelativeTime value={row.attempted_at} />,
    },
  ]
}

const KINDS = ['request', 'delivery', 'reminder', 'password', 'signature', 'code', 'webhook_disabled'] as const

function kindOf(t: Translate<typeof mailWords>, kind: string): string {
  const known = KINDS.find((one) => one === kind)
  return known ? t(`mails.about.${known}`) : kind
}

const TONES = { sent: 'good', written: 'warning', failed: 'bad' } as const satisfies Record<SentMail['status'], Tone>

function Outcome({ mail: { status, failure, attempts } }: { mail: SentMail }) {
  const t = useWords(mailWords)
  return (
    <div>
      <StatusBadge tone={TONES[status]}>{t(`mails.${status}`)}</StatusBadge>
      {failure && (
        <Text size="sm" c="dimmed">
          {failure} ({t('mails.attempts', { count: attempts })})
        </Text>
      )}
    </div>
  )
}
