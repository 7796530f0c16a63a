import { Group, Input, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { DateField } from './DateField.tsx'

type DateTimeFieldProps = {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** `2026-11-03T14:30`, by the clock of the reader, or empty. */
  value?: string
  onChange: (value: string) => void
}

/** A date and a time of day. Without a time, the day begins. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, error, required, disabled, value = '', onChange } = props
  const t = useWords(uiWords)
  const id = useId()
  const [date = '', time = ''] = value.split('T')
  const shared = disabled === undefined ? {} : { disabled }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      {...(required === undefined ? {} : { required })}
      labelElement="label"
      id={id}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <DateField
          id={id}
          flex={1}
          value={date || null}
          onChange={(next) => onChange(next ? `${next}T${time || '00:00'}` : '')}
          {...shared}
        />
        <TextInput
          type="time"
          w={110}
          aria-label={t('calendar.time')}
          value={time}
          disabled={disabled || date === ''}
          onChange={(event) => onChange(`${date}T${event.currentTarget.value || '00:00'}`)}
        />
      </Group>
    </Input.Wrapper>
  )
}
