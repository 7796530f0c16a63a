import { Textarea, TextInput } from '@mantine/core'
import classes from '#features/requests/requests.module.css'
import { requestWords } from '#features/requests/words.ts'
import { useWords } from '#ui/language/words.ts'
import { DatasetField } from './DatasetField.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { Labels } from './form-draft.ts'
import {
  BODY,
  type FieldErrors,
  type FieldValue,
  type FieldValues,
  type FormToFill,
  parentValue,
  SUBJECT,
} from './form-values.ts'

type RequestFieldsProps = {
  form: FormToFill
  values: FieldValues
  labels: Labels
  errors: FieldErrors
  onChange: (code: string, value: FieldValue | undefined) => void
  onLabel: (path: string, label: string) => void
  disabled?: boolean
}

/** The fields of a form, to be filled in. Employees, managers and the preview of the builder see the same. */
export function RequestFields({
  form,
  values,
  labels,
  errors,
  onChange,
  onLabel,
  disabled = false,
}: RequestFieldsProps) {
  const t = useWords(requestWords)
  const textOf = (code: string) => {
    const value = values[code]
    return typeof value === 'string' ? value : ''
  }
  return (
    <div className={classes.fields}>
      {form.asks_for_subject && (
        <>
          <TextInput
            label={t('new.subject')}
            required
            maxLength={256}
            value={textOf(SUBJECT)}
            onChange={(event) => onChange(SUBJECT, event.currentTarget.value)}
            error={errors[SUBJECT]}
            disabled={disabled}
          />
          <Textarea
            label={t('new.body')}
            required
            autosize
            minRows={5}
            value={textOf(BODY)}
            onChange={(event) => onChange(BODY, event.currentTarget.value)}
            error={errors[BODY]}
            disabled={disabled}
          />
        </>
      )}
      {form.fields.map((field) =>
        field.type === 'dataset' ? (
          <DatasetField
            key={field.code}
            field={field}
            value={textOf(field.code)}
            parent={parentValue(form, field, values)}
            parentLabel={form.fields.find((one) => one.code === field.depends_on)?.label}
            labels={labels}
            onChange={(path) => onChange(field.code, path)}
            onLabel={onLabel}
            error={errors[field.code]}
            disabled={disabled}
          />
        ) : (
          <FieldInput
            key={field.code}
            field={field}
            value={values[field.code]}
            onChange={(value) => onChange(field.code, value)}
            error={errors[field.code]}
            disabled={disabled}
          />
        ),
      )}
    </div>
  )
}
