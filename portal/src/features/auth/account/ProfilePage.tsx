import { Button, SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import { PasswordForm } from '#features/auth/passwords/PasswordForm.tsx'
import { profileWords } from '#features/auth/words.ts'
import { LANGUAGES, tagOf } from '#kernel/language/languages.ts'
import { fullName, useLogOut, useSaveLanguage, useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useLanguage, useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { LinkedLogIn } from './LinkedLogIn.tsx'
import { LogInAddress } from './LogInAddress.tsx'
import { employeeProfileQuery, managerProfileQuery } from './profile.api.ts'

/** The profile and preferences of the logged-in person, employee or manager. */
export function ProfilePage() {
  const t = useWords(profileWords)
  const { person } = useSession()
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <AboutMe />
      {person.scope === 'employee' ? <Registrations /> : <Roles />}
      <Look />
      <LogInAddress />
      <LinkedLogIn />
      <PasswordForm />
      <Devices />
    </>
  )
}

function AboutMe() {
  const t = useWords(profileWords)
  const { person, client } = useSession()
  return (
    <Section
      title={t('me.title')}
      {...(person.scope === 'employee'
        ? {
            description: t('me.wrong'),
            actions: (
              <Button component={AppLink} href="/portal/requests/new" variant="default">
                {t('me.request')}
              </Button>
            ),
          }
        : {})}
    >
      <DefinitionList
        items={[
          { label: t('me.name'), value: fullName(person) },
          { label: t('me.email'), value: person.email },
          { label: t('me.id'), value: person.technical_id },
          { label: t('me.company'), value: client.name },
        ]}
      />
    </Section>
  )
}

function Registrations() {
  const t = useWords(profileWords)
  const format = useFormat()
  const query = useQuery(employeeProfileQuery)
  const registrations = query.data?.registrations ?? []
  return (
    <Section title={t('registrations.title')}>
      {query.isPending && <LoadingState lines={2} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && registrations.length === 0 && <Text c="dimmed">{t('registrations.none')}</Text>}
      <Stack gap="lg">
        {registrations.map(({ organization, employee_number, active, departure_date }) => (
          <DefinitionList
            key={`${organization.code} ${employee_number}`}
            items={[
              { label: t('registrations.organization'), value: organization.name },
              { label: t('registrations.number'), value: employee_number },
              {
                label: t('registrations.status'),
                value: (
                  <StatusBadge tone={active ? 'good' : 'neutral'}>
                    {departure_date
                      ? t('registrations.left', { date: format.date(departure_date) })
                      : t(active ? 'registrations.active' : 'registrations.ended')}
                  </StatusBadge>
                ),
              },
            ]}
          />
        ))}
      </Stack>
    </Section>
  )
}

function Roles() {
  const t = useWords(profileWords)
  const query = useQuery(managerProfileQuery)
  const profiles = query.data?.profiles ?? []
  return (
    <Section title={t('roles.title')} description={t('roles.text')}>
      {query.isPending && <LoadingState lines={2} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && profiles.length === 0 && <Text c="dimmed">{t('roles.none')}</Text>}
      <Stack gap="lg">
        {profiles.map(({ role, organizations, include_below, access_restrictions }, index) => {
          const names = organizations.map(({ name }) => name).join(', ')
          return (
            <DefinitionList
              // biome-ignore lint/suspicious/noArrayIndexKey: a profile is known by its place alone
              key={index}
              items={[
                { label: t('roles.role'), value: role.name },
                { label: t('roles.organizations'), value: include_below ? t('roles.below', { names }) : names },
                ...access_restrictions.map(({ document_type, filter, values }) => ({
                  label: document_type.name,
                  value: t('roles.limit', { filter: filter.name, values: values.join(', ') }),
                })),
              ]}
            />
          )
        })}
      </Stack>
    </Section>
  )
}

function Look() {
  const t = useWords(profileWords)
  const notify = useNotify()
  const language = useLanguage()
  const { client } = useSession()
  const saveLanguage = useSaveLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const coloursId = useId()
  const choose = (code: string | null) => {
    const wanted = LANGUAGES.find((one) => one.code === code)
    if (!wanted || code === language) return
    saveLanguage.mutate(tagOf(wanted, client.languages), {
      onSuccess: () => notify.success(t('look.saved')),
      onError: (error) => notify.failure(error),
    })
  }
  return (
    <Section title={t('look.title')}>
      <Stack gap="md" maw={420}>
        <Select
          label={t('look.language')}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={choose}
          allowDeselect={false}
          disabled={saveLanguage.isPending}
        />
        <div>
          <Text id={coloursId} size="sm" fw={500} mb={4}>
            {t('look.colours')}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby={coloursId}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
        </div>
      </Stack>
    </Section>
  )
}

function Devices() {
  const t = useWords(profileWords)
  const notify = useNotify()
  const router = useRouter()
  const logOut = useLogOut()
  const leave = () =>
    logOut.mutate(true, {
      onSuccess: () => router.history.push('/login'),
      onError: (error) => notify.failure(error),
    })
  return (
    <Section title={t('devices.title')} description={t('devices.text')}>
      <ConfirmButton
        loading={logOut.isPending}
        question={{ title: t('devices.question'), text: t('devices.questionText'), action: t('devices.leave') }}
        onConfirm={leave}
      >
        {t('devices.leave')}
      </ConfirmButton>
    </Section>
  )
}
