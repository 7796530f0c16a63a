import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { holdWords } from '#features/governance/words.ts'
import { useWords } from '#ui/language/words.ts'
import type { Choice } from './scope-form.ts'

type SearchedChoicesProps = {
  label: string
  description?: string
  placeholder: string
  chosen: Choice[]
  /** What the server finds for what is typed. */
  found: Choice[]
  isSearching: boolean
  onType: (text: string) => void
  onChange: (chosen: Choice[]) => void
  error?: ReactNode
}

/** Several things out of too many to list: typing asks the server. */
export function SearchedChoices(props: SearchedChoicesProps) {
  const { chosen, found, isSearching, onType, onChange, ...others } = props
  const t = useWords(holdWords)
  const known = new Map([...found, ...chosen].map((one) => [one.value, one]))
  const offered = new Set(found.map(({ value }) => value))
  return (
    <MultiSelect
      {...others}
      data={[...known.values()]}
      // The server has looked already; what was chosen is not offered again.
      filter={({ options }) => options.filter((one) => 'value' in one && offered.has(one.value))}
      value={chosen.map(({ value }) => value)}
      onChange={(values) => onChange(values.flatMap((value) => known.get(value) ?? []))}
      onSearchChange={onType}
      searchable
      hidePickedOptions
      nothingFoundMessage={isSearching ? t('form.searching') : t('form.nothingFound')}
    />
  )
}
