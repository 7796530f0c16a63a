import { Alert, Button, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { singleSignOnWords } from '#features/auth/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { useSession } from '#kernel/session/session.ts'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { CertificateFields } from './CertificateFields.tsx'
import { MetadataPaste } from './MetadataPaste.tsx'
import { addressesOf, type Provider, useSaveProvider } from './providers.api.ts'

type ProviderFormProps = { provider: Provider | undefined; taken: string[] }

const EMPTY = {
  name: '',
  entity_id: '',
  sso_url: '',
  certificates: [''],
  match_by: 'email',
  attribute: '',
  is_active: true,
}

/** What is agreed between the provider and us. Only who may do everything may change it. */
export function ProviderForm({ provider, taken }: ProviderFormProps) {
  const t = useWords(singleSignOnWords)
  const notify = useNotify()
  const router = useRouter()
  const session = useSession()
  const save = useSaveProvider()
  const mayWrite = session.admin_permissions.includes('*')
  const form = useForm({
    initialValues: provider ? { ...EMPTY, ...provider, attribute: provider.attribute ?? '' } : { ...EMPTY, code: '' },
    validate: {
      code: (code) => codeMistake(code, provider ? [] : taken, t),
      name: (name) => (name.trim() === '' ? t('providers.required') : null),
      entity_id: (id) => (id.trim() === '' ? t('providers.required') : null),
      sso_url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t('providers.noAddress')),
    },
  })
  const { code } = form.values
  const { entityId, acsUrl } = addressesOf(session, code || 'code')

  const send = form.onSubmit((values) => {
    const certificates = values.certificates.map((one) => one.trim()).filter((one) => one !== '')
    if (certificates.length === 0) {
      form.setFieldError('certificates.0', t('providers.required'))
      return
    }
    const { name, entity_id, sso_url, match_by, attribute, is_active } = values
    const input = {
      code: values.code,
      name: name.trim(),
      entity_id: entity_id.trim(),
      sso_url: sso_url.trim(),
      certificates,
      match_by: match_by as Provider['match_by'],
      attribute: attribute.trim() || null,
      is_active,
    }
    save.mutate(input, {
      onSuccess: (saved) => {
        notify.success(t('providers.saved', { name: saved.name }))
        if (!provider) {
          const search = new URLSearchParams({ code: saved.code })
          router.history.replace(`/portal/admin/identity-providers?${search}`)
        }
      },
      onError: (error) => {
        if (!applyApiErrors(form, error)) notify.failure(error)
      },
    })
  })

  return (
    <form onSubmit={send} noValidate>
      <fieldset disabled={!mayWrite} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
        <Stack gap="lg">
          {!mayWrite && <Alert variant="light">{t('providers.readOnly')}</Alert>}
          <Section title={t('providers.basics')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label={t('providers.name')}
                description={t('providers.nameHint')}
                {...form.getInputProps('name')}
              />
              <TextInput
                label={t('providers.code')}
                description={t('providers.codeHint')}
                disabled={provider !== undefined}
                {...form.getInputProps('code')}
              />
            </SimpleGrid>
            <Switch
              mt="md"
              label={t('providers.active')}
              description={t('providers.activeHint')}
              {...form.getInputProps('is_active', { type: 'checkbox' })}
            />
          </Section>
          <Section title={t('providers.theirs')} description={t('providers.theirsText')}>
            {code === '' ? (
              <Text c="dimmed">{t('providers.codeFirst')}</Text>
            ) : (
              <Stack gap="sm">
                <CopyField label={t('providers.entityIdOfUs')} value={entityId} />
                <CopyField label={t('providers.acs')} value={acsUrl} />
              </Stack>
            )}
          </Section>
          <Section
            title={t('providers.ours')}
            description={t('providers.oursText')}
            actions={mayWrite && <MetadataPaste onRead={(found) => form.setValues(found)} />}
          >
            <Stack gap="md">
              <TextInput label={t('providers.entityId')} {...form.getInputProps('entity_id')} />
              <TextInput
                label={t('providers.ssoUrl')}
                description={t('providers.ssoUrlHint')}
                {...form.getInputProps('sso_url')}
              />
              <CertificateFields form={form} />
            </Stack>
          </Section>
          <Section title={t('providers.people')} description={t('providers.peopleText')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Select
                label={t('providers.matchBy')}
                allowDeselect={false}
                data={(['email', 'technical_id'] as const).map((value) => ({
                  value,
                  label: t(`providers.match.${value}`),
                }))}
                {...form.getInputProps('match_by')}
              />
              <TextInput
                label={t('providers.attribute')}
                description={t('providers.attributeHint')}
                {...form.getInputProps('attribute')}
              />
            </SimpleGrid>
          </Section>
          {mayWrite && (
            <FormActions>
              <Button type="submit" loading={save.isPending} disabled={provider !== undefined && !form.isDirty()}>
                {t(provider ? 'providers.save' : 'providers.add')}
              </Button>
            </FormActions>
          )}
        </Stack>
      </fieldset>
    </form>
  )
}

function codeMistake(code: string, taken: string[], t: Translate<typeof singleSignOnWords>): string | null {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(code)) return t('providers.noCode')
  return taken.includes(code) ? t('providers.taken') : null
}
