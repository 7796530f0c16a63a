import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { PICTURES } from '#shared/documents/picture-types.ts'
import classes from './reading.module.css'

/** What kind of file it is, at a glance; a picture is shown itself. The words beside it say the rest. */
export function FileIcon({ contentType, thumbnail }: { contentType: string; thumbnail: string }) {
  const [hasFailed, setFailed] = useState(false)
  const Icon = iconOf(contentType)
  return (
    <span className={classes.icon} aria-hidden>
      {PICTURES.includes(contentType) && !hasFailed ? (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
      ) : (
        <Icon size={18} stroke={1.75} />
      )}
    </span>
  )
}

function iconOf(contentType: string) {
  if (contentType === 'application/pdf') return IconFileTypePdf
  if (contentType.startsWith('image/')) return IconPhoto
  return contentType.startsWith('text/') ? IconFileText : IconFile
}
