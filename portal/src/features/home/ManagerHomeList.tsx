import { Button, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { managerHomeWords } from './words.ts'

type HomeListProps<T> = {
  title: string
  query: UseQueryResult<T[]>
  /** Where all of them are. */
  allHref?: string
  empty: string
  rowKey: (row: T) => string
  render: (row: T) => ReactNode
}

/** A short list on the home page that leads to the whole one. */
export function ManagerHomeList<T>({ title, query, allHref, empty, rowKey, render }: HomeListProps<T>) {
  const t = useWords(managerHomeWords)
  const all = allHref !== undefined && (
    <Button
      component={AppLink}
      href={allHref}
      size="compact-sm"
      variant="subtle"
      aria-label={t('home.allOf', { title })}
    >
      {t('home.all')}
    </Button>
  )
  return (
    <div>
      <Section title={title} actions={all} flush>
        {query.isPending && (
          <div className={rows.note}>
            <LoadingState lines={3} />
          </div>
        )}
        {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.length === 0 && (
          <Text size="sm" c="dimmed" p="lg">
            {empty}
          </Text>
        )}
        <ul className={rows.rows}>
          {(query.data ?? []).map((row) => (
            <li key={rowKey(row)} className={rows.row}>
              {render(row)}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
