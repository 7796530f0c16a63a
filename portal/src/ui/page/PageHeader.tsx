import { Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { AppLink } from './AppLink.tsx'
import classes from './PageHeader.module.css'
import { useParentOfPage } from './page-parent.ts'
import { usePageTitle } from './page-title.ts'

type PageHeaderProps = {
  title: string
  /** Pages above this one, from the top. */
  breadcrumbs?: { label: string; href: string }[]
  description?: ReactNode
  /** Buttons; the most important one last. */
  actions?: ReactNode
  /** Beside the title: a StatusBadge, for instance. */
  badge?: ReactNode
  /** Title of the window, when it should say more than the heading. */
  windowTitle?: string
}

/** The top of every page: where it is, its only h1, what can be done. Names the window and its place in the menu too. */
export function PageHeader({ title, breadcrumbs, description, actions, badge, windowTitle }: PageHeaderProps) {
  const t = useWords(uiWords)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  usePageTitle(windowTitle ?? title)
  useParentOfPage(pathname, breadcrumbs?.[0]?.href)
  return (
    <header className={classes.header}>
      {breadcrumbs && breadcrumbs.length > 0 && (
        <nav aria-label={t('breadcrumbs')}>
          <ol className={classes.crumbs}>
            {breadcrumbs.map((crumb) => (
              <li key={crumb.href}>
                <AppLink href={crumb.href}>{crumb.label}</AppLink>
                <IconChevronRight size={14} aria-hidden />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.heading}>
          <Title order={1} tabIndex={-1} className={classes.title} data-page-title>
            {title}
          </Title>
          {badge}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {description && (
        <Text component="div" c="dimmed" className={classes.description}>
          {description}
        </Text>
      )}
    </header>
  )
}
