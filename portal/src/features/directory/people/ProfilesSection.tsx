import { Button, CloseButton, Radio, Select, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Manager, type Profile, rolesQuery, useSaveManager } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { holdsAll } from '#features/directory/held-permissions.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { SaveBar } from '#features/directory/SaveBar.tsx'
import { directoryWords } from '#features/directory/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { OrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { AccessRestrictions } from './AccessRestrictions.tsx'

const EMPTY: Profile = { role: '', organizations: [], include_below: true, access_restrictions: [] }

/** The profiles of a manager: which role, where, and how far down. */
export function ProfilesSection({ manager, disabled }: { manager: Manager; disabled: boolean }) {
  const t = useWords(directoryWords)
  const { form, submit, isSaving } = useProfilesForm(manager)
  const { profiles } = form.values
  const change = (index: number, changes: Partial<Profile>) =>
    form.setFieldValue(
      'profiles',
      profiles.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    )
  return (
    <Section title={t('person.profiles.title')} description={t('person.profiles.text')}>
      <form onSubmit={submit} noValidate>
        {profiles.length === 0 && (
          <Text c="dimmed" mb="md">
            {t('person.profiles.none')}
          </Text>
        )}
        {profiles.map((profile, index) => (
          <ProfileFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a profile is known by its place alone
            key={index}
            profile={profile}
            number={index + 1}
            disabled={disabled}
            errors={{
              role: form.errors[`profiles.${index}.role`],
              organizations: form.errors[`profiles.${index}.organizations`],
            }}
            errorOf={(field) => errorBelow(form.errors, `profiles.${index}.access_restrictions.${field}`)}
            onChange={(changes) => change(index, changes)}
            onRemove={() => form.removeListItem('profiles', index)}
          />
        ))}
        {!disabled && (
          <>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('profiles', EMPTY)}
            >
              {t('person.profiles.add')}
            </Button>
            <SaveBar
              isDirty={form.isDirty()}
              isSaving={isSaving}
              onDiscard={form.reset}
              label={t('person.profiles.save')}
            />
          </>
        )}
      </form>
    </Section>
  )
}

function useProfilesForm(manager: Manager) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const save = useSaveManager(manager.technical_id)
  const form = useForm<{ profiles: Profile[] }>({
    initialValues: { profiles: manager.profiles },
    validate: {
      profiles: {
        role: (role) => (role === '' ? t('person.profiles.chooseRole') : null),
        organizations: (codes) => (codes.length === 0 ? t('person.profiles.chooseOrganization') : null),
        access_restrictions: {
          document_type_code: (code) => (code === '' ? t('person.limits.chooseType') : null),
          filter_code: (code) => (code === '' ? t('person.limits.chooseFilter') : null),
          values: (values) => (values.length === 0 ? t('person.limits.chooseValues') : null),
        },
      },
    },
  })
  const submit = form.onSubmit(({ profiles }) =>
    save.mutate(
      { profiles },
      {
        onSuccess: () => {
          form.resetDirty()
          notify.success(t('people.form.saved'))
        },
        onError: (error) => {
          if (!applyApiErrors(form, error)) refuse(error)
        },
      },
    ),
  )
  return { form, submit, isSaving: save.isPending }
}

/** The error of a field, or else of something in it: `values.2` is shown beside `values`. */
function errorBelow(errors: Record<string, React.ReactNode>, field: string): React.ReactNode {
  const inner = Object.keys(errors).find((one) => one.startsWith(`${field}.`))
  return errors[field] ?? (inner === undefined ? undefined : errors[inner])
}

type ProfileFieldsProps = {
  profile: Profile
  number: number
  disabled: boolean
  errors: { role: React.ReactNode; organizations: React.ReactNode }
  errorOf: (field: string) => React.ReactNode
  onChange: (changes: Partial<Profile>) => void
  onRemove: () => void
}

function ProfileFields({ profile, number, disabled, errors, errorOf, onChange, onRemove }: ProfileFieldsProps) {
  const t = useWords(directoryWords)
  const session = useSession()
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: mayAdmin(session, 'roles:read') })
  const known = roles.some(({ code }) => code === profile.role)
  const options = roles.map(({ code, name, permissions }) => ({
    value: code,
    label: name,
    disabled: !holdsAll(session, permissions),
  }))
  const shown = known || profile.role === '' ? options : [...options, { value: profile.role, label: profile.role }]
  return (
    <fieldset className={classes.piece} aria-label={t('person.profiles.profile', { number })}>
      {!disabled && (
        <CloseButton
          aria-label={t('person.profiles.remove', { number })}
          onClick={onRemove}
          style={{ position: 'absolute', insetInlineEnd: '0.5rem', top: '0.5rem' }}
        />
      )}
      <div className={classes.fields}>
        <Select
          label={t('person.profiles.role')}
          data={shown}
          value={profile.role || null}
          onChange={(role) => onChange({ role: role ?? '' })}
          disabled={disabled}
          searchable
          error={errors.role}
          renderOption={({ option }) => (
            <span>
              {option.label}
              {option.disabled && <span className={classes.path}>{t('person.profiles.beyond')}</span>}
            </span>
          )}
        />
        <OrganizationsField
          label={t('person.profiles.organizations')}
          value={profile.organizations}
          onChange={(organizations) => onChange({ organizations })}
          disabled={disabled}
          error={errors.organizations}
        />
      </div>
      <Radio.Group
        label={t('person.profiles.below')}
        mt="md"
        value={profile.include_below ? 'below' : 'only'}
        onChange={(value) => onChange({ include_below: value === 'below' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="below" label={t('person.profiles.withBelow')} disabled={disabled} />
          <Radio value="only" label={t('person.profiles.onlyThis')} disabled={disabled} />
        </Stack>
      </Radio.Group>
      <AccessRestrictions
        restrictions={profile.access_restrictions}
        disabled={disabled}
        errorOf={errorOf}
        onChange={(access_restrictions) => onChange({ access_restrictions })}
      />
    </fieldset>
  )
}
