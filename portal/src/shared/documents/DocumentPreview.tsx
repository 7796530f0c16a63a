import { Button } from '@mantine/core'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { PreviewImage } from '#ui/files/PreviewImage.tsx'
import { useWords } from '#ui/language/words.ts'
import classes from './DocumentPreview.module.css'
import { addressesOf, type DocumentCollection } from './employee-addresses.ts'
import { PICTURES } from './picture-types.ts'
import { previewWords } from './words.ts'

export type Shown = { id: string; title: string; content_type: string; page_count: number | null }

/** A document in place: its pages, its picture or its text. */
export function DocumentPreview({ document, place }: { document: Shown; place: DocumentCollection }) {
  const t = useWords(previewWords)
  const { id, title, content_type, page_count } = document
  const addresses = addressesOf(place, id)
  if (content_type === 'application/pdf' && page_count !== null) {
    return <PdfPages key={id} title={title} pageCount={page_count} pageUrl={addresses.page} />
  }
  if (PICTURES.includes(content_type)) {
    const alt = t('picture', { title })
    return (
      <PreviewImage key={id} src={addresses.preview} alt={alt} failed={<NoPreview download={addresses.download} />} />
    )
  }
  if (content_type === 'text/plain') {
    return <iframe className={classes.text} src={addresses.file} title={t('text', { title })} sandbox="" />
  }
  return <NoPreview download={addresses.download} />
}

function NoPreview({ download }: { download: string }) {
  const t = useWords(previewWords)
  return (
    <EmptyState
      icon={IconFileOff}
      title={t('noPreviewTitle')}
      text={t('noPreviewText')}
      action={
        <Button component="a" href={download} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('download')}
        </Button>
      }
    />
  )
}
