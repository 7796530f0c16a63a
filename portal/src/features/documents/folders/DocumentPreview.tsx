import { Button } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { folderWords } from '#features/documents/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { PreviewImage } from '#ui/files/PreviewImage.tsx'
import { useWords } from '#ui/language/words.ts'
import { type DocumentItem, fileOf, pageOf, previewOf } from './folders.api.ts'

type Shown = Pick<DocumentItem, 'id' | 'title' | 'content_type' | 'page_count'>

const isPdf = ({ content_type, page_count }: Shown) => content_type === 'application/pdf' && page_count !== null
const isPicture = ({ content_type }: Shown) => /^image\/(avif|gif|jpeg|png|webp)$/.test(content_type)

/** Whether a document can be looked at without downloading it. */
export const hasPreview = (document: Shown) => isPdf(document) || isPicture(document)

/** A document as it looks; what cannot be shown can be downloaded. */
export function DocumentPreview({ document }: { document: Shown }) {
  const { id, title, page_count } = document
  if (isPdf(document)) return <PdfPages title={title} pageCount={page_count ?? 1} pageUrl={pageOf(id)} />
  if (isPicture(document))
    return <PreviewImage key={id} src={previewOf(id)} alt={title} failed={<NoPreview id={id} />} />
  return <NoPreview id={id} />
}

function NoPreview({ id }: { id: string }) {
  const t = useWords(folderWords)
  return (
    <EmptyState
      icon={IconFile}
      title={t('documents.noPreview')}
      text={t('documents.noPreviewText')}
      action={
        <Button component="a" href={fileOf(id)} download leftSection={<IconDownload size={16} aria-hidden />}>
          {t('documents.download')}
        </Button>
      }
    />
  )
}
