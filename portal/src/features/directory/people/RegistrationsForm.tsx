import { Button, Checkbox, CloseButton, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Employee, type Registration, useSaveEmployee } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { useRefusals } from '#features/directory/refusals.ts'
import { SaveBar } from '#features/directory/SaveBar.tsx'
import { directoryWords } from '#features/directory/words.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { OrganizationField } from '#shared/organizations/OrganizationField.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'

type Values = { registrations: Registration[] }

const EMPTY: Registration = { organization_code: '', employee_number: '', active: true, departure_date: null }

/** Where an employee works, and worked. */
export function RegistrationsForm({ employee, disabled }: { employee: Employee; disabled: boolean }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const save = useSaveEmployee(employee.technical_id)
  const needed = (value: string) => (value.trim() === '' ? t('people.form.required') : null)
  const form = useForm<Values>({
    initialValues: { registrations: employee.registrations },
    validate: { registrations: { organization_code: needed, employee_number: needed } },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        form.resetDirty()
        notify.success(t('people.form.saved'))
      },
      onError: (error) => {
        if (!applyApiErrors(form, error)) refuse(error)
      },
    }),
  )
  const { registrations } = form.values
  return (
    <Section title={t('person.registrations.title')} description={t('person.registrations.text')}>
      <form onSubmit={submit} noValidate>
        {registrations.length === 0 && (
          <Text c="dimmed" mb="md">
            {t('person.registrations.none')}
          </Text>
        )}
        {registrations.map((registration, index) => (
          <RegistrationFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a registration is known by its place alone
            key={index}
            form={form}
            registration={registration}
            index={index}
            disabled={disabled}
          />
        ))}
        {!disabled && (
          <>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('registrations', EMPTY)}
            >
              {t('person.registrations.add')}
            </Button>
            <SaveBar
              isDirty={form.isDirty()}
              isSaving={save.isPending}
              onDiscard={form.reset}
              label={t('person.registrations.save')}
            />
          </>
        )}
      </form>
    </Section>
  )
}

type RegistrationFieldsProps = {
  form: UseFormReturnType<Values>
  registration: Registration
  index: number
  disabled: boolean
}

function RegistrationFields({ form, registration, index, disabled }: RegistrationFieldsProps) {
  const t = useWords(directoryWords)
  return (
    <fieldset className={classes.piece} aria-label={t('person.registrations.registration', { number: index + 1 })}>
      {!disabled && (
        <CloseButton
          aria-label={t('person.registrations.remove', { number: index + 1 })}
          onClick={() => form.removeListItem('registrations', index)}
          style={{ position: 'absolute', insetInlineEnd: '0.5rem', top: '0.5rem' }}
        />
      )}
      <div className={classes.fields}>
        <OrganizationField
          label={t('person.registrations.organization')}
          value={registration.organization_code || null}
          onChange={(code) => form.setFieldValue(`registrations.${index}.organization_code`, code ?? '')}
          error={form.errors[`registrations.${index}.organization_code`]}
          disabled={disabled}
        />
        <TextInput
          label={t('person.registrations.number')}
          disabled={disabled}
          {...form.getInputProps(`registrations.${index}.employee_number`)}
        />
        <DateField
          label={t('person.registrations.departure')}
          disabled={disabled}
          value={registration.departure_date}
          onChange={(date) => form.setFieldValue(`registrations.${index}.departure_date`, date)}
          error={form.errors[`registrations.${index}.departure_date`]}
        />
        <Checkbox
          label={t('person.registrations.active')}
          disabled={disabled}
          mt="xl"
          {...form.getInputProps(`registrations.${index}.active`, { type: 'checkbox' })}
        />
      </div>
    </fieldset>
  )
}
