import { NumberInput, Select, TextInput } from '@mantine/core'
import type { EmployeeDocumentType } from '#features/documents/reading/employee-documents.api.ts'
import { DateField } from '#ui/fields/DateField.tsx'

type Attribute = EmployeeDocumentType['metas'][number]
type AttributeFieldsProps = {
  attributes: Attribute[]
  values: Record<string, unknown>
  errors: Record<string, string | undefined>
  onChange: (code: string, value: unknown) => void
}

/** What a type asks of its documents: a field for each, of the kind that it is. */
export function AttributeFields({ attributes, values, errors, onChange }: AttributeFieldsProps) {
  return attributes.map((attribute) => (
    <AttributeField
      key={attribute.code}
      attribute={attribute}
      value={values[attribute.code]}
      error={errors[attribute.code]}
      onChange={(value) => onChange(attribute.code, value)}
    />
  ))
}

type AttributeFieldProps = {
  attribute: Attribute
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

function AttributeField({ attribute, value, error, onChange }: AttributeFieldProps) {
  const { code, name, type, required = false, values } = attribute
  const shared = { label: name ?? code, withAsterisk: required, error }
  const text = typeof value === 'string' ? value : null
  if (values) {
    const toValue = (chosen: string | null) => (chosen !== null && type === 'integer' ? Number(chosen) : chosen)
    const chosen = value === undefined || value === null ? null : String(value)
    return <Select {...shared} data={values} value={chosen} onChange={(next) => onChange(toValue(next))} clearable />
  }
  if (type === 'date') return <DateField {...shared} value={text} onChange={onChange} />
  if (type === 'integer') {
    return (
      <NumberInput
        {...shared}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      value={text ?? ''}
      maxLength={1000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
