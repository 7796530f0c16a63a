import { MultiSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { retentionWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'
import { textsOf, valuesIn, withFields } from './field-values.ts'
import type { Form } from './form.ts'
import { type FieldOfEmployees, fieldsQuery } from './retention.api.ts'

/** Of which employees: those that have one of some values in each of these fields. */
export function CustomFieldsFields({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const isKnown = mayAdmin(useSession(), 'custom_fields:read')
  const { data = [] } = useQuery({ ...fieldsQuery, enabled: isKnown })
  const { custom_fields } = form.values
  const chosen = Object.keys(custom_fields)
  if (!isKnown) return chosen.length > 0 && <Text size="sm">{t('form.fields', { codes: chosen.join(', ') })}</Text>
  const fields = new Map(data.map((field) => [field.code, field]))
  const unknown = chosen.filter((code) => !fields.has(code)).map((code) => ({ value: code, label: code }))
  if (data.length === 0 && chosen.length === 0) return null
  return (
    <>
      <MultiSelect
        label={t('form.customFields')}
        placeholder={chosen.length === 0 ? t('form.allEmployees') : ''}
        data={[...data.map(({ code, name }) => ({ value: code, label: name })), ...unknown]}
        value={chosen}
        onChange={(codes) => form.setFieldValue('custom_fields', withFields(custom_fields, codes))}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('form.nothingFound')}
      />
      {chosen.map((code) => (
        <ValuesField key={code} form={form} code={code} field={fields.get(code)} />
      ))}
    </>
  )
}

type ValuesFieldProps = { form: Form; code: string; field: FieldOfEmployees | undefined }

/** The values of a field of which an employee has one. */
function ValuesField({ form, code, field }: ValuesFieldProps) {
  const t = useWords(retentionWords)
  const { custom_fields } = form.values
  const values = custom_fields[code] ?? []
  const common = {
    label: t('form.values', { name: field?.name ?? code }),
    value: textsOf(values),
    onChange: (texts: string[]) => {
      form.setFieldValue('custom_fields', { ...custom_fields, [code]: valuesIn(field?.type, texts) })
      form.clearFieldError(`custom_fields.${code}`)
    },
    error: form.errors[`custom_fields.${code}`] ?? (values.length === 0 && form.errors.custom_fields),
    required: true,
  }
  if (field?.type === 'list' || field?.type === 'boolean') {
    const options =
      field.type === 'list'
        ? field.values.map((value) => ({ value, label: value }))
        : (['true', 'false'] as const).map((value) => ({ value, label: t(`form.answers.${value}`) }))
    const known = new Set(options.map(({ value }) => value))
    const gone = common.value.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
    return (
      <MultiSelect
        {...common}
        data={[...options, ...gone]}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('form.nothingFound')}
      />
    )
  }
  return <TagsField {...common} description={t(field?.type === 'date' ? 'form.dateValues' : 'form.typedValues')} />
}
