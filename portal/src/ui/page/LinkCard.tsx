import { Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './LinkCard.module.css'

/** A grid of cards that lead somewhere. */
export function LinkCards({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}

type LinkCardProps = { href: string; icon: TablerIcon; title: string; text?: string; badge?: ReactNode }

/** A card that is one link: icon, title, a line of text. */
export function LinkCard({ href, icon: Icon, title, text, badge }: LinkCardProps) {
  return (
    <AppLink href={href} className={classes.card}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.body}>
        <Text component="span" fw={600} className={classes.title}>
          {title} {badge}
        </Text>
        {text && (
          <Text component="span" size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </span>
    </AppLink>
  )
}
