import { Typography } from '@mantine/core'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

const cleaner = DOMPurify(window)

cleaner.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener noreferrer')
    if (isElsewhere(node.getAttribute('href'))) node.setAttribute('target', '_blank')
  }
  if (node.tagName === 'IMG') {
    if (isElsewhere(node.getAttribute('src'))) node.remove()
    else node.setAttribute('loading', 'lazy')
  }
})

/** HTML from users, sanitized: nothing in it can run, restyle the page or call another site. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was cleaned on the line above
  return <Typography className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}

export function sanitize(html: string): string {
  return cleaner.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio', 'source', 'picture'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background'],
    ALLOW_DATA_ATTR: false,
  })
}

function isElsewhere(address: string | null): boolean {
  if (!address) return false
  try {
    return new URL(address, window.location.href).origin !== window.location.origin
  } catch {
    return true
  }
}
