import { SimpleGrid, Text } from '@mantine/core'
import { IconMessagePlus, IconSend2, IconSignature, IconUpload, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { fetchRequests } from '#shared/requests/manager-requests.ts'
import { RequestStatus } from '#shared/requests/RequestStatus.tsx'
import { toSignQuery } from '#shared/signatures/to-sign.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { LinkCard, LinkCards } from '#ui/page/LinkCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { HomeList, HomeRow } from './HomeList.tsx'
import classes from './ManagerHome.module.css'
import { fetchDistributions, fetchImports, fetchRequestCounts } from './manager-home.api.ts'
import { Reminders } from './Reminders.tsx'
import { SetupGuide } from './SetupGuide.tsx'
import { managerHomeWords } from './words.ts'

/** What waits for a manager today. */
export function ManagerHomePage() {
  const t = useWords(managerHomeWords)
  const session = useSession()
  return (
    <>
      <PageHeader title={t('home.title', { name: session.person.first_name })} description={t('home.text')} />
      {mayAdmin(session, 'system:read') && <SetupGuide />}
      {may(session, 'requests:read') && <Figures />}
      <ToSign />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="lg">
        {may(session, 'requests:read') && <AssignedRequests />}
        {may(session, 'notes:read') && <Reminders />}
        {may(session, 'distributions:read') && <Distributions />}
        {may(session, 'imports:read') && <Imports />}
      </SimpleGrid>
      <Shortcuts session={session} />
    </>
  )
}

/** A line, only when something waits for the manager's own signature. */
function ToSign() {
  const t = useWords(managerHomeWords)
  const count = useQuery(toSignQuery).data?.length ?? 0
  if (count === 0) return null
  return (
    <div className={classes.figures}>
      <LinkCard
        href="/portal/manager/to-sign"
        icon={IconSignature}
        title={t('home.toSign')}
        text={t('home.toSignText', { count })}
      />
    </div>
  )
}

const REQUESTS = '/portal/manager/requests'

function Figures() {
  const t = useWords(managerHomeWords)
  const format = useFormat()
  const counts = useQuery({
    queryKey: ['folders', 'home', 'counts'],
    queryFn: ({ signal }) => fetchRequestCounts(signal),
    retry: false,
    refetchInterval: 60_000,
  }).data
  const figures = [
    { id: 'overdue', value: counts?.overdue, href: `${REQUESTS}?view=overdue` },
    { id: 'mine', value: counts?.mine, href: `${REQUESTS}?view=mine` },
    { id: 'unassigned', value: counts?.unassigned, href: `${REQUESTS}?view=unassigned` },
    { id: 'open', value: counts?.open, href: `${REQUESTS}?view=all` },
  ] as const
  return (
    <section className={classes.figures} aria-label={t('home.figures')}>
      {figures.map(({ id, value, href }) => (
        <AppLink
          key={id}
          href={href}
          className={classes.figure}
          data-tone={id === 'overdue' && value ? 'bad' : undefined}
        >
          <strong>{value === undefined ? '–' : format.number(value)}</strong>
          <Text component="span" size="sm" c="dimmed">
            {t(`home.${id}`)}
          </Text>
        </AppLink>
      ))}
    </section>
  )
}

function AssignedRequests() {
  const t = useWords(managerHomeWords)
  const query = useQuery({
    queryKey: ['folders', 'home', 'requests'],
    queryFn: async ({ signal }) => {
      const asked = { assigned: 'me', state: 'open', sort: 'processing_date_due', per_page: 6 } as const
      return (await fetchRequests(asked, signal)).items.toSorted((a, b) => Number(b.is_overdue) - Number(a.is_overdue))
    },
    retry: false,
  })
  return (
    <HomeList
      title={t('home.requests')}
      query={query}
      all={useAllLink(t('home.requests'), `${REQUESTS}?view=mine`)}
      empty={t('home.noRequests')}
      rowKey={({ id }) => id}
      render={(row) => (
        <HomeRow>
          <span className={rows.grow}>
            <AppLink href={`${REQUESTS}/${row.id}`} className={rows.link}>
              {row.subject}
            </AppLink>
            <Text component="span" size="sm" c="dimmed" display="block">
              {row.employee ? fullName(row.employee) : row.form.title}
            </Text>
          </span>
          <RequestStatus status={row.status} />
        </HomeRow>
      )}
    />
  )
}

function Distributions() {
  const t = useWords(managerHomeWords)
  const status = 'waiting_for_validation'
  const query = useQuery({
    queryKey: ['folders', 'home', 'distributions'],
    queryFn: ({ signal }) => fetchDistributions({ status, per_page: 5 }, signal),
    retry: false,
  })
  return (
    <HomeList
      title={t('home.distributions')}
      query={query}
      all={useAllLink(t('home.distributions'), `/portal/manager/distributions?status=${status}`)}
      empty={t('home.noDistributions')}
      rowKey={({ id }) => String(id)}
      render={(row) => (
        <HomeRow>
          <AppLink href={`/portal/manager/distributions/${row.id}`} className={`${rows.grow} ${rows.link}`}>
            {row.name}
          </AppLink>
          <Text component="span" size="sm" c="dimmed">
            <RelativeTime value={row.created_at} />
          </Text>
        </HomeRow>
      )}
    />
  )
}

function Imports() {
  const t = useWords(managerHomeWords)
  const query = useQuery({
    queryKey: ['folders', 'home', 'imports'],
    queryFn: ({ signal }) => fetchImports({ status: 'in_progress', per_page: 5 }, signal),
    retry: false,
    refetchInterval: (asked) => ((asked.state.data?.length ?? 0) > 0 ? 3000 : 60_000),
  })
  return (
    <HomeList
      title={t('home.imports')}
      query={query}
      all={useAllLink(t('home.imports'), '/portal/manager/imports')}
      empty={t('home.noImports')}
      rowKey={({ id }) => id}
      render={(row) => (
        <HomeRow>
          <span className={rows.grow}>
            <AppLink href={`/portal/manager/imports/${row.id}`} className={rows.link}>
              {row.filename ?? t('home.import')}
            </AppLink>
            <ProgressBar label={t('home.running')} value={row.progress} />
          </span>
        </HomeRow>
      )}
    />
  )
}

/** "See all", told apart by the title of the list. */
function useAllLink(title: string, href: string) {
  const t = useWords(managerHomeWords)
  return { href, label: t('home.all'), name: t('home.allOf', { title }) }
}

function Shortcuts({ session }: { session: Session }) {
  const t = useWords(managerHomeWords)
  const cards = [
    { id: 'find', href: '/portal/manager/employees', icon: IconUserSearch, permission: 'employees:read' },
    {
      id: 'upload',
      href: '/portal/manager/documents/upload',
      icon: IconUpload,
      permission: 'employee_documents:write',
    },
    { id: 'request', href: `${REQUESTS}/new`, icon: IconMessagePlus, permission: 'requests:write' },
    {
      id: 'distribute',
      href: '/portal/manager/distributions/new',
      icon: IconSend2,
      permission: 'distributions:write',
    },
  ] as const
  return (
    <section aria-label={t('home.shortcuts')}>
      <LinkCards>
        {cards
          .filter(({ permission }) => may(session, permission))
          .map(({ id, href, icon }) => (
            <LinkCard key={id} href={href} icon={icon} title={t(`home.${id}`)} text={t(`home.${id}Text`)} />
          ))}
      </LinkCards>
    </section>
  )
}
