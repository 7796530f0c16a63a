import { appWords } from '#app/words.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './Shell.module.css'

/** How much waits at a place of the navigation; nothing where nothing does. */
export function WaitingCount({ count }: { count: number }) {
  const t = useWords(appWords)
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className={classes.hidden}>{t('nav.waiting', { count })}</span>
    </span>
  )
}
