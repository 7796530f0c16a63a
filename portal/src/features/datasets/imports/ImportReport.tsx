import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type DatasetImport, importQuery, reportHref, sourceHref } from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { datasetWords } from '#features/datasets/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { ImportBadge } from './ImportBadge.tsx'

type ImportReportProps = { id: string; onEnd: () => void; onClose: () => void }

/** An import while it runs, and what came of it. */
export function ImportReport({ id, onEnd, onClose }: ImportReportProps) {
  const t = useWords(datasetWords)
  const { data, error, refetch } = useQuery(importQuery(id))
  const hasEnded = data?.status === 'finished'
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])
  return (
    <Section
      title={data?.filename ?? '…'}
      actions={
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {t('import.close')}
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState lines={4} />}
      {data && <ImportOutcome record={data} />}
    </Section>
  )
}

/** How far an import is; then its figures and what is wrong with the file. */
export function ImportOutcome({ record }: { record: DatasetImport }) {
  const t = useWords(datasetWords)
  const { id, status, result, dry_run, stats, errors } = record
  if (status === 'queued') return <ProgressBar label={t('import.queued')} value={0} />
  if (status === 'in_progress') {
    return <ProgressBar label={t(dry_run ? 'import.checking' : 'import.applying')} value={record.progress} />
  }
  const changes = stats.values_created + stats.values_updated + stats.values_deleted + stats.dimensions_created
  const hasProblems = stats.global_errors + stats.row_errors + stats.warnings > 0
  return (
    <div className={classes.fields}>
      <Text component="div" role="status" fw={600}>
        {t(dry_run ? 'import.checked' : 'import.done')} <ImportBadge status={status} result={result} />
      </Text>
      {result === 'error' && (
        <Alert color="red" variant="light">
          {t('import.refused')}
        </Alert>
      )}
      {dry_run && result !== 'error' && changes === 0 && <Text>{t('import.nothing')}</Text>}
      <Figures stats={stats} />
      {errors.length > 0 && (
        <div>
          <Text fw={600} mb="xs">
            {t('import.problems')}
          </Text>
          <ul className={classes.problems}>
            {errors.map(({ line, field, code, message }) => (
              <li key={`${line} ${field} ${code} ${message}`}>
                {line !== null && <strong>{t('import.atLine', { line })}</strong>}{' '}
                {field !== null && <Code>{field}</Code>} {message}
              </li>
            ))}
          </ul>
          {stats.row_errors > errors.length && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('import.firstProblems', { count: errors.length })}
            </Text>
          )}
        </div>
      )}
      <Group gap="sm">
        {hasProblems && <Download href={reportHref(id)} label={t('import.report')} />}
        <Download href={sourceHref(id)} label={t('import.source')} />
      </Group>
    </div>
  )
}

function Download({ href, label }: { href: string; label: string }) {
  return (
    <Button component="a" href={href} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {label}
    </Button>
  )
}

function Figures({ stats }: Pick<DatasetImport, 'stats'>) {
  const t = useWords(datasetWords)
  const format = useFormat()
  const figures = [
    [t('import.rows'), stats.rows],
    [t('import.created'), stats.values_created],
    [t('import.updated'), stats.values_updated],
    [t('import.deleted'), stats.values_deleted],
    [t('import.errors'), stats.row_errors],
    [t('import.warnings'), stats.warnings],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([label, count]) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
