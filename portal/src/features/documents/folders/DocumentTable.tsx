import { ActionIcon, Drawer, Group } from '@mantine/core'
import { IconEye, IconLock, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { folderWords } from '#features/documents/words.ts'
import { managerAddresses } from '#shared/documents/addresses.ts'
import { DocumentPreview, isRendered } from '#shared/documents/DocumentPreview.tsx'
import { documentPath } from '#shared/documents/paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import type { CursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type DocumentItem, useTypeName } from './folders.api.ts'

type DocumentTableProps = {
  label: string
  list: CursorList<DocumentItem>
  /** Between the type and the date. */
  columns?: Column<DocumentItem>[]
  empty: ReactNode
}

/** Documents, each a link to its page; the eye shows the pages without leaving the list. */
export function DocumentTable({ label, list, columns = [], empty }: DocumentTableProps) {
  const t = useWords(folderWords)
  const [shown, setShown] = useState<DocumentItem>()
  return (
    <>
      <DataTable
        label={label}
        list={list}
        columns={[...useColumns(columns), previewColumn(t('documents.preview'), (row) => setShown(row), t)]}
        rowId={(row) => row.id}
        rowHref={(row) => documentPath(row.id)}
        rowLabel={(row) => row.title}
        empty={empty}
      />
      <Drawer
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        position="right"
        size="xl"
        title={shown?.title}
        closeButtonProps={{ 'aria-label': t('documents.closePreview') }}
      >
        {shown && <DocumentPreview document={shown} addresses={managerAddresses(shown.id)} />}
      </Drawer>
    </>
  )
}

function useColumns(between: Column<DocumentItem>[]): Column<DocumentItem>[] {
  const t = useWords(folderWords)
  const format = useFormat()
  const nameOf = useTypeName()
  return [
    {
      id: 'title',
      header: t('documents.titleField'),
      render: (row) => (
        <Group component="span" gap={6} wrap="nowrap">
          {row.title}
          {row.legal_hold && <IconLock size={14} aria-label={t('documents.held')} />}
        </Group>
      ),
    },
    {
      id: 'type',
      header: t('documents.type'),
      width: '12rem',
      hideBelow: 'lg',
      render: (row) => nameOf(row.document_type_code),
    },
    ...between,
    { id: 'date', header: t('documents.date'), width: '8.5rem', render: (row) => format.date(row.date) },
    {
      id: 'file',
      header: t('documents.file'),
      width: '9rem',
      hideBelow: 'xl',
      render: (row) =>
        row.trashed ? (
          <StatusBadge tone="warning">{t('documents.inTrash')}</StatusBadge>
        ) : (
          [row.page_count && t('documents.pages', { count: row.page_count }), format.bytes(row.size)]
            .filter(Boolean)
            .join(' · ')
        ),
    },
  ]
}

type Words = Translate<typeof folderWords>

function previewColumn(header: string, show: (row: DocumentItem) => void, t: Words): Column<DocumentItem> {
  return {
    id: 'preview',
    header,
    width: '7rem',
    align: 'end',
    hideOnCards: true,
    render: (row) =>
      isRendered(row) ? (
        <ActionIcon
          variant="subtle"
          aria-label={t('documents.previewOf', { title: row.title })}
          onClick={() => show(row)}
        >
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <IconPaperclip size={16} aria-label={t('documents.noPreview')} />
      ),
  }
}
