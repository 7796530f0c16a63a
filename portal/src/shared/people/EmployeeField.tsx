import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { type EmployeeItem, type EmployeeProfile, employeeQuery, foundEmployeesQuery } from './employees.api.ts'
import { useTyped } from './PersonSearch.tsx'
import { peopleWords } from './words.ts'

type EmployeeFieldProps = {
  value: string | null
  onChange: (technicalId: string | null) => void
  error?: ReactNode
  disabled?: boolean
}

/** An employee of the manager's perimeter, found by name or number. */
export function EmployeeField({ value, onChange, error, disabled = false }: EmployeeFieldProps) {
  const t = useWords(peopleWords)
  const { setTyped, q } = useTyped()
  const chosen = useQuery({ ...employeeQuery(value ?? ''), enabled: value !== null }).data
  const chosenLabel = chosen && labelOfProfile(chosen)
  // The field repeats what was chosen; that is not a search.
  const found = useQuery(foundEmployeesQuery(q === chosenLabel ? '' : q))
  const labels = new Map((found.data ?? []).map((one) => [one.technical_id, labelOfItem(one)]))
  const isFound = new Set(labels.keys())
  if (chosen && chosenLabel) labels.set(chosen.technical_id, chosenLabel)
  return (
    <Select
      label={t('employee')}
      placeholder={t('employeeSearch')}
      data={[...labels].map(([technicalId, label]) => ({ value: technicalId, label }))}
      // The server has looked already; the chosen employee is listed only if found.
      filter={({ options }) => options.filter((one) => 'value' in one && isFound.has(one.value))}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={found.isFetching ? t('searching') : t('nobody')}
      required
      disabled={disabled}
      error={error}
    />
  )
}

type Labelled = Pick<EmployeeItem, 'technical_id' | 'first_name' | 'last_name'>

const labelOfItem = (one: EmployeeItem) =>
  labelOf(
    one,
    one.employee_numbers,
    one.organizations.map(({ name }) => name),
  )

function labelOfProfile(one: EmployeeProfile): string {
  const active = one.registrations.filter((registration) => registration.active)
  const shown = active.length > 0 ? active : one.registrations
  const numbers = shown.map((registration) => registration.employee_number)
  const organizations = shown.map((registration) => registration.organization_name)
  return labelOf(one, numbers, organizations)
}

/** Number and organizations tell two employees of one name apart. */
function labelOf(one: Labelled, numbers: string[], organizations: string[]): string {
  return [fullName(one), numbers[0] ?? one.technical_id, ...new Set(organizations)].join(' · ')
}
