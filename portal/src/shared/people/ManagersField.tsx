import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { type Colleague, colleaguesQuery } from './managers.api.ts'
import { peopleWords } from './words.ts'

type ManagersFieldProps = {
  label: string
  chosen: Pick<Colleague, 'technical_id' | 'first_name' | 'last_name'>[]
  onChange: (technicalIds: string[]) => void
  disabled?: boolean
}

/** Managers who take care of something, searched by name. */
export function ManagersField({ label, chosen, onChange, disabled = false }: ManagersFieldProps) {
  const t = useWords(peopleWords)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data: found = [] } = useQuery(colleaguesQuery(q))
  const people = new Map([...chosen, ...found].map((one) => [one.technical_id, fullName(one)]))
  return (
    <MultiSelect
      label={label}
      data={[...people].map(([value, name]) => ({ value, label: name }))}
      // The server has looked already.
      filter={({ options }) => options}
      value={chosen.map((one) => one.technical_id)}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={chosen.length > 0 ? '' : t('searchManagers')}
      nothingFoundMessage={t('noManager')}
      hidePickedOptions
      maxValues={100}
      disabled={disabled}
    />
  )
}
