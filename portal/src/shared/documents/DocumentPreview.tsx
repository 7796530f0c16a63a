import { Button } from '@mantine/core'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { PreviewImage } from '#ui/files/PreviewImage.tsx'
import { useWords } from '#ui/language/words.ts'
import type { DocumentAddresses } from './addresses.ts'
import classes from './DocumentPreview.module.css'
import { PICTURES } from './picture-types.ts'
import { previewWords } from './words.ts'

export type Shown = { id: string; title: string; content_type: string; page_count: number | null }

const isPdf = ({ content_type, page_count }: Shown) => content_type === 'application/pdf' && page_count !== null
const isPicture = ({ content_type }: Shown) => PICTURES.includes(content_type)

/** Whether the server renders a document, so that it can be seen without its file. */
export const isRendered = (document: Shown) => isPdf(document) || isPicture(document)

type DocumentPreviewProps = { document: Shown; addresses: DocumentAddresses }

/** A document in place: its pages, its picture or its text; what cannot be shown can be downloaded. */
export function DocumentPreview({ document, addresses }: DocumentPreviewProps) {
  const t = useWords(previewWords)
  const { id, title, content_type, page_count } = document
  const { download, inline, page, text, preview } = addresses
  if (isPdf(document)) {
    return <PdfPages key={id} title={title} pageCount={page_count ?? 1} pageUrl={page} text={text} />
  }
  if (isPicture(document)) {
    const alt = t('picture', { title })
    return <PreviewImage key={id} src={preview} alt={alt} failed={<NoPreview download={download} />} />
  }
  if (content_type === 'text/plain' && inline !== undefined) {
    return <iframe className={classes.text} src={inline} title={t('text', { title })} sandbox="" />
  }
  return <NoPreview download={download} />
}

function NoPreview({ download }: { download: string }) {
  const t = useWords(previewWords)
  return (
    <EmptyState
      icon={IconFileOff}
      title={t('noPreviewTitle')}
      text={t('noPreviewText')}
      action={
        <Button component="a" href={download} download leftSection={<IconDownload size={16} aria-hidden />}>
          {t('download')}
        </Button>
      }
    />
  )
}
