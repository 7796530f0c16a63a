import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../app/i18n.ts'
import classes from './CheckView.module.css'
import { type EmployeeItem, employeesQuery } from './distributions.api.ts'

const TYPING_MS = 200

type EmployeeSearchProps = { label: string; isBusy: boolean; onChoose: (employee: EmployeeItem) => void }

/** A field that suggests employees whom the manager may see; choosing one is the decision. */
export function EmployeeSearch({ label, isBusy, onChoose }: EmployeeSearchProps) {
  const t = useWords('distributions')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(employeesQuery(q))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const employees = q === '' ? [] : (found.data ?? [])
  const choose = (technicalId: string) => {
    const employee = employees.find((one) => one.technical_id === technicalId)
    combobox.closeDropdown()
    setTyped('')
    if (employee) onChoose(employee)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={t('check.searchHint')}
          value={typed}
          disabled={isBusy}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={found.isFetching ? <Loader size={16} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={q === ''}>
        <Combobox.Options aria-label={label}>
          {employees.map((one) => (
            <Combobox.Option key={one.technical_id} value={one.technical_id}>
              <span className={classes.option}>
                <Text component="span" size="sm" fw={550}>{`${one.first_name} ${one.last_name}`}</Text>
                <Text component="span" size="xs" c="dimmed">
                  {[one.technical_id, ...one.organizations.map(({ name }) => name)].join(' · ')}
                </Text>
              </span>
            </Combobox.Option>
          ))}
          {employees.length === 0 && (
            <Combobox.Empty>{t(found.isFetching ? 'check.searching' : 'check.nobody')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
