import { Button, Stack, Text } from '@mantine/core'
import { IconFileTypePdf, IconFolderOff } from '@tabler/icons-react'
import { useState } from 'react'
import { EmployeeChoice } from '#features/signatures/processes/EmployeeChoice.tsx'
import {
  copyDocument,
  type FolderDocument,
  fetchFolder,
  signatureKeys,
  type Upload,
} from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { given } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { uiWords } from '#ui/words.ts'
import { useRefusal } from './SendFile.tsx'
import classes from './wizard.module.css'

type Employee = { technical_id: string; name: string }
type FolderPickerProps = {
  onTake: (upload: Upload, from: { title: string; employee: Employee }) => void
  error: string | undefined
}

/** A PDF from the folder of an employee; what is signed is a copy. */
export function FolderPicker({ onTake, error }: FolderPickerProps) {
  const t = useWords(signatureDraftWords)
  const [employee, setEmployee] = useState<Employee | null>(null)
  return (
    <Stack>
      <EmployeeChoice label={t('document.whose')} value={employee} onChange={setEmployee} error={error} />
      {employee && <FolderList employee={employee} onTake={(upload, title) => onTake(upload, { title, employee })} />}
    </Stack>
  )
}

type FolderListProps = { employee: Employee; onTake: (upload: Upload, title: string) => void }

function FolderList({ employee, onTake }: FolderListProps) {
  const t = useWords(signatureDraftWords)
  const ui = useWords(uiWords)
  const refusal = useRefusal()
  const [q, setQ] = useState('')
  const { technical_id } = employee
  const list = useCursorList([...signatureKeys.all, 'folder', technical_id, q], ({ cursor, signal }) =>
    fetchFolder(technical_id, given({ cursor, q: q || undefined }), signal),
  )
  const take = useMutation({
    mutationKey: signatureKeys.taking,
    mutationFn: (document: FolderDocument) => copyDocument(document.id),
    onSuccess: (upload, document) => onTake(upload, document.title),
  })
  const documents = list.rows.filter((one) => one.content_type === 'application/pdf')
  return (
    <>
      <div className={classes.search}>
        <SearchField label={t('document.searchFolder')} value={q} onChange={setQ} />
      </div>
      {take.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal(take.error)}
        </Text>
      )}
      {list.isLoading && <LoadingState lines={4} />}
      {list.error ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
      {!list.isLoading && !list.error && documents.length === 0 && !list.hasMore && (
        <EmptyState icon={IconFolderOff} title={t('document.emptyFolder')} text={t('document.emptyFolderText')} />
      )}
      {documents.length > 0 && (
        <ul className={classes.documents} aria-label={t('document.folderOf', { name: employee.name })}>
          {documents.map((one) => (
            <li key={one.id}>
              <FolderItem document={one} isBusy={take.isPending} onChoose={() => take.mutate(one)} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          {ui('table.loadMore')}
        </Button>
      )}
    </>
  )
}

type FolderItemProps = { document: FolderDocument; isBusy: boolean; onChoose: () => void }

function FolderItem({ document: { title, date, page_count }, isBusy, onChoose }: FolderItemProps) {
  const ui = useWords(uiWords)
  const format = useFormat()
  const facts = [format.date(date), page_count === null ? '' : ui('pdf.pages', { count: page_count })]
  return (
    <button type="button" className={classes.folderItem} disabled={isBusy} onClick={onChoose}>
      <IconFileTypePdf size={20} stroke={1.5} aria-hidden />
      <span className={classes.grow}>{title}</span>
      <span className={classes.faint}>{facts.filter(Boolean).join(' · ')}</span>
    </button>
  )
}
