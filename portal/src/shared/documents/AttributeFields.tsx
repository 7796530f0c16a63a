import { NumberInput, Select, TextInput } from '@mantine/core'
import { DateField } from '#ui/fields/DateField.tsx'

const MAX_TEXT_LENGTH = 1000

/** What documents of a type say of themselves. */
type Attribute = {
  code: string
  name?: string
  type: string
  required?: boolean
  values?: string[]
}

/** What was entered for metas or filters, by their codes. */
export type AttributeValues = Record<string, string | number>

type AttributeFieldsProps = {
  attributes: Attribute[]
  values: AttributeValues
  /** With the code of the one that changed. */
  onChange: (values: AttributeValues, code: string) => void
  /** By code. */
  errors: Record<string, string | undefined>
}

/** A field for each meta or filter of a type of documents. */
export function AttributeFields({ attributes, values, onChange, errors }: AttributeFieldsProps) {
  const write = (code: string, value: string | number | null) => {
    const { [code]: _, ...others } = values
    onChange(value === null || value === '' ? others : { ...others, [code]: value }, code)
  }
  return attributes.map((attribute) => (
    <AttributeField
      key={attribute.code}
      attribute={attribute}
      value={values[attribute.code]}
      onChange={(value) => write(attribute.code, value)}
      error={errors[attribute.code]}
    />
  ))
}

type AttributeFieldProps = {
  attribute: Attribute
  value: string | number | undefined
  onChange: (value: string | number | null) => void
  error: string | undefined
}

function AttributeField({ attribute, value, onChange, error }: AttributeFieldProps) {
  const { code, name, type, required = false, values } = attribute
  const common = { label: name ?? code, required, error }
  if (values) {
    const choose = (chosen: string | null) => onChange(chosen !== null && type === 'integer' ? Number(chosen) : chosen)
    const shown = value === undefined ? null : String(value)
    return (
      <Select
        {...common}
        data={values}
        value={shown}
        onChange={choose}
        searchable={values.length > 8}
        clearable={!required}
      />
    )
  }
  if (type === 'date') {
    return <DateField {...common} value={value === undefined ? null : String(value)} onChange={onChange} />
  }
  if (type === 'integer') {
    // Unfinished input, such as a lone minus, is not kept.
    const write = (next: string | number) => onChange(typeof next === 'number' ? next : null)
    return <NumberInput {...common} value={value ?? ''} onChange={write} allowDecimal={false} />
  }
  return (
    <TextInput
      {...common}
      value={value ?? ''}
      maxLength={MAX_TEXT_LENGTH}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The refusals of one kind of attributes, by code: `document_type_metas.period` is about `period`. */
export function errorsOf(which: 'metas' | 'filters', fields: { field: string; message: string }[]) {
  const prefix = `document_type_${which}.`
  const own = fields.filter(({ field }) => field.startsWith(prefix))
  return Object.fromEntries(own.map(({ field, message }) => [field.slice(prefix.length), message]))
}
