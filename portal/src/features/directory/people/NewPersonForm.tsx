import { Button, Group, Select, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { isTaken, useCreateEmployee, useCreateManager } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { OrganizationField } from '#shared/organizations/OrganizationField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

type Kind = 'manager' | 'employee'

export function openNewPersonForm({ kind, title }: { kind: Kind; title: string }): void {
  const id = dialogs.open({
    title,
    size: 'lg',
    children: <NewPersonForm kind={kind} onDone={() => dialogs.close(id)} />,
  })
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A new person; further details are added on their page. */
function NewPersonForm({ kind, onDone }: { kind: Kind; onDone: () => void }) {
  const t = useWords(directoryWords)
  const languageName = useLanguageName()
  const { client } = useSession()
  const { form, submit, isBusy } = useNewPersonForm(kind, onDone)
  const isManager = kind === 'manager'
  return (
    <form onSubmit={submit} noValidate>
      <Group grow align="start" mb="md">
        <TextInput label={t('people.form.firstName')} required data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label={t('people.form.lastName')} required {...form.getInputProps('last_name')} />
      </Group>
      <TextInput
        label={t('people.email')}
        description={t('people.form.emailHint')}
        type="email"
        required={isManager}
        mb="md"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('people.form.id')}
        description={t('people.form.idHint')}
        required
        maxLength={50}
        mb="md"
        {...form.getInputProps('technical_id')}
      />
      {!isManager && (
        <Group grow align="start" mb="md">
          <OrganizationField
            label={t('people.form.organization')}
            required
            value={form.values.organization}
            onChange={(value) => form.setFieldValue('organization', value)}
            error={form.errors.organization}
          />
          <TextInput label={t('people.form.number')} required maxLength={100} {...form.getInputProps('number')} />
        </Group>
      )}
      <Select
        label={t('people.form.language')}
        description={t('people.form.languageHint')}
        data={client.languages.map((value) => ({ value, label: languageName(value) }))}
        {...form.getInputProps('language')}
      />
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={isBusy}>
          {t('people.form.add')}
        </Button>
      </FormActions>
    </form>
  )
}

function useNewPersonForm(kind: Kind, onDone: () => void) {
  const t = useWords(directoryWords)
  const router = useRouter()
  const notify = useNotify()
  const refuse = useRefusals()
  const { client } = useSession()
  const createManager = useCreateManager()
  const createEmployee = useCreateEmployee()
  const isManager = kind === 'manager'
  const form = useForm({
    initialValues: {
      technical_id: '',
      first_name: '',
      last_name: '',
      email: '',
      language: client.languages[0] ?? null,
      organization: null as string | null,
      number: '',
    },
    validate: useRules(isManager),
  })

  const create = async ({ organization, number, ...given }: typeof form.values) => {
    const person = { ...given, technical_id: given.technical_id.trim(), email: given.email.trim() }
    const look = await attempt(isTaken(isManager ? 'users' : 'employees', person.technical_id), refuse)
    if (!look) return
    if (look.answer) return form.setFieldError('technical_id', t('people.form.idTaken'))
    const registrations = [
      { organization_code: organization ?? '', employee_number: number.trim(), active: true, departure_date: null },
    ]
    const creating: Promise<unknown> = isManager
      ? createManager.mutateAsync(person)
      : createEmployee.mutateAsync({ ...person, email: person.email || (null as never), registrations })
    if (!(await attempt(creating, refusePerson))) return
    onDone()
    notify.success(t('people.form.created', { name: `${person.first_name} ${person.last_name}` }))
    router.history.push(`/portal/admin/people/${encodeURIComponent(`${kind}:${person.technical_id}`)}`)
  }
  const refusePerson = (error: unknown) => {
    const names = { 'registrations.0.employee_number': 'number', 'registrations.0.organization_code': 'organization' }
    if (!applyApiErrors(form, error, names)) refuse(error)
  }
  const { run, isBusy } = useOnce(create)
  const submit = form.onSubmit(run)
  return { form, submit, isBusy }
}

function useRules(isManager: boolean) {
  const t = useWords(directoryWords)
  const needed = (value: string | null) => ((value ?? '').trim() === '' ? t('people.form.required') : null)
  return {
    technical_id: needed,
    first_name: needed,
    last_name: needed,
    email: (email: string) => {
      if (email.trim() === '') return isManager ? t('people.form.required') : null
      return EMAIL.test(email.trim()) ? null : t('people.form.wrongEmail')
    },
    organization: (value: string | null) => (isManager ? null : needed(value)),
    number: (value: string) => (isManager ? null : needed(value)),
  }
}
