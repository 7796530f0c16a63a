import type { ReactNode } from 'react'
import classes from './HitList.module.css'

/** What a search found: one line below the other, in one frame. */
export function HitList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.hits} aria-label={label}>
      {children}
    </ul>
  )
}
