import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { AUDIT, auditKeys, exportHref, listEntries, type NamedEntry } from './audit.api.ts'
import { ChainState } from './chain/ChainState.tsx'
import { ProofTab } from './chain/ProofTab.tsx'
import { EntryDrawer } from './entries/EntryDrawer.tsx'
import { EntryFilterBar, useEntryFilters } from './entries/EntryFilterBar.tsx'
import { EntryText } from './entries/EntryText.tsx'
import { auditWords } from './words.ts'

/** Who opened, downloaded, changed and deleted what, and the proof that nothing of it was changed. */
export function AuditPage() {
  const t = useWords(auditWords)
  const isProof = useUrlFilters(['tab']).values.tab === 'proof'
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={<Export />} />
      <ParamTabs
        label={t('tabs.label')}
        name="tab"
        tabs={[
          { value: 'entries', label: t('tabs.entries') },
          { value: 'proof', label: t('tabs.proof') },
        ]}
      />
      <ChainState />
      {isProof ? <ProofTab /> : <Entries />}
    </>
  )
}

function Entries() {
  const t = useWords(auditWords)
  const { filters, asked } = useEntryFilters()
  const opened = useUrlFilters(['entry'])
  const list = useCursorList<NamedEntry>([...auditKeys.all, 'list', asked], (page) => listEntries(asked, page))
  return (
    <>
      <EntryFilterBar filters={filters} />
      <DataTable
        label={t('tabs.entries')}
        columns={useColumns()}
        list={list}
        rowId={({ sequence }) => String(sequence)}
        rowHref={({ sequence }) => entryHref(sequence, filters.values)}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconShieldCheck} title={t('none.found')} text={t('none.foundText')} />
          ) : (
            <EmptyState icon={IconShieldCheck} title={t('none.title')} text={t('none.text')} />
          )
        }
      />
      <EntryDrawer opened={opened.values.entry} onOpen={(entry) => opened.set({ entry })} />
    </>
  )
}

function entryHref(sequence: number, filters: Record<string, string | undefined>): string {
  const search = new URLSearchParams({ entry: String(sequence) })
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return `${AUDIT}?${search}`
}

function useColumns(): Column<NamedEntry>[] {
  const t = useWords(auditWords)
  const format = useFormat()
  return [
    { id: 'when', header: t('columns.when'), width: '14rem', render: ({ at }) => format.dateTime(at) },
    { id: 'what', header: t('columns.what'), wideOnCards: true, render: (entry) => <EntryText entry={entry} /> },
    {
      id: 'sequence',
      header: t('columns.sequence'),
      width: '7rem',
      align: 'end',
      hideBelow: 'lg',
      hideOnCards: true,
      render: ({ sequence }) => format.number(sequence),
    },
  ]
}

/** What the filters show, or everything, as a file. */
function Export() {
  const t = useWords(auditWords)
  const { filters, asked } = useEntryFilters()
  const files = [
    { format: 'jsonl', label: t('export.jsonl') },
    { format: 'csv', label: t('export.csv') },
  ] as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(filters.isFiltered ? 'export.filtered' : 'export.whole')}</Menu.Label>
        {files.map(({ format, label }) => (
          <Menu.Item key={format} component="a" href={exportHref(format, asked)} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
