import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconEyeOff, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ManagerConversation } from '#features/requests/conversation/ManagerConversation.tsx'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { may } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { HoldBadge } from '#shared/governance/HoldBadge.tsx'
import { RetentionSection } from '#shared/governance/RetentionSection.tsx'
import { DueDate } from '#shared/requests/DueDate.tsx'
import { RequestStatus } from '#shared/requests/RequestStatus.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { PersonChip } from '#ui/text/PersonChip.tsx'
import { Answers } from './Answers.tsx'
import { History } from './History.tsx'
import { ManagerBar, StatusMenu } from './ManagerBar.tsx'
import manager from './manager.module.css'
import { type ManagerRequest, managerRequestQuery, managerRequestUrl } from './manager-requests.api.ts'
import classes from './requests.module.css'
import { managerRequestWords, requestWords } from './words.ts'

const LIST = '/portal/manager/requests'

/** A request as its managers work on it. */
export function ManagerRequestPage() {
  const id = usePathParam('id')
  const { data, error, refetch } = useQuery({ ...managerRequestQuery(id), refetchInterval: 60_000 })
  if (error instanceof ApiError && error.status === 404) return <NoRequest />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return <Shown key={id} request={data} />
}

function NoRequest() {
  const t = useWords(managerRequestWords)
  const action = (
    <Button component={AppLink} href={LIST}>
      {t('one.back')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} />
      <EmptyState title={t('one.gone')} text={t('one.goneText')} action={action} />
    </>
  )
}

function Shown({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const { id, subject, status, custom_state, processing_date_due: due } = request
  const hasAnswers = request.answers.length > 0 || request.body !== null
  return (
    <>
      <PageHeader
        title={subject}
        windowTitle={`#${id} ${subject}`}
        badge={
          <>
            <RequestStatus status={status} custom_state={custom_state} />
            {due && status !== 'closed' && <DueDate due={due} isOpen />}
            <HoldBadge holds={request.legal_holds} />
          </>
        }
        description={shared('request.number', { id })}
        breadcrumbs={[{ label: t('list.title'), href: LIST }]}
        actions={request.may_write && <StatusMenu request={request} />}
      />
      {!request.may_write && (
        <Alert className={classes.hint} color="gray">
          {t('one.readOnly')}
        </Alert>
      )}
      {!request.visible_to_employee && (
        <Alert className={classes.hint} color="yellow" icon={<IconEyeOff size={18} aria-hidden />}>
          {t('one.assignedOnly')} {request.managers_assigned.length === 0 && t('one.notAssigned')}
        </Alert>
      )}
      <ManagerBar request={request} />
      <div className={classes.columns}>
        <div>
          {hasAnswers && (
            <Section title={t('one.asked')}>
              <Answers body={request.body} answers={request.answers} base={managerRequestUrl(id)} />
            </Section>
          )}
          <ManagerConversation request={request} />
        </div>
        <div>
          <Employee request={request} />
          <Properties request={request} />
          <RetentionSection of="requests" id={request.id} />
          <Section title={t('one.history')}>
            <History deeds={request.history} />
          </Section>
        </div>
      </div>
    </>
  )
}

function Employee({ request: { employee, employee_organizations } }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const session = useSession()
  return (
    <Section title={t('one.employee')}>
      {employee ? (
        <div className={manager.person}>
          <PersonChip
            size="md"
            name={fullName(employee)}
            detail={[employee.technical_id, ...employee_organizations].join(' · ')}
          />
          {employee.email && <Anchor href={`mailto:${employee.email}`}>{employee.email}</Anchor>}
          {may(session, 'employees:read') && (
            <Button
              component={AppLink}
              href={`/portal/manager/employees/${encodeURIComponent(employee.technical_id)}`}
              variant="default"
              leftSection={<IconFolder size={16} aria-hidden />}
            >
              {t('one.folder')}
            </Button>
          )}
        </div>
      ) : (
        <Text size="sm">{t('one.noEmployee')}</Text>
      )}
    </Section>
  )
}

function Properties({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const format = useFormat()
  const { form, category, origin, creator, created_at, processing_start_date: taken, closed_at, closed_by } = request
  const items = [
    { label: t('one.form'), value: category ? `${category} › ${form.title}` : form.title },
    { label: t('one.origin'), value: t(`one.origins.${origin}`) },
    { label: t('one.creator'), value: creator && fullName(creator) },
    { label: t('one.created'), value: format.dateTime(created_at) },
    { label: t('one.taken'), value: taken && format.dateTime(taken) },
    ...(closed_at ? [{ label: t('one.closed'), value: format.dateTime(closed_at) }] : []),
    ...(closed_by ? [{ label: t('one.closedBy'), value: fullName(closed_by) }] : []),
  ]
  return (
    <Section title={t('one.properties')}>
      <DefinitionList stacked items={items} />
    </Section>
  )
}
