import { IconEye } from '@tabler/icons-react'
import { useViews, type View } from '#features/privacy/my-data.api.ts'
import { myDataWords } from '#features/privacy/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { documentPath, useViewWords, VIEWER_ICONS } from './use-view-words.tsx'
import classes from './views.module.css'

/** Everybody who opened something of the employee. */
export function ViewsPage() {
  const t = useWords(myDataWords)
  const views = useViews()
  const numbered = { ...views, rows: views.rows.map((view, place) => ({ ...view, place })) }
  return (
    <>
      <PageHeader
        title={t('views.title')}
        breadcrumbs={[{ label: t('title'), href: '/portal/my-data' }]}
        description={t('views.text')}
      />
      <DataTable
        label={t('views.table')}
        list={numbered}
        columns={useColumns()}
        rowId={(row) => String(row.place)}
        empty={<EmptyState icon={IconEye} title={t('views.none')} text={t('views.noneText')} />}
      />
    </>
  )
}

function useColumns(): Column<View>[] {
  const t = useWords(myDataWords)
  const format = useFormat()
  const { who, what } = useViewWords()
  return [
    {
      id: 'who',
      header: t('views.who'),
      render: (view) => {
        const Icon = VIEWER_ICONS[view.who]
        return (
          <span className={classes.who}>
            <Icon size={18} stroke={1.75} aria-hidden />
            {who(view)}
          </span>
        )
      },
    },
    { id: 'what', header: t('views.what'), render: what },
    {
      id: 'document',
      header: t('views.document'),
      render: ({ document }) => (document ? <AppLink href={documentPath(document.id)}>{document.title}</AppLink> : '–'),
    },
    {
      id: 'when',
      header: t('views.when'),
      width: '12rem',
      render: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
  ]
}
