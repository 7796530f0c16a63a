import { Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './PreviewImage.module.css'

type PreviewImageProps = {
  src: string
  alt: string
  /** What stands in its place without a picture. */
  failed: ReactNode
}

/** A picture that the server makes of a file when it is asked for first, which may take a moment. */
export function PreviewImage({ src, alt, failed }: PreviewImageProps) {
  const t = useWords(uiWords)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed') return failed
  return (
    <div className={classes.frame} data-state={state}>
      {state === 'loading' && <Loader size="sm" className={classes.loader} aria-label={t('loading')} />}
      <img src={src} alt={alt} decoding="async" onLoad={() => setState('shown')} onError={() => setState('failed')} />
    </div>
  )
}
