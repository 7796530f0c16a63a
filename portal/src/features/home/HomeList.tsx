import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './EmployeeHome.module.css'

type Line = { key: string; href: string; title: string; text?: ReactNode; marks?: ReactNode }
type HomeListProps<T> = {
  title: string
  all: { label: string; href: string }
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown }
  line: (one: T) => Line
  empty: ReactNode
}

/** A short list of the home page: each line is one link. */
export function HomeList<T>({ title, all, query, line, empty }: HomeListProps<T>) {
  return (
    <Section title={title} actions={<AllLink {...all} />} flush>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <div className={classes.row}>
          <div style={{ flex: 1 }}>
            <LoadingState lines={4} />
          </div>
        </div>
      ) : query.data.length === 0 ? (
        empty
      ) : (
        <ul className={classes.list}>
          {query.data.map(line).map(({ key, href, title: name, text, marks }) => (
            <li key={key}>
              <AppLink href={href} className={classes.row}>
                <span className={classes.words}>
                  <Text component="span" fw={500}>
                    {name}
                  </Text>
                  {text && (
                    <Text component="span" size="sm" c="dimmed">
                      {text}
                    </Text>
                  )}
                </span>
                {marks && <span className={classes.marks}>{marks}</span>}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function AllLink({ label, href }: { label: string; href: string }) {
  return (
    <Anchor component={AppLink} href={href} size="sm" c="var(--accent-text)">
      {label}
    </Anchor>
  )
}
