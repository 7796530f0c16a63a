import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './PersonSearch.module.css'

const TYPING_MS = 200

/** What is typed into a search, and what is looked for once the typing pauses. */
export function useTyped() {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  return { typed, setTyped, q }
}

type Found = { technical_id: string; first_name: string; last_name: string }
type PersonSearchProps<Person extends Found> = {
  label: string
  description?: string
  words: { placeholder: string; searching: string; nobody: string }
  search: ReturnType<typeof useTyped>
  /** Who fits what was typed. */
  found: { data?: Person[] | undefined; isFetching: boolean }
  /** What tells two of one name apart. */
  detailOf: (person: Person) => string
  onChoose: (person: Person) => void
  disabled?: boolean
  error?: ReactNode
}

/** A field that suggests people; choosing one empties it. */
export function PersonSearch<Person extends Found>(props: PersonSearchProps<Person>) {
  const { label, description, words, search, found, detailOf, onChoose, disabled = false, error } = props
  const { typed, setTyped, q } = search
  const { data, isFetching } = found
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const people = q === '' ? [] : (data ?? [])
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
          placeholder={words.placeholder}
          value={typed}
          disabled={disabled}
          error={error}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={isFetching ? <Loader size={16} /> : null}
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
                {`${one.first_name} ${one.last_name}`}
              </Text>
              <Text size="xs" c="dimmed">
                {detailOf(one)}
              </Text>
            </Combobox.Option>
          ))}
          {people.length === 0 && <Combobox.Empty>{isFetching ? words.searching : words.nobody}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
