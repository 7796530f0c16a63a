import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { employeesQuery } from '#features/requests/manager-requests.api.ts'
import { managerRequestWords } from '#features/requests/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'

type EmployeeFieldProps = {
  value: string | undefined
  onChange: (technicalId: string | undefined) => void
  error?: string | undefined
}

/** An employee of the manager's perimeter, searched by name or number. */
export function EmployeeField({ value, onChange, error }: EmployeeFieldProps) {
  const t = useWords(managerRequestWords)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data: ofValue = [] } = useQuery({ ...employeesQuery(value ?? ''), enabled: value !== undefined })
  const chosen = ofValue.filter((one) => one.technical_id === value)
  const isShown = chosen.some((one) => labelOf(one) === q)
  const { data: found = [] } = useQuery(employeesQuery(isShown ? '' : q))
  const isListed = (technicalId: string) => found.some((one) => one.technical_id === technicalId)
  const people = new Map([...chosen, ...found].map((one) => [one.technical_id, labelOf(one)]))
  return (
    <Select
      // The name comes after the number that the address of the page has.
      key={chosen.length}
      label={t('people.employee')}
      required
      data={[...people].map(([technicalId, label]) => ({ value: technicalId, label }))}
      // The server has looked already; who is chosen is listed only if found.
      filter={({ options }) => options.filter((one) => 'value' in one && isListed(one.value))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      onSearchChange={setTyped}
      placeholder={t('people.searchEmployees')}
      nothingFoundMessage={t('people.nothing')}
      error={error}
    />
  )
}

type Found = { technical_id: string; first_name: string; last_name: string; organizations: { name: string }[] }

function labelOf(person: Found): string {
  return [fullName(person), person.technical_id, ...person.organizations.map(({ name }) => name)].join(' · ')
}
