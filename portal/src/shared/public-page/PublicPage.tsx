import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '#ui/page/page-title.ts'
import { OpenFrame } from './PublicFrame.tsx'
import classes from './PublicPage.module.css'

type OpenPageProps = {
  title: string
  text?: ReactNode
  /** Whose page it is, where it is not ours. */
  name?: string | undefined
  children: ReactNode
}

/** A page before the log-in: a card in the middle. */
export function OpenPage({ title, text, name, children }: OpenPageProps) {
  usePageTitle(title)
  return (
    <OpenFrame name={name}>
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
    </OpenFrame>
  )
}
