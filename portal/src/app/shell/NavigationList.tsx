import { Suspense } from 'react'
import { useWords } from '#kernel/language/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { useWaiting } from '#shared/signatures/to-sign.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { isCurrent, useCurrentPath } from './current-entry.ts'
import type { NavigationEntry, NavigationGroup } from './navigation.ts'
import classes from './Shell.module.css'

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
  const t = useWords('app')
  const admin = groups.filter((group) => group.words === 'navigation').filter((group) => group.admin)
  return (
    <div className={classes.nav} data-narrow={narrow || undefined}>
      {groups.map((group) =>
        group.admin ? null : group.words === 'app' ? (
          <Entries
            key={group.id}
            title={t(group.label)}
            entries={group.entries.map((entry) => ({ ...entry, text: t(entry.label) }))}
            narrow={narrow}
            onFollow={onFollow}
          />
        ) : (
          <ManagerEntries key={group.id} group={group} narrow={narrow} onFollow={onFollow} />
        ),
      )}
      {admin.length > 0 && (
        <Suspense fallback={null}>
          <Administration groups={admin} isNarrow={narrow}>
            {admin.map((group) => (
              <ManagerEntries key={group.id} group={group} narrow={narrow} onFollow={onFollow} />
            ))}
          </Administration>
        </Suspense>
      )}
    </div>
  )
}

type Rest = { narrow: boolean; onFollow: (() => void) | undefined }

function ManagerEntries({ group, ...rest }: Rest & { group: Extract<NavigationGroup, { words: 'navigation' }> }) {
  const t = useWords('navigation')
  return (
    <Entries
      title={t(group.label)}
      entries={group.entries.map((entry) => ({ ...entry, text: t(entry.label) }))}
      {...rest}
    />
  )
}

function Entries({
  title,
  entries,
  narrow,
  onFollow,
}: Rest & { title: string; entries: (NavigationEntry & { text: string })[] }) {
  const t = useWords('app')
  const waiting = useWaiting()
  const place = useCurrentPath()
  return (
    <div className={classes.group}>
      <p className={classes.groupTitle} aria-hidden={narrow || undefined}>
        {title}
      </p>
      <ul>
        {entries.map((entry) => {
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
              <span className={classes.entryText}>{entry.text}</span>
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
                  <EntryTip label={entry.text}>{link}</EntryTip>
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
