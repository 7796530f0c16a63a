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
export function FieldInput(props: FieldInputProps) {
  const { field, value } = props
  const text = typeof value === 'string' ? value : ''
  switch (field.type) {
    case 'textarea':
      return <LongTextInput {...props} text={text} />
    case 'integer':
    case 'decimal':
      return <NumericInput {...props} text={text} />
    case 'date':
    case 'datetime':
      return <MomentInput {...props} text={text} />
    case 'boolean':
      return <YesNoInput {...props} text={text} />
    case 'select':
    case 'multiselect':
      return <ChoiceInput {...props} text={text} />
    case 'file':
      return <OneFileInput {...props} />
    default:
      return <ShortTextInput {...props} text={text} />
  }
}

type InputProps = FieldInputProps & { text: string }

function sharedProps({ field, error, disabled = false }: FieldInputProps) {
  return { label: field.label, required: field.required, error, disabled, name: field.code }
}

function lengthOf({ max_length }: FieldToFill) {
  return max_length === null ? {} : { maxLength: max_length }
}

function ShortTextInput({ text, ...props }: InputProps) {
  const { field, onChange } = props
  return (
    <TextInput
      {...sharedProps(props)}
      {...lengthOf(field)}
      {...(field.type === 'email' ? { type: 'email' } : {})}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function LongTextInput({ text, ...props }: InputProps) {
  const t = useWords(requestWords)
  const { field, onChange } = props
  return (
    <Textarea
      {...sharedProps(props)}
      {...lengthOf(field)}
      value={text}
      autosize
      minRows={4}
      maxRows={16}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(nearLimit(text, field.max_length)
        ? { description: t('field.left', { count: (field.max_length ?? 0) - [...text].length }) }
        : {})}
    />
  )
}

function NumericInput({ text, ...props }: InputProps) {
  const language = useLanguage()
  const { field, onChange } = props
  return (
    <NumberInput
      {...sharedProps(props)}
      value={text}
      onChange={(next) => onChange(next === '' ? undefined : String(next))}
      allowDecimal={field.type === 'decimal'}
      decimalSeparator={language === 'fr' ? ',' : '.'}
      allowedDecimalSeparators={['.', ',']}
      hideControls={field.type === 'decimal'}
    />
  )
}

function MomentInput({ text, ...props }: InputProps) {
  const t = useWords(requestWords)
  const { field, onChange } = props
  if (field.type === 'date') {
    return <DateField {...sharedProps(props)} value={text || null} onChange={(next) => onChange(next ?? undefined)} />
  }
  return (
    <DateTimeField
      {...sharedProps(props)}
      description={t('field.datetime')}
      value={text}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}

function YesNoInput({ text, ...props }: InputProps) {
  const t = useWords(requestWords)
  const { onChange, disabled = false } = props
  return (
    <Radio.Group {...sharedProps(props)} value={text} onChange={onChange}>
      <Group mt={6}>
        <Radio value="true" label={t('field.yes')} disabled={disabled} />
        <Radio value="false" label={t('field.no')} disabled={disabled} />
      </Group>
    </Radio.Group>
  )
}

function ChoiceInput({ text, ...props }: InputProps) {
  const t = useWords(requestWords)
  const { field, value, onChange } = props
  const data = field.choices?.map((one) => ({ value: one.value, label: one.label })) ?? []
  const shared = {
    ...sharedProps(props),
    data,
    nothingFoundMessage: t('field.nothing'),
    clearButtonProps: { 'aria-label': t('field.clear', { field: field.label }) },
  }
  if (field.type === 'select') {
    return (
      <Select
        {...shared}
        value={text || null}
        onChange={(next) => onChange(next ?? undefined)}
        placeholder={t('field.choose')}
        searchable={data.length > 8}
        clearable={!field.required}
      />
    )
  }
  const chosen = Array.isArray(value) ? value : []
  return (
    <MultiSelect
      {...shared}
      value={chosen}
      onChange={onChange}
      placeholder={chosen.length > 0 ? '' : t('field.choose')}
      searchable
      clearable
    />
  )
}

function OneFileInput({ field, value, onChange, error, disabled = false }: FieldInputProps) {
  return (
    <FilePicker
      label={`${field.label}${field.required ? ' *' : ''}`}
      files={value instanceof File ? [value] : []}
      onChange={([file]) => onChange(file)}
      disabled={disabled}
      {...(error === undefined ? {} : { error })}
    />
  )
}

/** The limit is only shown when the text comes close to it. */
function nearLimit(text: string, limit: number | null): boolean {
  return limit !== null && text.length > limit * 0.8
}
