import { Button, Code, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { describeError, requestIdOf } from './describe-error.ts'
import classes from './States.module.css'

type ErrorStateProps = { error: unknown; title?: string; onRetry?: () => void }

/** Says that something could not be loaded: why, the number of the request, and another try. */
export function ErrorState({ error, title, onRetry }: ErrorStateProps) {
  const t = useWords(uiWords)
  const requestId = requestIdOf(error)
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="bad">
        <IconAlertTriangle size={26} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600}>{title ?? t('error.title')}</Text>
      <Text size="sm" c="dimmed" className={classes.text}>
        {describeError(error, t)}
      </Text>
      {requestId && <Code>{t('error.requestId', { id: requestId })}</Code>}
      {onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
