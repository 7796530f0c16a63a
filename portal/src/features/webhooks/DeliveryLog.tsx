import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { eventTypesQuery } from '#shared/events/event-types.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { type Delivery, listDeliveries, type Webhook, webhookKeys } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

const STATUSES = ['pending', 'succeeded', 'failed'] as const

/** What was sent to a webhook. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const filters = useUrlFilters(['status', 'event_type'])
  const opened = useUrlFilters(['delivery'])
  const { data: names = [] } = useQuery(eventTypesQuery)
  const status = STATUSES.find((one) => one === filters.values.status)
  const asked = { status, event_type: filters.values.event_type }
  const list = useCursorList<Delivery>([...webhookKeys.one(webhook.id), 'deliveries', asked], (page) =>
    listDeliveries(webhook.id, asked, page),
  )
  const types = ['webhook.test', ...names].map((value) => ({ value, label: value }))
  const empty = filters.isFiltered ? (
    <EmptyState title={t('deliveries.none')} text={t('deliveries.noneText')} />
  ) : (
    <EmptyState icon={IconSend} title={t('deliveries.empty')} text={t('deliveries.emptyText')} />
  )
  return (
    <>
      <Filters
        filters={filters}
        choices={[
          {
            name: 'status',
            label: t('deliveries.status'),
            options: STATUSES.map((value) => ({ value, label: t(`deliveries.${value}`) })),
          },
          { name: 'event_type', label: t('deliveries.event'), options: types, searchable: true },
        ]}
      />
      <DataTable
        label={t('deliveries.title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/portal/admin/webhooks/${webhook.id}/deliveries?delivery=${id}`}
        empty={empty}
      />
      <DeliveryDrawer
        webhook={webhook}
        deliveryId={opened.values.delivery}
        onClose={() => opened.set({ delivery: undefined })}
      />
    </>
  )
}

function useColumns(): Column<Delivery>[] {
  const t = useWords(webhookWords)
  const format = useFormat()
  return [
    { id: 'event', header: t('deliveries.event'), render: ({ event_type }) => event_type },
    {
      id: 'status',
      header: t('deliveries.status'),
      width: '9rem',
      render: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      id: 'answer',
      header: t('deliveries.answer'),
      width: '7rem',
      align: 'end',
      render: ({ last_status_code }) => last_status_code ?? '–',
    },
    {
      id: 'attempts',
      header: t('deliveries.attempts'),
      width: '8rem',
      align: 'end',
      hideBelow: 'md',
      render: ({ attempts_count }) => format.number(attempts_count),
    },
    {
      id: 'when',
      header: t('deliveries.when'),
      width: '13rem',
      render: ({ created_at }) => format.dateTime(created_at),
    },
  ]
}
