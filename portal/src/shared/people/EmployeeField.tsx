import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { type EmployeeItem, employeeQuery, findEmployees, useSearched } from './employees.api.ts'
import { peopleWords } from './words.ts'

type EmployeeFieldProps = {
  value: string | null
  onChange: (id: string | null) => void
  error?: ReactNode
  disabled?: boolean
}

const labelOf = (one: Pick<EmployeeItem, 'technical_id' | 'first_name' | 'last_name'>, number?: string) =>
  `${fullName(one)} · ${number ?? one.technical_id}`

/** An employee, found by name or number. */
export function EmployeeField({ value, onChange, error, disabled = false }: EmployeeFieldProps) {
  const t = useWords(peopleWords)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 200)
  const chosen = useQuery({ ...employeeQuery(value ?? ''), enabled: value !== null }).data
  const chosenLabel = chosen && labelOf(chosen, chosen.registrations[0]?.employee_number)
  // The field repeats what was chosen; that is not a search.
  const found = useSearched(['found'], asked === chosenLabel ? '' : asked, (q, signal) => findEmployees(q, signal))
  const options = new Map(
    (found.data ?? []).map((one) => [one.technical_id, labelOf(one, one.employee_numbers[0])] as const),
  )
  if (chosen && chosenLabel) options.set(chosen.technical_id, chosenLabel)
  return (
    <Select
      label={t('employee')}
      placeholder={t('employeeSearch')}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={setText}
      nothingFoundMessage={found.isFetching ? t('searching') : t('nobody')}
      required
      disabled={disabled}
      error={error}
    />
  )
}
