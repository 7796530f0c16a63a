import { Button } from '@mantine/core'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import { addressesOf, type DocumentCollection } from '#features/documents/reading/employee-documents.api.ts'
import classes from '#features/documents/reading/reading.module.css'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { PreviewImage } from '#ui/files/PreviewImage.tsx'
import { useWords } from '#ui/language/words.ts'
import { PICTURES } from './picture-types.ts'

export type Shown = { id: string; title: string; content_type: string; page_count: number | null }

/** A document in place: its pages, its picture or its text. */
export function DocumentPreview({ document, place }: { document: Shown; place: DocumentCollection }) {
  const t = useWords(employeeDocumentWords)
  const { id, title, content_type, page_count } = document
  const addresses = addressesOf(place, id)
  if (content_type === 'application/pdf' && page_count !== null) {
    return <PdfPages key={id} title={title} pageCount={page_count} pageUrl={addresses.page} />
  }
  if (PICTURES.includes(content_type)) {
    const alt = t('document.picture', { title })
    return (
      <PreviewImage key={id} src={addresses.preview} alt={alt} failed={<NoPreview download={addresses.download} />} />
    )
  }
  if (content_type === 'text/plain') {
    return <iframe className={classes.text} src={addresses.file} title={t('document.text', { title })} sandbox="" />
  }
  return <NoPreview download={addresses.download} />
}

function NoPreview({ download }: { download: string }) {
  const t = useWords(employeeDocumentWords)
  return (
    <EmptyState
      icon={IconFileOff}
      title={t('document.noPreviewTitle')}
      text={t('document.noPreviewText')}
      action={
        <Button component="a" href={download} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('document.download')}
        </Button>
      }
    />
  )
}
