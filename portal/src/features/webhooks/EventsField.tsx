import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypesQuery } from '#shared/events/event-types.ts'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useWords } from '#ui/language/words.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './words.ts'

type EventsFieldProps = { value: string[]; onChange: (value: string[]) => void; error?: string | undefined }

/** The subscribed events of a webhook: all, all of a resource, or single ones. */
export function EventsField({ value, onChange, error }: EventsFieldProps) {
  const t = useWords(webhookWords)
  const { data: names = [] } = useQuery(eventTypesQuery)
  const [sought, setSought] = useState('')
  const isAll = value.includes('*')
  const found = Object.entries(Object.groupBy(names, (name) => name.slice(0, name.indexOf('.')))).filter(
    ([, events = []]) => events.some((name) => name.includes(sought.trim().toLowerCase())),
  )
  const toggle = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, name] : value.filter((one) => one !== name))
  return (
    <Fieldset legend={t('form.events')} variant="unstyled">
      <Stack gap="sm">
        <Checkbox
          label={t('form.all')}
          checked={isAll}
          onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
        />
        {!isAll && (
          <>
            <SearchField label={t('form.search')} value={sought} onChange={setSought} />
            <div className={classes.events}>
              {found.length === 0 && <Text size="sm">{t('form.none')}</Text>}
              {found.map(([resource, events = []]) => (
                <ResourceEvents key={resource} resource={resource} events={events} value={value} onToggle={toggle} />
              ))}
            </div>
            <Text size="sm" c="dimmed" aria-live="polite">
              {t('form.chosen', { count: value.length })}
            </Text>
          </>
        )}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

type ResourceEventsProps = {
  resource: string
  events: string[]
  value: string[]
  onToggle: (name: string, isChosen: boolean) => void
}

function ResourceEvents({ resource, events, value, onToggle }: ResourceEventsProps) {
  const t = useWords(webhookWords)
  const wildcard = `${resource}.*`
  const isWhole = value.includes(wildcard)
  return (
    <div className={classes.resource}>
      <Checkbox
        label={t('form.allOf', { name: resource })}
        checked={isWhole}
        onChange={(event) => onToggle(wildcard, event.currentTarget.checked)}
      />
      {events.map((name) => (
        <Checkbox
          key={name}
          ml="lg"
          size="xs"
          label={name}
          disabled={isWhole}
          checked={isWhole || value.includes(name)}
          onChange={(event) => onToggle(name, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}
