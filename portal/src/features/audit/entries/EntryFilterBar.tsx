import { Button, Select, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { EntryFilters } from '#features/audit/audit.api.ts'
import { auditWords, sentenceWords } from '#features/audit/words.ts'
import { PersonFilter } from '#shared/people/PersonFilter.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useTypedText } from '#ui/filters/typed-text.ts'
import { type UrlFilters, useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { ACTIONS, GROUPS, OBJECTS } from './actions.ts'
import { askedOf, type FilterName, NAMES } from './asked.ts'

/** The filters as they stand in the address, and as the server is asked. */
export function useEntryFilters(): { filters: UrlFilters<FilterName>; asked: EntryFilters } {
  const filters = useUrlFilters(NAMES)
  const asked = useMemo(() => askedOf(filters.values), [filters.values])
  return { filters, asked }
}

const MORE = ['outcome', 'actor_type', 'object', 'id'] as const

export function EntryFilterBar({ filters }: { filters: UrlFilters<FilterName> }) {
  const t = useWords(auditWords)
  const [isOpen, setOpen] = useState(false)
  const { values, set } = filters
  const isMore = isOpen || MORE.some((name) => values[name] !== undefined)
  return (
    <Filters filters={filters}>
      <PersonFilter label={t('filters.subject')} value={values.subject} onChange={(subject) => set({ subject })} />
      <PersonFilter label={t('filters.actor')} value={values.actor} onChange={(actor) => set({ actor })} />
      <ActionFilter value={values.action} onChange={(action) => set({ action })} />
      <DayFilter label={t('filters.since')} value={values.since} onChange={(since) => set({ since })} />
      <DayFilter label={t('filters.until')} value={values.until} onChange={(until) => set({ until })} />
      {isMore ? (
        <MoreFilters filters={filters} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('filters.more')}
        </Button>
      )}
    </Filters>
  )
}

type OneFilter = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

function DayFilter({ label, value, onChange }: OneFilter) {
  return (
    <DateField
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
    />
  )
}

function ActionFilter({ value, onChange }: Omit<OneFilter, 'label'>) {
  const t = useWords(auditWords)
  const data = GROUPS.map((group) => {
    const all = { value: `${group}.*`, label: t('filters.allOf', { group: t(`groups.${group}`) }) }
    const verbs = ACTIONS[group].map((verb) => ({
      value: `${group}.${verb}`,
      label: t('named', { group: t(`groups.${group}`), verb: t(`verbs.${verb}`) }),
    }))
    return { group: t(`groups.${group}`), items: verbs.length > 1 ? [all, ...verbs] : verbs }
  })
  return <Choice label={t('filters.action')} data={data} value={value} onChange={onChange} isSearchable />
}

function MoreFilters({ filters: { values, set } }: { filters: UrlFilters<FilterName> }) {
  const t = useWords(auditWords)
  const kindOf = useWords(sentenceWords)
  return (
    <>
      <Choice
        label={t('filters.outcome')}
        data={(['done', 'refused'] as const).map((one) => ({ value: one, label: t(`filters.${one}`) }))}
        value={values.outcome}
        onChange={(outcome) => set({ outcome })}
      />
      <Choice
        label={t('filters.actorType')}
        data={ACTOR_TYPES.map((one) => ({ value: one, label: t(`actorTypes.${one}`) }))}
        value={values.actor_type}
        onChange={(actor_type) => set({ actor_type })}
      />
      <Choice
        label={t('filters.kind')}
        data={OBJECTS.map((one) => ({ value: one, label: kindOf(`kinds.${one}`) }))}
        value={values.object}
        onChange={(object) => set({ object })}
      />
      <IdFilter value={values.id} onChange={(id) => set({ id })} />
    </>
  )
}

const ACTOR_TYPES = ['user', 'employee', 'external', 'application', 'api_key', 'shared_token', 'system'] as const

function IdFilter({ value, onChange }: Omit<OneFilter, 'label'>) {
  const label = useWords(auditWords)('filters.id')
  const { typed, type } = useTypedText(value ?? '', (text) => onChange(text.trim() || undefined))
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

type Option = { value: string; label: string }
type ChoiceProps = OneFilter & { data: Option[] | { group: string; items: Option[] }[]; isSearchable?: boolean }

function Choice({ label, data, value, onChange, isSearchable = false }: ChoiceProps) {
  const ui = useWords(uiWords)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable={isSearchable}
      nothingFoundMessage={ui('nothingFound')}
      clearable
      clearButtonProps={{ 'aria-label': ui('filters.remove', { name: label }) }}
    />
  )
}
