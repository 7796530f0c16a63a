import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '#ui/page/page-title.ts'
import { PublicFrame } from './PublicFrame.tsx'
import classes from './PublicPage.module.css'

type PublicPageProps = {
  title: string
  text?: ReactNode
  /** Whose page it is, where it is not ours. */
  name?: string | undefined
  children: ReactNode
}

/** A page before the log-in: a card in the middle. */
export function PublicPage({ title, text, name, children }: PublicPageProps) {
  usePageTitle(title)
  return (
    <PublicFrame name={name}>
      <main className={classes.main}>
        <div className={classes.card}>
          <Title order={1} tabIndex={-1} className={classes.title} data-page-title>
            {title}
          </Title>
          {text && (
            <Text component="div" c="dimmed" size="sm" mt={6}>
              {text}
            </Text>
          )}
          <div className={classes.body}>{children}</div>
        </div>
      </main>
    </PublicFrame>
  )
}
