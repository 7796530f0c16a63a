import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Role, rolesQuery, useSaveRole } from '#features/directory/directory.api.ts'
import { useNameAndCodeRules } from '#features/directory/name-and-code.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { toLocalizedNames, toTexts } from '#shared/localized-names/shown-name.ts'
import { TranslationFields } from '#shared/localized-names/TranslationFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

type Given = { role?: Role; name?: string; permissions?: string[] }

export function openRoleForm({ title, ...given }: Given & { title: string }): void {
  const id = dialogs.open({ title, children: <RoleForm {...given} onDone={() => dialogs.close(id)} /> })
}

/** A new role, empty or with the permissions of another, or another name for one. */
function RoleForm({ role, name = '', permissions = [], onDone }: Given & { onDone: () => void }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const { data: known = [] } = useQuery(rolesQuery)
  const save = useSaveRole()
  const form = useForm({
    initialValues: { code: role?.code ?? '', name: role?.plain_name ?? name, names: toTexts(role?.localized_names) },
    validate: useNameAndCodeRules({ others: role ? undefined : known, taken: t('roles.codeTaken') }),
  })
  const submit = form.onSubmit((values) =>
    save.mutate(
      {
        code: values.code.trim(),
        name: values.name.trim(),
        permissions: role?.permissions ?? permissions,
        localized_names: toLocalizedNames(values.names),
      },
      {
        onSuccess: () => {
          onDone()
          notify.success(t('roles.saved', { name: values.name.trim() }))
        },
        onError: (error) => {
          if (!applyApiErrors(form, error)) refuse(error)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <TextInput label={t('roles.name')} required data-autofocus mb="md" {...form.getInputProps('name')} />
      {!role && (
        <TextInput
          label={t('roles.code')}
          description={t('roles.codeHint')}
          required
          maxLength={100}
          {...form.getInputProps('code')}
        />
      )}
      <TranslationFields value={form.values.names} onChange={(names) => form.setFieldValue('names', names)} />
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t('roles.save')}
        </Button>
      </FormActions>
    </form>
  )
}
