import { appWords } from '#app/words.ts'
import { useTextOf, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { isCurrent, useCurrentPath } from './current-entry.ts'
import { employeeEntries } from './navigation.ts'
import classes from './TabBar.module.css'
import { useWaiting } from './waiting.ts'

/** The most used places at the bottom of a phone, and what waits. */
export function TabBar() {
  const t = useWords(appWords)
  const textOf = useTextOf()
  const waiting = useWaiting()
  const place = useCurrentPath()
  const entries = employeeEntries()
  const isWaiting = ({ id, tab }: (typeof entries)[number]) => tab === 'waiting' && (waiting[id] ?? 0) > 0
  const isFull = entries.some(isWaiting)
  const tabs = entries.filter(
    (entry) => entry.tab === 'always' || isWaiting(entry) || (entry.tab === 'spare' && !isFull),
  )
  return (
    <nav aria-label={t('nav.tabs')} className={classes.tabs}>
      {tabs.map((entry) => {
        const Icon = entry.icon
        const count = waiting[entry.id] ?? 0
        return (
          <AppLink key={entry.id} href={entry.path} aria-current={isCurrent(entry, place) ? 'page' : undefined}>
            <span className={classes.icon}>
              <Icon size={22} stroke={1.75} aria-hidden />
              {count > 0 && (
                <span className={classes.count} aria-hidden>
                  {count > 9 ? '9+' : count}
                </span>
              )}
            </span>
            <span>{textOf(entry.tabLabel ?? entry.label)}</span>
          </AppLink>
        )
      })}
    </nav>
  )
}
