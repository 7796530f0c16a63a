import { Group, MultiSelect, NumberInput, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { requestWords } from '#features/requests/words.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { DateTimeField } from '#ui/fields/DateTimeField.tsx'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useLanguage, useWords } from '#ui/language/words.ts'
import type { FieldToFill, FieldValue } from './form-values.ts'

type FieldInputProps = {
  field: FieldToFill
  value: FieldValue | undefined
  onChange: (value: FieldValue | undefined) => void
  error?: string | undefined
  disabled?: boolean
}

/** The input that the type of a field asks for. */
export function FieldInput({ field, value, onChange, error, disabled = false }: FieldInputProps) {
  const t = useWords(requestWords)
  const language = useLanguage()
  const text = typeof value === 'string' ? value : ''
  const shared = { label: field.label, required: field.required, error, disabled, name: field.code }
  const length = field.max_length === null ? {} : { maxLength: field.max_length }
  const typed = { ...shared, ...length, value: text }
  const choices = field.choices?.map((one) => ({ value: one.value, label: one.label })) ?? []
  const clear = { clearButtonProps: { 'aria-label': t('field.clear', { field: field.label }) } }
  switch (field.type) {
    case 'textarea':
      return (
        <Textarea
          {...typed}
          autosize
          minRows={4}
          maxRows={16}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(nearLimit(text, field.max_length)
            ? { description: t('field.left', { count: (field.max_length ?? 0) - [...text].length }) }
            : {})}
        />
      )
    case 'integer':
    case 'decimal':
      return (
        <NumberInput
          {...shared}
          value={text}
          onChange={(next) => onChange(next === '' ? undefined : String(next))}
          allowDecimal={field.type === 'decimal'}
          decimalSeparator={language === 'fr' ? ',' : '.'}
          allowedDecimalSeparators={['.', ',']}
          hideControls={field.type === 'decimal'}
        />
      )
    case 'date':
      return <DateField {...shared} value={text || null} onChange={(next) => onChange(next ?? undefined)} />
    case 'datetime':
      return (
        <DateTimeField
          {...shared}
          description={t('field.datetime')}
          value={text}
          onChange={(next) => onChange(next || undefined)}
        />
      )
    case 'boolean':
      return (
        <Radio.Group {...shared} value={text} onChange={onChange}>
          <Group mt={6}>
            <Radio value="true" label={t('field.yes')} disabled={disabled} />
            <Radio value="false" label={t('field.no')} disabled={disabled} />
          </Group>
        </Radio.Group>
      )
    case 'email':
      return <TextInput {...typed} type="email" onChange={(event) => onChange(event.currentTarget.value)} />
    case 'select':
      return (
        <Select
          {...shared}
          data={choices}
          value={text || null}
          onChange={(next) => onChange(next ?? undefined)}
          placeholder={t('field.choose')}
          searchable={choices.length > 8}
          clearable={!field.required}
          nothingFoundMessage={t('field.nothing')}
          {...clear}
        />
      )
    case 'multiselect':
      return (
        <MultiSelect
          {...shared}
          data={choices}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t('field.choose')}
          searchable
          clearable
          nothingFoundMessage={t('field.nothing')}
          {...clear}
        />
      )
    case 'file':
      return (
        <FilePicker
          label={`${field.label}${field.required ? ' *' : ''}`}
          files={value instanceof File ? [value] : []}
          onChange={([file]) => onChange(file)}
          disabled={disabled}
          {...(error === undefined ? {} : { error })}
        />
      )
    default:
      return <TextInput {...typed} onChange={(event) => onChange(event.currentTarget.value)} />
  }
}

/** Who comes near the limit is told; others need not know of it. */
function nearLimit(text: string, limit: number | null): boolean {
  return limit !== null && text.length > limit * 0.8
}
