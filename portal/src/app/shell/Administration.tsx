import { Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight, IconSettings } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { appWords } from '#app/words.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { isCurrent, useCurrentPath } from './current-entry.ts'
import classes from './Shell.module.css'
import { WaitingCount } from './WaitingCount.tsx'
import { useWaiting } from './waiting.ts'

type AdministrationProps = { groups: NavigationGroup[]; isNarrow: boolean; children: ReactNode }

/**
 * What is set up now and then, folded away until it is wanted; this browser keeps whether it is open. Folded, it tells how
 * much waits in it.
 * It begins open for those who give others their roles, and on the pages that are in it.
 */
export function Administration({ groups, isNarrow, children }: AdministrationProps) {
  const t = useWords(appWords)
  const id = useId()
  const session = useSession()
  const place = useCurrentPath()
  const [kept, keep] = useLocalStorage<'open' | 'folded' | undefined>({
    key: 'dossier-administration',
    defaultValue: undefined,
    getInitialValueInEffect: false,
  })
  const waiting = useWaiting()
  const waits = groups.flatMap(({ entries }) => entries).reduce((sum, entry) => sum + (waiting[entry.id] ?? 0), 0)
  const isHere = groups.some(({ entries }) => entries.some((entry) => isCurrent(entry, place)))
  const [pressed, press] = useState<{ place: string; isOpen: boolean }>()
  const isKeptOpen = kept === undefined ? mayAdmin(session, 'roles:write') : kept === 'open'
  const isOpen = pressed?.place === place ? pressed.isOpen : isHere || isKeptOpen
  const toggle = () => {
    press({ place, isOpen: !isOpen })
    keep(isOpen ? 'folded' : 'open')
  }
  return (
    <div className={classes.administration}>
      <Tooltip label={t('nav.administration')} position="right" disabled={!isNarrow}>
        <button
          type="button"
          className={`${classes.entry} ${classes.administrationHead}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <IconSettings size={19} stroke={1.75} aria-hidden />
          <span className={classes.entryText}>{t('nav.administration')}</span>
          {!isOpen && <WaitingCount count={waits} />}
          <IconChevronRight size={16} aria-hidden />
        </button>
      </Tooltip>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
