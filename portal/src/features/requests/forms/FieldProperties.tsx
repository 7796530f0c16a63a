import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formWords } from '#features/requests/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { useWords } from '#ui/language/words.ts'
import classes from './builder.module.css'
import { errorOf, type PropertiesProps } from './builder-errors.ts'
import { ChoicesField } from './ChoicesField.tsx'
import { type BuiltField, FIELD_TYPES, namesOf, textsOf } from './form-model.ts'
import { datasetQuery, datasetsQuery, type FieldType } from './forms.api.ts'

/** Everything that a field can be given; what its type does not have is not shown. */
export function FieldProperties({ field, errors, onChange, disabled }: PropertiesProps) {
  const t = useWords(formWords)
  const { client } = useSession()
  const { key, type } = field
  const wrong = (property: string) => errorOf(errors, key, property)
  return (
    <div className={classes.properties}>
      <TextInput
        label={t('field.label')}
        required
        maxLength={255}
        value={field.label}
        error={wrong('label')}
        disabled={disabled}
        onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
      />
      <TextInput
        label={t('field.code')}
        description={t('field.codeHint')}
        required
        maxLength={20}
        value={field.code}
        error={wrong('code')}
        disabled={disabled}
        onChange={(event) => onChange({ ...field, code: event.currentTarget.value })}
      />
      <Select
        label={t('field.type')}
        data={FIELD_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={type}
        allowDeselect={false}
        error={wrong('type')}
        disabled={disabled}
        onChange={(value) => onChange({ ...field, type: (value ?? type) as FieldType })}
      />
      <Switch
        label={t('field.required')}
        checked={field.required ?? false}
        disabled={disabled}
        onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
      />
      <TypeProperties field={field} errors={errors} onChange={onChange} disabled={disabled} />
      <LocalizedNameFields
        label={t('field.translations')}
        languages={client.languages}
        value={textsOf(field.localized_labels)}
        onChange={(texts) => onChange({ ...field, localized_labels: namesOf(texts) })}
      />
    </div>
  )
}

/** What only fields of this type have. */
function TypeProperties({ field, errors, onChange, disabled }: PropertiesProps) {
  const t = useWords(formWords)
  switch (field.type) {
    case 'text':
    case 'textarea':
      return (
        <NumberInput
          label={t('field.maxLength')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={field.max_length ?? ''}
          error={errorOf(errors, field.key, 'max_length')}
          disabled={disabled}
          onChange={(value) => onChange(withLength(field, value))}
        />
      )
    case 'select':
    case 'multiselect':
      return <ChoicesField field={field} errors={errors} onChange={onChange} disabled={disabled} />
    case 'dataset':
      return <DatasetProperties field={field} errors={errors} onChange={onChange} disabled={disabled} />
    default:
      return null
  }
}

function withLength({ max_length: _, ...field }: BuiltField, value: string | number): BuiltField {
  const length = Number(value)
  return value === '' || !Number.isInteger(length) ? field : { ...field, max_length: length }
}

function DatasetProperties({ field, errors, onChange, disabled }: PropertiesProps) {
  const t = useWords(formWords)
  const [typed, setTyped] = useState('')
  const { data: datasets = [] } = useQuery(datasetsQuery(typed === field.dataset ? '' : typed))
  const { data: dataset } = useQuery({ ...datasetQuery(field.dataset ?? ''), enabled: Boolean(field.dataset) })
  const ids = new Set([...(field.dataset ? [field.dataset] : []), ...datasets.map((one) => one.id)])
  const { dataset: _, dimension: __, ...without } = field
  return (
    <>
      <Select
        label={t('field.dataset')}
        required
        searchable
        data={[...ids]}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={field.dataset ?? null}
        error={errorOf(errors, field.key, 'dataset')}
        disabled={disabled}
        onChange={(value) => onChange(value === null ? without : { ...without, dataset: value })}
      />
      {dataset && (
        <Select
          label={t('field.dimension')}
          description={t('field.dependsHint')}
          data={dataset.dimensions.map((one) => ({ value: one.id, label: one.name }))}
          placeholder={t('field.anyLevel')}
          clearable
          clearButtonProps={{ 'aria-label': t('field.anyLevel') }}
          value={field.dimension ?? null}
          error={errorOf(errors, field.key, 'dimension')}
          disabled={disabled}
          onChange={(value) => {
            const { dimension: ___, ...others } = field
            onChange(value === null ? others : { ...others, dimension: value })
          }}
        />
      )}
    </>
  )
}
