import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './LinkTabs.module.css'

type ParamTab = {
  value: string
  label: string
  badge?: ReactNode
}

type ParamTabsProps = {
  /** Names the tabs for screen readers. */
  label: string
  /** The parameter of the address that tells which is current; the first one when it is not there. */
  name: string
  tabs: ParamTab[]
  /** Other parameters that stay when the tab changes. */
  keep?: Record<string, string | undefined>
}

/** Tabs that are views of one page: each is a link with its own parameter, so that it can be sent and gone back to. */
export function ParamTabs({ label, name, tabs, keep = {} }: ParamTabsProps) {
  const { pathname, search } = useLocation()
  const given = (search as Record<string, unknown>)[name]
  const current = tabs.some((tab) => tab.value === given) ? given : tabs[0]?.value
  const hrefOf = (tab: ParamTab, place: number) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(keep)) if (value !== undefined) params.set(key, value)
    if (place > 0) params.set(name, tab.value)
    return params.size > 0 ? `${pathname}?${params}` : pathname
  }
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab, place) => (
        <AppLink
          key={tab.value}
          href={hrefOf(tab, place)}
          className={classes.tab}
          aria-current={tab.value === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.badge}
        </AppLink>
      ))}
    </nav>
  )
}
