import { Select, TextInput } from '@mantine/core'
import { type Employee, useSaveEmployee } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { useRefusals } from '#features/directory/refusals.ts'
import { SaveBar } from '#features/directory/SaveBar.tsx'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'

const ADDRESS = ['address', 'address_2', 'address_3', 'postcode', 'city', 'country'] as const

/** What the form is about; one with other values is another form. */
export function identityOf(employee: Employee) {
  return {
    first_name: employee.first_name,
    last_name: employee.last_name,
    language: employee.language,
    email: employee.email ?? '',
    ...(Object.fromEntries(ADDRESS.map((one) => [one, employee[one] ?? ''])) as Record<
      (typeof ADDRESS)[number],
      string
    >),
  }
}

/** Who an employee is, and where they live. */
export function EmployeeForm({ employee, disabled }: { employee: Employee; disabled: boolean }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const languageName = useLanguageName()
  const { client } = useSession()
  const save = useSaveEmployee(employee.technical_id)
  const needed = (value: string) => (value.trim() === '' ? t('people.form.required') : null)
  const form = useForm({
    initialValues: identityOf(employee),
    validate: { first_name: needed, last_name: needed },
  })
  const submit = form.onSubmit(({ first_name, last_name, language, email, ...address }) => {
    const lines = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text.trim() || null]))
    save.mutate(
      { first_name, last_name, language, email: email.trim() || null, ...lines },
      {
        onSuccess: () => {
          form.resetDirty()
          notify.success(t('people.form.saved'))
        },
        onError: (error) => {
          if (!applyApiErrors(form, error)) refuse(error)
        },
      },
    )
  })
  const languages = [...new Set([...client.languages, ...(employee.language === null ? [] : [employee.language])])]
  return (
    <Section title={t('person.identity')}>
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <TextInput
            label={t('people.form.firstName')}
            required
            disabled={disabled}
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={t('people.form.lastName')}
            required
            disabled={disabled}
            {...form.getInputProps('last_name')}
          />
          <TextInput label={t('people.email')} type="email" disabled={disabled} {...form.getInputProps('email')} />
          <Select
            label={t('people.form.language')}
            disabled={disabled}
            data={languages.map((value) => ({ value, label: languageName(value) }))}
            {...form.getInputProps('language')}
          />
          {ADDRESS.map((one) => (
            <TextInput key={one} label={t(`person.${one}`)} disabled={disabled} {...form.getInputProps(one)} />
          ))}
        </div>
        {!disabled && <SaveBar isDirty={form.isDirty()} isSaving={save.isPending} onDiscard={form.reset} />}
      </form>
    </Section>
  )
}
