import { Text } from '@mantine/core'
import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './States.module.css'

type EmptyStateProps = { icon?: TablerIcon; title: string; text?: ReactNode; action?: ReactNode }

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ icon: Icon = IconInbox, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={26} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600}>{title}</Text>
      {text && (
        <Text component="div" size="sm" c="dimmed" className={classes.text}>
          {text}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
