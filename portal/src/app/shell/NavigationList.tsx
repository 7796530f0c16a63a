import { Suspense } from 'react'
import { appWords } from '#app/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { useTextOf, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { isCurrent, useCurrentPath } from './current-entry.ts'
import classes from './Shell.module.css'
import { useWaiting } from './waiting.ts'

const Administration = lazyComponent(() => import('./Administration.tsx').then((module) => module.Administration))
const EntryTip = lazyComponent(() => import('./EntryTip.tsx').then((module) => module.EntryTip))

type NavigationListProps = {
  groups: NavigationGroup[]
  /** Icons only; the words are in tooltips. */
  narrow?: boolean
  onFollow?: () => void
}

/** The places a person can go to, in groups. */
export function NavigationList({ groups, narrow = false, onFollow }: NavigationListProps) {
  const admin = groups.filter((group) => group.admin)
  return (
    <div className={classes.nav} data-narrow={narrow || undefined}>
      {groups.map((group) =>
        group.admin ? null : <Entries key={group.id} group={group} narrow={narrow} onFollow={onFollow} />,
      )}
      {admin.length > 0 && (
        <Suspense fallback={null}>
          <Administration groups={admin} isNarrow={narrow}>
            {admin.map((group) => (
              <Entries key={group.id} group={group} narrow={narrow} onFollow={onFollow} />
            ))}
          </Administration>
        </Suspense>
      )}
    </div>
  )
}

type EntriesProps = { group: NavigationGroup; narrow: boolean; onFollow: (() => void) | undefined }

function Entries({ group, narrow, onFollow }: EntriesProps) {
  const t = useWords(appWords)
  const textOf = useTextOf()
  const waiting = useWaiting()
  const place = useCurrentPath()
  return (
    <div className={classes.group}>
      <p className={classes.groupTitle} aria-hidden={narrow || undefined}>
        {textOf(group.label)}
      </p>
      <ul>
        {group.entries.map((entry) => {
          const Icon = entry.icon
          const count = waiting[entry.id] ?? 0
          const link = (
            <AppLink
              href={entry.path}
              className={classes.entry}
              aria-current={isCurrent(entry, place) ? 'page' : undefined}
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              <Icon size={19} stroke={1.75} aria-hidden />
              <span className={classes.entryText}>{textOf(entry.label)}</span>
              {count > 0 && (
                <span className={classes.count}>
                  <span aria-hidden>{count > 99 ? '99+' : count}</span>
                  <span className={classes.hidden}>{t('nav.waiting', { count })}</span>
                </span>
              )}
            </AppLink>
          )
          return (
            <li key={entry.id}>
              {narrow ? (
                <Suspense fallback={link}>
                  <EntryTip label={textOf(entry.label)}>{link}</EntryTip>
                </Suspense>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
