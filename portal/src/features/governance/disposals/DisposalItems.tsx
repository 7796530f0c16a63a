import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { pageOf } from '#features/governance/holds/scope-form.ts'
import { disposalWords } from '#features/governance/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import type { Decision } from './DecisionDialogs.tsx'
import { type Disposal, type DisposalItem, disposalKeys, type ItemStatus, listItems } from './disposals.api.ts'
import { ITEM_STATUSES, ITEM_TONES } from './state.ts'

type DisposalItemsProps = { disposal: Disposal; mayDecide: boolean; onDecide: (decision: Decision) => void }

/** So many can be named in one decision. */
const MAX_NAMED = 1000

/** What is in a disposal, and what became of each. */
export function DisposalItems({ disposal: { id, counts, status }, mayDecide, onDecide }: DisposalItemsProps) {
  const t = useWords(disposalWords)
  const [chosen, choose] = useState<ItemStatus | 'all'>('all')
  const [selected, select] = useState<Set<string>>(new Set())
  const there = ITEM_STATUSES.filter((one) => counts[one] > 0)
  const shown = chosen !== 'all' && there.includes(chosen) ? chosen : mayDecide ? 'waiting' : 'all'
  const key = [...disposalKeys.one(id), 'items', shown, status]
  const list = useCursorList(key, (page) => listItems(id, shown === 'all' ? undefined : shown, page))
  const pills = [
    ...(mayDecide ? [] : [{ key: 'all' as const, label: t('items.all'), count: counts.total }]),
    ...there.map((one) => ({ key: one, label: t(`items.${one}`), count: counts[one] })),
  ]
  const decide = (kind: Decision['kind']) => {
    onDecide({ kind, ids: [...selected].slice(0, MAX_NAMED), count: Math.min(selected.size, MAX_NAMED) })
    select(new Set())
  }
  const actions = (
    <>
      <Button size="compact-sm" variant="default" onClick={() => decide('reject')}>
        {t('reject.selected')}
      </Button>
      <Button size="compact-sm" onClick={() => decide('approve')}>
        {t('approve.selected')}
      </Button>
    </>
  )
  return (
    <div>
      {pills.length > 1 && <ChoicePills label={t('columns.status')} pills={pills} chosen={shown} onChoose={choose} />}
      <DataTable
        label={t('columns.items')}
        columns={useColumns()}
        list={list}
        rowId={(item) => item.id}
        rowLabel={({ title, resource_id }) => title || resource_id}
        {...(mayDecide && shown === 'waiting' ? { selection: { selected, onChange: select, actions } } : {})}
        empty={<EmptyState title={t(status === 'gathering' ? 'items.gathering' : 'items.none')} />}
      />
    </div>
  )
}

function useColumns(): Column<DisposalItem>[] {
  const t = useWords(disposalWords)
  const format = useFormat()
  return [
    { id: 'title', header: t('items.title'), render: (item) => <Title item={item} /> },
    { id: 'due', header: t('items.dueOn'), width: '9rem', render: ({ due_on }) => format.date(due_on) },
    {
      id: 'status',
      header: t('columns.status'),
      width: '12rem',
      render: ({ status, reason }) => (
        <span>
          <StatusBadge tone={ITEM_TONES[status]}>{t(`items.${status}`)}</StatusBadge>
          {reason && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {reason}
            </Text>
          )}
        </span>
      ),
    },
  ]
}

/** Leads to what is still there. */
function Title({ item }: { item: DisposalItem }) {
  const { resource_type, resource_id, status } = item
  const title = item.title || resource_id
  const employee = resource_type === 'employee' ? { technical_id: resource_id, name: title } : null
  const page = pageOf({ resource_type, resource_id, title, employee, document_id: null })
  if (!page || status === 'done' || status === 'gone') return title
  return (
    <AppLink href={page} className={rows.link}>
      {title}
    </AppLink>
  )
}
