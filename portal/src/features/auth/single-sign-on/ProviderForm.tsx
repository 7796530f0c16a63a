import { Alert, Button, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { singleSignOnWords } from '#features/auth/words.ts'
import { mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { CertificateFields } from './CertificateFields.tsx'
import { MetadataPaste } from './MetadataPaste.tsx'
import { type ProviderFormApi, useProviderForm } from './provider-form.ts'
import { addressesOf, type Provider } from './providers.api.ts'

type ProviderFormProps = { provider: Provider | undefined; taken: string[] }

/** The settings of an identity provider. Only an administrator with all permissions may change them. */
export function ProviderForm({ provider, taken }: ProviderFormProps) {
  const t = useWords(singleSignOnWords)
  const session = useSession()
  const mayWrite = mayDoEverything(session)
  const { form, send, isSaving } = useProviderForm(provider, taken)
  return (
    <form onSubmit={send} noValidate>
      <fieldset disabled={!mayWrite} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
        <Stack gap="lg">
          {!mayWrite && <Alert variant="light">{t('providers.readOnly')}</Alert>}
          <BasicsSection form={form} isNew={provider === undefined} />
          <OurAddressesSection code={form.values.code} />
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
          <PeopleSection form={form} />
          {mayWrite && (
            <FormActions>
              <Button type="submit" loading={isSaving} disabled={provider !== undefined && !form.isDirty()}>
                {t(provider ? 'providers.save' : 'providers.add')}
              </Button>
            </FormActions>
          )}
        </Stack>
      </fieldset>
    </form>
  )
}

function BasicsSection({ form, isNew }: { form: ProviderFormApi; isNew: boolean }) {
  const t = useWords(singleSignOnWords)
  return (
    <Section title={t('providers.basics')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('providers.name')} description={t('providers.nameHint')} {...form.getInputProps('name')} />
        <TextInput
          label={t('providers.code')}
          description={t('providers.codeHint')}
          disabled={!isNew}
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
  )
}

/** The values to enter at the provider; our addresses contain the code. */
function OurAddressesSection({ code }: { code: string }) {
  const t = useWords(singleSignOnWords)
  const { entityId, acsUrl } = addressesOf(useSession(), code || 'code')
  return (
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
  )
}

/** How the people whom the provider knows are found among ours. */
function PeopleSection({ form }: { form: ProviderFormApi }) {
  const t = useWords(singleSignOnWords)
  return (
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
  )
}
