import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './HomeList.module.css'

/** The way to the whole list; `name` says for screen readers which one, where the label alone does not. */
type AllLinkProps = { href: string; label: string; name?: string }

type HomeListProps<T> = {
  title: string
  all?: AllLinkProps
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown }
  empty: ReactNode
  rowKey: (row: T) => string
  /** A `HomeRow` or a `HomeLink`. */
  render: (row: T) => ReactNode
}

/** A short list on a home page that leads to the whole one. */
export function HomeList<T>({ title, all, query, empty, rowKey, render }: HomeListProps<T>) {
  return (
    // Stands alone in a grid: sections side by side keep no distance to the one before.
    <div>
      <Section title={title} actions={all && <AllLink {...all} />} flush>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <div className={classes.loading}>
            <LoadingState lines={4} />
          </div>
        ) : query.data.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          <ul className={classes.list}>
            {query.data.map((row) => (
              <li key={rowKey(row)}>{render(row)}</li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

/** A row with its links, marks and dates side by side. */
export function HomeRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

type HomeLinkProps = { href: string; title: string; text?: ReactNode; marks?: ReactNode }

/** A row that is one link. */
export function HomeLink({ href, title, text, marks }: HomeLinkProps) {
  return (
    <AppLink href={href} className={`${classes.row} ${classes.link}`}>
      <span className={classes.words}>
        <Text component="span" fw={500}>
          {title}
        </Text>
        {text && (
          <Text component="span" size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </span>
      {marks && <span className={classes.marks}>{marks}</span>}
    </AppLink>
  )
}

function Empty({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return (
    <Text size="sm" c="dimmed" p="lg">
      {children}
    </Text>
  )
}

function AllLink({ href, label, name }: AllLinkProps) {
  return (
    <Anchor component={AppLink} href={href} size="sm" c="var(--accent-text)" aria-label={name}>
      {label}
    </Anchor>
  )
}
