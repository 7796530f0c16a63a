import { Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { AUDIT, auditKeys, type EntryFilters, listEntries, type NamedEntry } from '#features/audit/audit.api.ts'
import { EntryText } from '#features/audit/entries/EntryText.tsx'
import { auditWords } from '#features/audit/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import classes from './views.module.css'

type ViewsProps = {
  of: EntryFilters
  text: string
  /** Parameters of the audit page that show the same. */
  inAudit: Record<string, string>
}

const ACTIONS = { all: undefined, viewed: 'document.viewed', downloaded: 'document.downloaded' } as const
type Shown = keyof typeof ACTIONS

/** The entries of the audit trail about one document or one person. */
export function Views({ of, text, inAudit }: ViewsProps) {
  const t = useWords(auditWords)
  const [shown, show] = useState<Shown>('all')
  const asked = { ...of, action: ACTIONS[shown] }
  const list = useCursorList<NamedEntry>([...auditKeys.all, 'list', asked], (page) => listEntries(asked, page))
  const search = new URLSearchParams({ ...inAudit, ...(ACTIONS[shown] ? { action: ACTIONS[shown] } : {}) })
  const pills = (Object.keys(ACTIONS) as Shown[]).map((key) => ({ key, label: t(`views.${key}`) }))
  return (
    <>
      <div className={classes.head}>
        <Text c="dimmed">{text}</Text>
        <AppLink href={`${AUDIT}?${search}`}>{t('views.inAudit')}</AppLink>
      </div>
      <ChoicePills label={t('filters.action')} pills={pills} chosen={shown} onChoose={show} />
      <DataTable
        label={t('views.title')}
        columns={useColumns()}
        list={list}
        rowId={({ sequence }) => String(sequence)}
        empty={<EmptyState icon={IconEye} title={t('views.none')} text={t('views.noneText')} />}
      />
    </>
  )
}

function useColumns(): Column<NamedEntry>[] {
  const t = useWords(auditWords)
  const format = useFormat()
  return [
    { id: 'what', header: t('columns.what'), render: (entry) => <EntryText entry={entry} /> },
    { id: 'when', header: t('columns.when'), width: '13rem', render: ({ at }) => format.dateTime(at) },
    {
      id: 'address',
      header: t('entry.address'),
      width: '11rem',
      hideBelow: 'lg',
      render: ({ actor }) => actor?.address,
    },
  ]
}
