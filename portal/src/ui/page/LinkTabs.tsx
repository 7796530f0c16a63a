import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './LinkTabs.module.css'

type LinkTab = {
  label: string
  href: string /** Current only on this very path. */
  exact?: boolean
  badge?: ReactNode
}

/** Tabs that are pages of their own: each is a link, the current one is marked. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname }).replace(/\/$/, '')
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => {
        const isCurrent = pathname === tab.href || (!tab.exact && pathname.startsWith(`${tab.href}/`))
        return (
          <AppLink key={tab.href} href={tab.href} className={classes.tab} aria-current={isCurrent ? 'page' : undefined}>
            {tab.label}
            {tab.badge}
          </AppLink>
        )
      })}
    </nav>
  )
}
