import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery, type OrganizationGroup, useSaveGroup } from '#features/directory/directory.api.ts'
import { useNameAndCodeRules } from '#features/directory/name-and-code.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { toLocalizedNames, toTexts } from '#shared/localized-names/shown-name.ts'
import { TranslationFields } from '#shared/localized-names/TranslationFields.tsx'
import { OrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

export function openGroupForm({ title, group }: { title: string; group?: OrganizationGroup }): void {
  const id = dialogs.open({
    title,
    size: 'lg',
    children: <GroupForm group={group} onDone={() => dialogs.close(id)} />,
  })
}

/** A group of organizations, new or changed. */
function GroupForm({ group, onDone }: { group: OrganizationGroup | undefined; onDone: () => void }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const { data: known = [] } = useQuery(groupsQuery)
  const save = useSaveGroup()
  const form = useForm({
    initialValues: {
      code: group?.code ?? '',
      name: group?.plain_name ?? '',
      organizations: group?.organizations ?? [],
      names: toTexts(group?.localized_names),
    },
    validate: useNameAndCodeRules({ others: group ? undefined : known, taken: t('organization.group.codeTaken') }),
  })
  const submit = form.onSubmit(({ code, name, names, organizations }) =>
    save.mutate(
      { code: code.trim(), name: name.trim(), localized_names: toLocalizedNames(names), organizations },
      {
        onSuccess: () => {
          onDone()
          notify.success(t('organization.group.saved', { name: name.trim() }))
        },
        onError: (error) => {
          if (!applyApiErrors(form, error)) refuse(error)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <TextInput label={t('organization.name')} required data-autofocus mb="md" {...form.getInputProps('name')} />
      {!group && (
        <TextInput label={t('organization.code')} required maxLength={100} mb="md" {...form.getInputProps('code')} />
      )}
      <OrganizationsField
        label={t('organization.group.organizations')}
        value={form.values.organizations}
        onChange={(value) => form.setFieldValue('organizations', value)}
        error={form.errors.organizations}
      />
      <TranslationFields value={form.values.names} onChange={(names) => form.setFieldValue('names', names)} />
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t('organization.save')}
        </Button>
      </FormActions>
    </form>
  )
}
