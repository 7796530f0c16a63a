import { Button } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useWords } from '../../app/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PdfPages } from '../../ui/PdfPages.tsx'
import { type DocumentItem, fileOf, pageOf } from './folders.api.ts'
import classes from './folders.module.css'

type Shown = Pick<DocumentItem, 'id' | 'title' | 'content_type' | 'page_count'>

const isPdf = ({ content_type, page_count }: Shown) => content_type === 'application/pdf' && page_count !== null
const isPicture = ({ content_type }: Shown) => /^image\/(png|jpeg|gif|webp)$/.test(content_type)

/** Whether a document can be looked at without downloading it. */
export const hasPreview = (document: Shown) => isPdf(document) || isPicture(document)

/** A document as it looks; what cannot be shown can be downloaded. */
export function DocumentPreview({ document }: { document: Shown }) {
  const t = useWords('folders')
  const { id, title, page_count } = document
  if (isPdf(document)) return <PdfPages title={title} pageCount={page_count ?? 1} pageUrl={pageOf(id)} />
  if (isPicture(document)) return <img src={fileOf(id)} alt={title} className={classes.picture} />
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
