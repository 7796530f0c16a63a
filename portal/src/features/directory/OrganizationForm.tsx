import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../app/i18n.ts'
import { applyApiErrors } from '../../ui/form-errors.ts'
import { useNotify } from '../../ui/notify.tsx'
import { type Organization, treeQuery, useSaveOrganization } from './directory.api.ts'
import { OrganizationField } from './OrganizationField.tsx'
import { useRefusals } from './refusals.ts'

type Given = { parent: string | null; organization?: Organization }

export function openOrganizationForm({ title, ...given }: Given & { title: string }): void {
  const id = modals.open({ title, children: <OrganizationForm {...given} onDone={() => modals.close(id)} /> })
}

/** A new organization, or another name for one. */
function OrganizationForm({ parent, organization, onDone }: Given & { onDone: () => void }) {
  const t = useWords('directory')
  const notify = useNotify()
  const refuse = useRefusals()
  const { data: known = [] } = useQuery(treeQuery)
  const save = useSaveOrganization()
  const form = useForm({
    initialValues: { code: organization?.code ?? '', name: organization?.name ?? '', parent },
    validate: {
      name: (name) => (name.trim() === '' ? t('people.form.required') : null),
      code: (code) => {
        if (code.trim() === '') return t('people.form.required')
        const isTaken = !organization && known.some((one) => one.code === code.trim())
        return isTaken ? t('organization.codeTaken') : null
      },
    },
  })
  const submit = form.onSubmit(({ code, name, parent: above }) =>
    save.mutate(
      { code: code.trim(), name: name.trim(), parent: above },
      {
        onSuccess: () => {
          onDone()
          notify.success(t(organization ? 'organization.saved' : 'organization.created', { name: name.trim() }))
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
      {!organization && (
        <>
          <TextInput
            label={t('organization.code')}
            description={t('organization.codeHint')}
            required
            maxLength={64}
            mb="md"
            {...form.getInputProps('code')}
          />
          <OrganizationField
            label={t('organization.parent')}
            placeholder={t('organization.top')}
            clearable
            value={form.values.parent}
            onChange={(value) => form.setFieldValue('parent', value)}
            error={form.errors.parent}
          />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDone}>
          {t('organization.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t(organization ? 'organization.save' : 'organization.create')}
        </Button>
      </Group>
    </form>
  )
}
