import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { type Colleague, type ColleaguePermission, colleaguesQuery } from './managers.api.ts'
import { useTyped } from './PersonSearch.tsx'
import { peopleWords } from './words.ts'

export type ChosenManager = Pick<Colleague, 'technical_id' | 'first_name' | 'last_name'>

type ManagersFieldProps = {
  label: string
  description?: string
  /** Shown while the field is empty. */
  placeholder?: string
  chosen: ChosenManager[]
  onChange: (chosen: ChosenManager[]) => void
  permission?: ColleaguePermission
  /** On the button that removes all; there is none without it. */
  clearLabel?: string
  error?: ReactNode
  disabled?: boolean
}

/** Several managers, searched by name. */
export function ManagersField(props: ManagersFieldProps) {
  const { label, description, placeholder, chosen, onChange, permission, clearLabel, error, disabled = false } = props
  const t = useWords(peopleWords)
  const { typed, setTyped, q } = useTyped()
  const { data: found = [] } = useQuery(colleaguesQuery(q, permission))
  const people = new Map([...chosen, ...found].map((one) => [one.technical_id, one]))
  return (
    <MultiSelect
      label={label}
      description={description}
      data={[...people].map(([value, person]) => ({ value, label: fullName(person) }))}
      // The server has looked already.
      filter={({ options }) => options}
      value={chosen.map((one) => one.technical_id)}
      onChange={(ids) => onChange(ids.flatMap((id) => people.get(id) ?? []))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={chosen.length > 0 ? '' : (placeholder ?? t('searchManagers'))}
      nothingFoundMessage={t('noManager')}
      hidePickedOptions
      maxValues={100}
      clearable={clearLabel !== undefined}
      {...(clearLabel === undefined ? {} : { clearButtonProps: { 'aria-label': clearLabel } })}
      error={error}
      disabled={disabled}
    />
  )
}
