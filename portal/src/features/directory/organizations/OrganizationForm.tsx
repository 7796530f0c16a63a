import { Button, Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  ORGANIZATION_LINES,
  organizationQuery,
  useChangeOrganization,
  useCreateOrganization,
} from '#features/directory/directory.api.ts'
import { useNameAndCodeRules } from '#features/directory/name-and-code.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { type LocalizedName, toLocalizedNames, toTexts } from '#shared/localized-names/shown-name.ts'
import { TranslationFields } from '#shared/localized-names/TranslationFields.tsx'
import { OrganizationField } from '#shared/organizations/OrganizationField.tsx'
import { type Organization, treeQuery } from '#shared/organizations/organizations.api.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

type Given = { parent: string | null; organization?: Organization }
type Names = { name: string; localized_names: LocalizedName[] }

export function openOrganizationForm({ title, ...given }: Given & { title: string }): void {
  const id = dialogs.open({
    title,
    size: 'lg',
    children: <LoadedForm {...given} onDone={() => dialogs.close(id)} />,
  })
}

/** The tree shows names in the language of its reader; the form changes all of them. */
function LoadedForm({ organization, ...given }: Given & { onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    ...organizationQuery(organization?.code ?? ''),
    enabled: organization !== undefined,
  })
  if (!organization) return <OrganizationForm {...given} />
  if (data) return <OrganizationForm {...given} organization={organization} names={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} height={36} />
}

type OrganizationFormProps = {
  parent: string | null
  organization?: Organization | undefined
  names?: Names | undefined
  onDone: () => void
}

/** A new organization, or other names and another address for one. */
function OrganizationForm({ parent, organization, names, onDone }: OrganizationFormProps) {
  const t = useWords(directoryWords)
  const { form, submit, isSaving } = useOrganizationForm({ parent, organization, names, onDone })
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
      <TranslationFields value={form.values.names} onChange={(names) => form.setFieldValue('names', names)} />
      <Fieldset legend={t('organization.address')} mt="md">
        <Text size="sm" c="dimmed" mb="sm">
          {t('organization.addressHint')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {ORGANIZATION_LINES.map((one) => (
            <TextInput key={one} label={t(`organization.lines.${one}`)} maxLength={255} {...form.getInputProps(one)} />
          ))}
        </SimpleGrid>
      </Fieldset>
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={isSaving}>
          {t(organization ? 'organization.save' : 'organization.create')}
        </Button>
      </FormActions>
    </form>
  )
}

function useOrganizationForm({ parent, organization, names, onDone }: OrganizationFormProps) {
  const t = useWords(directoryWords)
  const router = useRouter()
  const notify = useNotify()
  const refuse = useRefusals()
  const { data: known = [] } = useQuery(treeQuery)
  const creation = useCreateOrganization()
  const change = useChangeOrganization()
  const form = useForm({
    initialValues: {
      code: organization?.code ?? '',
      name: names?.name ?? '',
      names: toTexts(names?.localized_names),
      parent,
      ...linesOf(organization),
    },
    validate: useNameAndCodeRules({ others: organization ? undefined : known, taken: t('organization.codeTaken') }),
  })
  const submit = form.onSubmit(({ code, name, names: texts, parent: above, ...lines }) => {
    const given = {
      code: code.trim(),
      name: name.trim(),
      localized_names: toLocalizedNames(texts),
      ...sentLines(lines),
    }
    const outcome = {
      onSuccess: () => {
        onDone()
        if (!organization) router.history.push(`/portal/admin/organizations?code=${encodeURIComponent(given.code)}`)
        notify.success(t(organization ? 'organization.saved' : 'organization.created', { name: given.name }))
      },
      onError: (error: Error) => {
        if (!applyApiErrors(form, error)) refuse(error)
      },
    }
    if (organization) change.mutate(given, outcome)
    else creation.mutate({ ...given, parent: above }, outcome)
  })
  return { form, submit, isSaving: creation.isPending || change.isPending }
}

type Lines = Record<(typeof ORGANIZATION_LINES)[number], string>

function linesOf(organization: Organization | undefined): Lines {
  return Object.fromEntries(ORGANIZATION_LINES.map((one) => [one, organization?.[one] ?? ''])) as Lines
}

/** An empty line is sent as null. */
function sentLines(lines: Lines): Record<keyof Lines, string | null> {
  const sent = ORGANIZATION_LINES.map((one) => [one, lines[one].trim() || null])
  return Object.fromEntries(sent) as Record<keyof Lines, string | null>
}
