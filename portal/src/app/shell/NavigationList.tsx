import { Suspense } from 'react'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { useTextOf } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { isCurrent, useCurrentPath } from './current-entry.ts'
import classes from './Shell.module.css'
import { WaitingCount } from './WaitingCount.tsx'
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
          const link = (
            <AppLink
              href={entry.path}
              className={classes.entry}
              aria-current={isCurrent(entry, place) ? 'page' : undefined}
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              <Icon size={19} stroke={1.75} aria-hidden />
              <span className={classes.entryText}>{textOf(entry.label)}</span>
              <WaitingCount count={waiting[entry.id] ?? 0} />
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
