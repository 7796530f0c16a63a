import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import classes from './MyDocuments.module.css'

/** What kind of file it is, at a glance; the words beside it say the rest. */
export function FileIcon({ contentType }: { contentType: string }) {
  const Icon = iconOf(contentType)
  return (
    <span className={classes.icon} aria-hidden>
      <Icon size={18} stroke={1.75} />
    </span>
  )
}

function iconOf(contentType: string) {
  if (contentType === 'application/pdf') return IconFileTypePdf
  if (contentType.startsWith('image/')) return IconPhoto
  return contentType.startsWith('text/') ? IconFileText : IconFile
}
