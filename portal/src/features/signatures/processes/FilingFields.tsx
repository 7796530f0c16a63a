import { Select, SimpleGrid } from '@mantine/core'
import { signatureDraftWords } from '#features/signatures/words.ts'
import type { FieldError } from '#kernel/api/api-error.ts'
import { AttributeFields, type AttributeValues, errorsOf } from '#shared/documents/AttributeFields.tsx'
import { useWords } from '#ui/language/words.ts'
import { EmployeeChoice } from './EmployeeChoice.tsx'
import type { DocumentType } from './processes.api.ts'

export type FilingValues = {
  employee: { technical_id: string; name: string } | null
  document_type_code: string | null
  metas: AttributeValues
  filters: AttributeValues
}

type FilingFieldsProps = {
  types: DocumentType[]
  values: FilingValues
  onChange: (changes: Partial<FilingValues>) => void
  errors: Pick<FieldError, 'field' | 'message'>[]
  /** Whether nothing can be filed without them; before that they may still come. */
  required?: boolean
}

/** Where the signed document is filed: whose folder, as what, and what it says of itself. */
export function FilingFields({ types, values, onChange, errors, required = false }: FilingFieldsProps) {
  const t = useWords(signatureDraftWords)
  const type = types.find(({ code }) => code === values.document_type_code)
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  const needed = (attributes: DocumentType['metas']) =>
    attributes.map((one) => ({ ...one, required: required && (one.required ?? false) }))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <EmployeeChoice
        label={t('filing.employee')}
        value={values.employee}
        onChange={(employee) => onChange({ employee })}
        error={errorOf('employee_technical_id')}
      />
      <Select
        label={t('filing.type')}
        placeholder={t('filing.typePlaceholder')}
        data={types.map(({ code, name }) => ({ value: code, label: name }))}
        value={values.document_type_code}
        onChange={(document_type_code) => onChange({ document_type_code, metas: {}, filters: {} })}
        searchable={types.length > 8}
        clearable={!required}
        required={required}
        error={errorOf('document_type_code')}
      />
      <AttributeFields
        attributes={needed(type?.metas ?? [])}
        values={values.metas}
        onChange={(metas) => onChange({ metas })}
        errors={errorsOf('metas', errors)}
      />
      <AttributeFields
        attributes={needed(type?.filters ?? [])}
        values={values.filters}
        onChange={(filters) => onChange({ filters })}
        errors={errorsOf('filters', errors)}
      />
    </SimpleGrid>
  )
}
