import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../app/i18n.ts'
import { fullName } from '../../app/session.ts'
import { type Person, peopleQuery } from './signatures.api.ts'
import classes from './wizard.module.css'

const TYPING_MS = 200

type PersonSearchProps = {
  label: string
  type: 'user' | 'employee'
  onChoose: (person: Person) => void
  error?: ReactNode
  description?: string
}

/** A field that suggests people whom the manager may ask; choosing one empties it. */
export function PersonSearch({ label, type, onChoose, error, description }: PersonSearchProps) {
  const t = useWords('signatureWizard')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(peopleQuery(type, q))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const people = q === '' ? [] : (found.data ?? [])
  const choose = (technicalId: string) => {
    const person = people.find((one) => one.technical_id === technicalId)
    combobox.closeDropdown()
    setTyped('')
    if (person) onChoose(person)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          description={description}
          placeholder={t('people.search')}
          value={typed}
          error={error}
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
        <Combobox.Options aria-label={label} className={classes.people}>
          {people.map((one) => (
            <Combobox.Option key={one.technical_id} value={one.technical_id}>
              <Text size="sm" fw={550}>
                {fullName(one)}
              </Text>
              <Text size="xs" c="dimmed">
                {[one.technical_id, one.email].filter(Boolean).join(' · ')}
              </Text>
            </Combobox.Option>
          ))}
          {people.length === 0 && (
            <Combobox.Empty>{t(found.isFetching ? 'people.searching' : 'people.nobody')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
