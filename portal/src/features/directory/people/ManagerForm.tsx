import { Select, TextInput } from '@mantine/core'
import { type Manager, useSaveManager } from '#features/directory/directory.api.ts'
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

/** What the form is about; one with other values is another form. */
export function identityOf({ first_name, last_name, email, language }: Manager) {
  return { first_name, last_name, email, language }
}

/** Who a manager is. */
export function ManagerForm({ manager, disabled }: { manager: Manager; disabled: boolean }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const languageName = useLanguageName()
  const { client } = useSession()
  const save = useSaveManager(manager.technical_id)
  const needed = (value: string) => (value.trim() === '' ? t('people.form.required') : null)
  const { language } = manager
  const form = useForm({
    initialValues: identityOf(manager),
    validate: { first_name: needed, last_name: needed, email: needed },
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
  const languages = [...new Set([...client.languages, ...(language === null ? [] : [language])])]
  return (
    <Section title={t('person.identity')}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0 }}>
          <div className={classes.fields}>
            <TextInput label={t('people.form.firstName')} required {...form.getInputProps('first_name')} />
            <TextInput label={t('people.form.lastName')} required {...form.getInputProps('last_name')} />
            <TextInput label={t('people.email')} type="email" required {...form.getInputProps('email')} />
            <Select
              label={t('people.form.language')}
              disabled={disabled}
              data={languages.map((value) => ({ value, label: languageName(value) }))}
              {...form.getInputProps('language')}
            />
          </div>
          {!disabled && <SaveBar isDirty={form.isDirty()} isSaving={save.isPending} onDiscard={form.reset} />}
        </fieldset>
      </form>
    </Section>
  )
}
