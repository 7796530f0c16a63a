import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'

/** Grey lines in place of text that is on its way. */
export function LoadingState({ lines = 4, height = 18 }: { lines?: number; height?: number }) {
  const t = useWords(uiWords)
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
        <Skeleton key={key} height={height} mb="sm" width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  )
}

/** A whole page that is on its way: heading and lines. */
export function LoadingPage() {
  return (
    <div>
      <Skeleton height={32} width="min(20rem, 60%)" mb="xl" />
      <LoadingState lines={6} />
    </div>
  )
}
