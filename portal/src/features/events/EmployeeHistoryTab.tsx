import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { api, given, unwrapPage } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { documentPath } from '#shared/documents/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { HistoryItem } from './history.api.ts'
import { historyWords } from './words.ts'

/** What happened in the folder, newest first. */
export function EmployeeHistoryTab() {
  const t = useWords(historyWords)
  const technical_id = usePathParam('id')
  const list = useCursorList(['folders', 'history', technical_id], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/manager/employees/{technical_id}/history', {
        params: { path: { technical_id }, query: given({ cursor, per_page: 50 }) },
        signal,
      }),
    ),
  )
  if (list.isLoading) return <LoadingState lines={6} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0) {
    return <EmptyState icon={IconHistory} title={t('history.none')} text={t('history.noneText')} />
  }
  return (
    <Section title={t('history.title')} flush>
      <ol className={rows.rows}>
        {list.rows.map((item) => (
          <li key={item.id} className={rows.row}>
            <span className={rows.grow}>
              <Sentence item={item} />
              <Text component="span" size="sm" c="dimmed" display="block">
                <Actor item={item} />
              </Text>
            </span>
            <Text component="span" size="sm" c="dimmed">
              <RelativeTime value={item.created_at} />
            </Text>
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <Text component="div" ta="center" p="md">
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            {t('history.more')}
          </Button>
        </Text>
      )}
    </Section>
  )
}

const KNOWN = [
  'employee.created',
  'employee.updated',
  'employee.deleted',
  'employee.restored',
  'note.created',
  'employee_document.created',
  'employee_document.updated',
  'employee_document.trashed',
  'employee_document.restored',
  'employee_document.deleted',
  'employee_document.unlinked',
  'legal_hold.created',
  'legal_hold.deleted',
  'vault_link.deleted',
  'request.created',
  'request.updated',
  'request.commented',
  'request.deleted',
]

function Sentence({ item: { type, subject } }: { item: HistoryItem }) {
  const t = useWords(historyWords)
  const name = KNOWN.includes(type) ? (type.replace('.', '_') as 'employee_created') : undefined
  const words = name ? t(`history.events.${name}`) : type
  const href = hrefOf(subject)
  return (
    <>
      {words}
      {subject.title !== null && (
        <>
          {' '}
          {href ? (
            <AppLink href={href} className={rows.link}>
              {subject.title}
            </AppLink>
          ) : (
            <strong>{subject.title}</strong>
          )}
        </>
      )}
    </>
  )
}

function hrefOf({ kind, id, is_there }: HistoryItem['subject']): string | undefined {
  if (!is_there) return undefined
  if (kind === 'document') return documentPath(id)
  return kind === 'request' ? `/portal/manager/requests/${id}` : undefined
}

function Actor({ item: { actor } }: { item: HistoryItem }) {
  const t = useWords(historyWords)
  if (actor.type === 'system') return t('history.bySystem')
  if (actor.type === 'application') return t('history.byApplication', { name: actor.name ?? '' })
  return t('history.by', { name: actor.name ?? '' })
}
