import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CustomField, type Employee, fieldsQuery, useSaveEmployee } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { useRefusals } from '#features/directory/refusals.ts'
import { SaveBar } from '#features/directory/SaveBar.tsx'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'

type Value = string | number | boolean | null

/** What the company keeps of an employee besides. */
export function CustomValuesForm({ employee, disabled }: { employee: Employee; disabled: boolean }) {
  const t = useWords(directoryWords)
  const session = useSession()
  const isKnown = mayAdmin(session, 'custom_fields:read')
  const { data: fields } = useQuery({ ...fieldsQuery, enabled: isKnown })
  if (!isKnown) return null
  return (
    <Section title={t('person.fields.title')}>
      {!fields && <LoadingState lines={2} />}
      {fields?.length === 0 && (
        <>
          <Text c="dimmed">{t('person.fields.none')}</Text>
          <Button component={AppLink} href="/portal/admin/custom-fields" variant="default" mt="md">
            {t('person.fields.define')}
          </Button>
        </>
      )}
      {fields && fields.length > 0 && <ValuesForm employee={employee} fields={fields} disabled={disabled} />}
    </Section>
  )
}

type ValuesFormProps = { employee: Employee; fields: CustomField[]; disabled: boolean }

function ValuesForm({ employee, fields, disabled }: ValuesFormProps) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const save = useSaveEmployee(employee.technical_id)
  const form = useForm<Record<string, Value>>({
    initialValues: Object.fromEntries(
      fields.map(({ code }) => [code, (employee.custom_fields[code] ?? null) as Value]),
    ),
  })
  const submit = form.onSubmit((values) => {
    const custom_fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never
    save.mutate(
      { custom_fields },
      {
        onSuccess: () => {
          form.resetDirty()
          notify.success(t('people.form.saved'))
        },
        onError: (error) => {
          const names = Object.fromEntries(fields.map(({ code }) => [`custom_fields.${code}`, code]))
          if (!applyApiErrors(form, error, names)) refuse(error)
        },
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {fields.map((field) => (
          <ValueField
            key={field.code}
            field={field}
            value={form.values[field.code] ?? null}
            onChange={(value) => form.setFieldValue(field.code, value)}
            error={form.errors[field.code]}
            disabled={disabled}
          />
        ))}
      </div>
      {!disabled && (
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={save.isPending}
          onDiscard={form.reset}
          label={t('person.fields.save')}
        />
      )}
    </form>
  )
}

type ValueFieldProps = {
  field: CustomField
  value: Value
  onChange: (value: Value) => void
  error: React.ReactNode
  disabled: boolean
}

function ValueField({ field, value, onChange, error, disabled }: ValueFieldProps) {
  const t = useWords(directoryWords)
  const common = { label: field.name, error, disabled }
  const text = value === null ? '' : String(value)
  if (field.type === 'list') {
    return <Select {...common} data={field.values} value={text || null} onChange={onChange} clearable searchable />
  }
  if (field.type === 'boolean') {
    const options = [
      { value: 'true', label: t('person.fields.yes') },
      { value: 'false', label: t('person.fields.no') },
    ]
    const choose = (chosen: string | null) => onChange(chosen === null ? null : chosen === 'true')
    return <Select {...common} data={options} value={text || null} onChange={choose} clearable />
  }
  if (field.type === 'date') return <DateField {...common} value={text || null} onChange={onChange} />
  if (field.type === 'integer') {
    return (
      <NumberInput
        {...common}
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(number) => onChange(typeof number === 'number' ? number : null)}
      />
    )
  }
  return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value || null)} />
}
