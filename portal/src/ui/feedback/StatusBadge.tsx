import type { ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad'

/** A state as a coloured pill with words; never colour alone. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
