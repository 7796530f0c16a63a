import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './Filters.module.css'
import { useTypedText } from './typed-text.ts'
import type { UrlFilters } from './url-filters.ts'

export type FilterChoice<N extends string> = {
  name: N
  label: string
  options: { value: string; label: string }[]
  /** What counts while nothing is chosen; the label unless said otherwise. */
  placeholder?: string
  searchable?: boolean
}

type FiltersProps<N extends string> = {
  filters: UrlFilters<N>
  /** The parameter that the search field writes; no field without it. */
  search?: N
  searchLabel?: string
  choices?: FilterChoice<N>[]
  /** Further fields, and what stands at the end of the line. */
  children?: ReactNode
}

/** A search field and lists to choose from, above a table; their state is in the address of the page. */
export function Filters<N extends string>({ filters, search, searchLabel, choices = [], children }: FiltersProps<N>) {
  const t = useWords(uiWords)
  const write = (name: N, value: string | undefined) =>
    filters.set({ [name]: value } as { [K in N]?: string | undefined })
  return (
    <search className={classes.filters} aria-label={t('filters.label')}>
      {search && (
        <SearchField
          label={searchLabel ?? t('filters.search')}
          value={filters.values[search] ?? ''}
          onChange={(value) => write(search, value || undefined)}
        />
      )}
      {choices.map((choice) => (
        <Select
          key={choice.name}
          aria-label={choice.label}
          placeholder={choice.placeholder ?? choice.label}
          data={choice.options}
          value={filters.values[choice.name] ?? null}
          onChange={(value) => write(choice.name, value ?? undefined)}
          searchable={choice.searchable ?? false}
          clearable
          clearButtonProps={{ 'aria-label': t('filters.remove', { name: choice.label }) }}
          className={classes.choice}
          data-chosen={filters.values[choice.name] !== undefined || undefined}
        />
      ))}
      {children}
      {filters.isFiltered && (
        <Button variant="subtle" color="gray" leftSection={<IconX size={14} aria-hidden />} onClick={filters.clear}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  )
}

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void }

/** A search field with a debounce. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const t = useWords(uiWords)
  const { typed, type } = useTypedText(value, onChange)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? <CloseButton size="sm" aria-label={t('filters.clearSearch')} onClick={() => type('')} /> : null
      }
      className={classes.search}
    />
  )
}
