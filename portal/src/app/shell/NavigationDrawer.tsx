import { Drawer, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { appWords } from '#app/words.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { NavigationList } from './NavigationList.tsx'
import classes from './Shell.module.css'

type NavigationDrawerProps = {
  opened: boolean
  onClose: () => void
  groups: NavigationGroup[]
  /** Language and colours, for which the header of a phone has no room. */
  children: ReactNode
}

/** The navigation on a phone. */
export function NavigationDrawer({ opened, onClose, groups, children }: NavigationDrawerProps) {
  const t = useWords(appWords)
  const { client } = useSession()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(20rem, 85vw)"
      title={<Text fw={650}>{client.name}</Text>}
      closeButtonProps={{ 'aria-label': t('nav.close') }}
    >
      <nav aria-label={t('nav.label')}>
        <NavigationList groups={groups} onFollow={onClose} />
      </nav>
      <div className={classes.preferences}>{children}</div>
    </Drawer>
  )
}
