import { Button, Drawer, Stack } from '@mantine/core'
import { IconActivity, IconArrowUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { eventTypesQuery } from '#shared/events/event-types.ts'
import { PersonFilter } from '#shared/people/PersonFilter.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { CodeBlock } from '#ui/text/CodeBlock.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { uiWords } from '#ui/words.ts'
import { nameOf, pageOfActor, pageOfResource } from './event-subject.ts'
import { type EventFilters, type LoggedEvent, listEvents, newestEventQuery } from './events.api.ts'
import classes from './events.module.css'
import { useEventTypeName } from './use-event-type-name.ts'
import { eventWords } from './words.ts'

const PAGE = '/portal/admin/events'
const NAMES = ['type', 'resource_id', 'actor', 'since', 'until'] as const

/** Everything that changed, newest first. */
export function EventsPage() {
  const t = useWords(eventWords)
  const filters = useUrlFilters(NAMES)
  const opened = useUrlFilters(['event'])
  const { type, resource_id, actor, since, until } = filters.values
  const asked: EventFilters = {
    type: type as EventFilters['type'],
    resource_id,
    actor,
    created_at_since: since && `${since}T00:00:00Z`,
    created_at_until: until && `${until}T23:59:59.999Z`,
  }
  const list = useCursorList<LoggedEvent>(['events', 'list', asked], (page) => listEvents(asked, page))
  const { data: names = [] } = useQuery(eventTypesQuery)
  const kindOf = useEventTypeName()
  const options = names.map((value) => ({ value, label: kindOf(value) }))
  return (
    <>
      <PageHeader title={t('events.title')} description={t('events.description')} />
      <Filters filters={filters} choices={[{ name: 'type', label: t('events.type'), options, searchable: true }]}>
        <PersonFilter
          label={t('events.resourceFilter')}
          value={resource_id}
          onChange={(value) => filters.set({ resource_id: value })}
        />
        <PersonFilter
          label={t('events.actorFilter')}
          value={actor}
          onChange={(value) => filters.set({ actor: value })}
        />
        <DateField
          aria-label={t('events.since')}
          placeholder={t('events.since')}
          value={since ?? null}
          onChange={(value) => filters.set({ since: value ?? undefined })}
        />
        <DateField
          aria-label={t('events.until')}
          placeholder={t('events.until')}
          value={until ?? null}
          onChange={(value) => filters.set({ until: value ?? undefined })}
        />
      </Filters>
      <NewEventsNotice asked={asked} shown={list.rows[0]?.id} />
      <DataTable
        label={t('events.title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => eventHref(id, filters.values)}
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('events.none')} text={t('events.noneText')} />
          ) : (
            <EmptyState icon={IconActivity} title={t('events.empty')} />
          )
        }
      />
      <EventDrawer id={opened.values.event} onClose={() => opened.set({ event: undefined })} />
    </>
  )
}

function eventHref(id: string, filters: Record<string, string | undefined>): string {
  const search = new URLSearchParams({ event: id })
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return `${PAGE}?${search}`
}

/** Announces newer events without moving the list. */
function NewEventsNotice({ asked, shown }: { asked: EventFilters; shown: string | undefined }) {
  const t = useWords(eventWords)
  const queryClient = useQueryClient()
  const { data: newest } = useQuery(newestEventQuery(asked))
  if (!newest || !shown || newest <= shown) return null
  return (
    <Button
      className={classes.news}
      size="compact-sm"
      mb="sm"
      leftSection={<IconArrowUp size={14} aria-hidden />}
      onClick={() => void queryClient.resetQueries({ queryKey: ['events', 'list'] })}
    >
      {t('events.news')}
    </Button>
  )
}

function useColumns(): Column<LoggedEvent>[] {
  const t = useWords(eventWords)
  const kindOf = useEventTypeName()
  const format = useFormat()
  return [
    { id: 'type', header: t('events.type'), render: ({ type }) => kindOf(type) },
    {
      id: 'resource',
      header: t('events.resource'),
      render: (row) => <span className={classes.address}>{nameOf(row)}</span>,
    },
    {
      id: 'actor',
      header: t('events.actor'),
      hideBelow: 'md',
      render: ({ actor }) => actor.name ?? actor.id ?? t('events.system'),
    },
    {
      id: 'when',
      header: t('events.when'),
      width: '13rem',
      render: ({ created_at }) => format.dateTime(created_at),
    },
  ]
}

function EventDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useWords(eventWords)
  const close = useWords(uiWords)('close')
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('events.detail')}
      closeButtonProps={{ 'aria-label': close }}
    >
      {id && <EventDetail id={id} />}
    </Drawer>
  )
}

function EventDetail({ id }: { id: string }) {
  const t = useWords(eventWords)
  const kindOf = useEventTypeName()
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/events/{id}', { params: { path: { id } }, signal })),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={8} />
  const { type, resource_id, actor, created_at } = data
  const who = actor.name ?? actor.id ?? t('events.system')
  return (
    <Stack>
      <DefinitionList
        items={[
          { label: t('events.type'), value: `${kindOf(type)} (${type})` },
          { label: t('events.resource'), value: <Linked href={pageOfResource(data)}>{nameOf(data)}</Linked> },
          { label: t('events.resourceId'), value: <span className={classes.address}>{resource_id}</span> },
          { label: t('events.actor'), value: <Linked href={pageOfActor(actor)}>{who}</Linked> },
          { label: t('events.when'), value: format.dateTime(created_at) },
          { label: t('events.id'), value: <span className={classes.address}>{id}</span> },
        ]}
      />
      <CodeBlock label={t('events.data')} code={JSON.stringify(data.data, null, 2)} />
      <AppLink href={`${PAGE}?resource_id=${encodeURIComponent(resource_id)}`}>{t('events.followed')}</AppLink>
    </Stack>
  )
}

function Linked({ href, children }: { href: string | undefined; children: string }) {
  return href === undefined ? children : <AppLink href={href}>{children}</AppLink>
}
