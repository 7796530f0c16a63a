import { Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { holdWords } from '#features/governance/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type HeldItem, type HeldType, holdKeys, type LegalHold, listHeldItems } from './holds.api.ts'
import classes from './holds.module.css'
import { countsOf, pageOf, totalOf } from './scope-form.ts'
import { useItemName } from './use-item-name.ts'

/** What a hold covers, with how many of each type. */
export function HeldItems({ hold: { id, counts, status } }: { hold: LegalHold }) {
  const t = useWords(holdWords)
  const titleId = useId()
  const [chosen, setChosen] = useState<HeldType | 'all'>('all')
  const type = chosen === 'all' ? undefined : chosen
  const list = useCursorList([...holdKeys.one(id), 'items', chosen], (page) => listHeldItems(id, type, page))
  const ofTypes = countsOf(counts)
  const pills = [
    { key: 'all' as const, label: t('items.all'), count: totalOf(counts) },
    ...ofTypes.map((one) => ({ key: one.type, label: t(`kinds.${one.type}`), count: one.count })),
  ]
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t(status === 'open' ? 'items.title' : 'items.titlePast')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`items.${status}`)}
      </Text>
      {ofTypes.length > 1 && (
        <ChoicePills label={t('items.kinds')} pills={pills} chosen={chosen} onChoose={setChosen} />
      )}
      <DataTable
        label={t('items.title')}
        columns={useColumns()}
        list={list}
        rowId={({ resource_type, resource_id }) => `${resource_type} ${resource_id}`}
        empty={<EmptyState title={t('items.none')} text={t('items.noneText')} />}
      />
    </section>
  )
}

function useColumns(): Column<HeldItem>[] {
  const t = useWords(holdWords)
  const nameOf = useItemName()
  return [
    {
      id: 'name',
      header: t('items.name'),
      render: (item) => {
        const page = pageOf(item)
        const { name } = nameOf(item)
        if (!page) return name
        return (
          <AppLink href={page} className={classes.link}>
            {name}
          </AppLink>
        )
      },
    },
    { id: 'kind', header: t('items.kind'), width: '13rem', render: (item) => nameOf(item).detail },
    {
      id: 'covered',
      header: t('items.covered'),
      width: '10rem',
      hideBelow: 'lg',
      render: ({ covered_at }) => <RelativeTime value={covered_at} />,
    },
  ]
}
