import { Anchor, CloseButton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type BulkAction, doneOf, isGoingOn, latestQuery, PAGES, useWatched } from '#shared/bulk/bulk.api.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import classes from './bulk.module.css'
import { Counts } from './Counts.tsx'

/** How far my bulk actions are, on whatever page I am; an end stays until it was seen. */
export function BulkNotice() {
  const t = useWords(bulkWords)
  const { data: latest = [] } = useQuery(latestQuery)
  const { watched, forget } = useWatched()
  useRefreshAfter(latest)
  useWatchRunning(latest)
  const shown = latest.filter((one) => isGoingOn(one) || watched.includes(one.id))
  return (
    <section aria-label={t('notice')} hidden={shown.length === 0}>
      {shown.map((action) => (
        <Notice key={action.id} action={action} onDismiss={() => forget(action.id)} />
      ))}
    </section>
  )
}

function Notice({ action, onDismiss }: { action: BulkAction; onDismiss: () => void }) {
  const t = useWords(bulkWords)
  const { id, kind, state, total } = action
  const label = t(`kind.${kind}`)
  return (
    <div className={classes.notice} data-ended={!isGoingOn(action) || undefined}>
      <div className={classes.noticeText}>
        {isGoingOn(action) ? (
          <ProgressBar
            label={label}
            value={total ? doneOf(action) / total : 0}
            detail={total === null ? t('waiting') : t('progress', { done: doneOf(action), total })}
          />
        ) : (
          <div role="status">
            <Text component="div" size="sm" fw={600}>
              {t('endedNotice', { action: label, state: t(`states.${state}`) })}
            </Text>
            <Counts action={action} />
          </div>
        )}
      </div>
      <Anchor component={AppLink} href={`${PAGES}/${id}`} size="sm">
        {t('details')}
      </Anchor>
      {!isGoingOn(action) && <CloseButton aria-label={t('dismiss')} onClick={onDismiss} />}
    </div>
  )
}

/** Whatever an action changed is shown as it is now once the action has ended. */
function useRefreshAfter(latest: BulkAction[]): void {
  const queryClient = useQueryClient()
  const running = useRef(new Set<string>())
  useEffect(() => {
    const ended = latest.filter((one) => !isGoingOn(one) && running.current.has(one.id))
    running.current = new Set(latest.filter(isGoingOn).map(({ id }) => id))
    if (ended.length === 0) return
    for (const key of ['directory', 'manager-requests', 'bulk']) void queryClient.invalidateQueries({ queryKey: [key] })
  }, [latest, queryClient])
}

/** An action that was seen running, begun in another window perhaps, is shown when it has ended. */
function useWatchRunning(latest: BulkAction[]): void {
  const { watched, watch } = useWatched()
  useEffect(() => {
    const unknown = latest.filter((one) => isGoingOn(one) && !watched.includes(one.id)).map(({ id }) => id)
    if (unknown.length > 0) watch(unknown)
  }, [latest, watched, watch])
}
