import { Button, Code, Text } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#kernel/api/api-error.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import classes from './ErrorPage.module.css'
import { appWords } from './words.ts'

/** A page that does not exist. */
export function NotFoundPage() {
  const t = useWords(appWords)
  return (
    <Problem number="404" title={t('error.notFoundTitle')} text={t('error.notFoundText')}>
      <HomeButton />
    </Problem>
  )
}

/** A page that may not be seen, does not exist, or failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useWords(appWords)
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return <NotFoundPage />
  if (status === 403) {
    return (
      <Problem number="403" title={t('error.forbiddenTitle')} text={t('error.forbiddenText')}>
        <HomeButton />
      </Problem>
    )
  }
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <Problem title={t('error.failedTitle')} text={t('error.failedText')}>
      {error instanceof ApiError && error.requestId && (
        <Code className={classes.id}>
          {t('error.requestId')} {error.requestId}
        </Code>
      )}
      <Button onClick={retry}>{t('error.retry')}</Button>
      <HomeButton />
    </Problem>
  )
}

function HomeButton() {
  const t = useWords(appWords)
  return (
    <Button component={AppLink} href="/" variant="default">
      {t('error.home')}
    </Button>
  )
}

function Problem({
  number,
  title,
  text,
  children,
}: {
  number?: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className={classes.problem}>
      {number && (
        <Text className={classes.number} aria-hidden>
          {number}
        </Text>
      )}
      <PageHeader title={title} description={text} />
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
