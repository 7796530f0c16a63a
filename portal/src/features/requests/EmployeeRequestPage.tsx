import { Alert, Button, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck, IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Composer } from '#features/requests/conversation/Composer.tsx'
import { Conversation } from '#features/requests/conversation/Conversation.tsx'
import { htmlOfText } from '#features/requests/request-form/form-values.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { explanationOf } from '#shared/requests/explanation.ts'
import { RequestStatus } from '#shared/requests/RequestStatus.tsx'
import { requestStatusWords } from '#shared/requests/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import { Answers } from './Answers.tsx'
import {
  type EmployeeRequest,
  employeeRequestQuery,
  employeeRequestUrl,
  useCommentAsEmployee,
  useReopenRequest,
} from './employee-requests.api.ts'
import { History } from './History.tsx'
import classes from './requests.module.css'
import { requestWords } from './words.ts'

/** A request of an employee: where it stands, what was said, what was asked. */
export function EmployeeRequestPage() {
  const id = usePathParam('id')
  const { data, error, refetch } = useQuery({ ...employeeRequestQuery(id), refetchInterval: 60_000 })
  if (error instanceof ApiError && error.status === 404) return <NoRequest />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return <Shown request={data} />
}

function NoRequest() {
  const t = useWords(requestWords)
  const action = (
    <Button component={AppLink} href="/portal/requests">
      {t('request.back')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('mine.title')} />
      <EmptyState title={t('request.gone')} text={t('request.goneText')} action={action} />
    </>
  )
}

function Shown({ request }: { request: EmployeeRequest }) {
  const t = useWords(requestWords)
  const format = useFormat()
  const { id, subject, status, custom_state } = request
  const sent = useUrlFilters(['sent'])
  const comment = useCommentAsEmployee(id)
  const details = [
    { label: t('request.form'), value: request.form.title },
    { label: t('request.sentAt'), value: format.dateTime(request.created_at) },
    { label: t('request.updatedAt'), value: <RelativeTime value={request.updated_at} /> },
  ]
  return (
    <>
      <PageHeader
        title={subject}
        badge={<RequestStatus status={status} custom_state={custom_state} />}
        description={t('request.number', { id })}
        breadcrumbs={[{ label: t('mine.title'), href: '/portal/requests' }]}
        actions={request.may_reopen && <ReopenButton id={id} />}
      />
      {sent.values.sent !== undefined && (
        <Alert
          className={classes.hint}
          color="teal"
          role="status"
          icon={<IconCircleCheck size={20} aria-hidden />}
          title={t('request.sent')}
        >
          {t('request.sentText', { id })}
        </Alert>
      )}
      <div className={classes.columns}>
        <div>
          <Section title={t('request.progress')}>
            <Progress request={request} />
          </Section>
          <Section title={t('request.conversation')}>
            <Conversation
              messages={request.messages}
              total={request.messages_total}
              base={employeeRequestUrl(id)}
              side="employee"
            />
            <Composer
              key={id}
              draftKey={id}
              label={t('request.reply')}
              sendLabel={t('request.send')}
              sentText={t('request.messageSent')}
              onSend={(message) => comment.mutateAsync(message)}
              reader={request.may_reopen ? <Text size="sm">{t('request.closedHint')}</Text> : undefined}
            />
          </Section>
        </div>
        <div>
          {(request.answers.length > 0 || request.body) && (
            <Section title={t('request.asked')}>
              <Answers body={request.body} answers={request.answers} base={employeeRequestUrl(id)} />
            </Section>
          )}
          <Section title={t('request.details')}>
            <DefinitionList stacked items={details} />
          </Section>
          <Section title={t('request.history')}>
            <History deeds={request.history} ownSide="employee" />
          </Section>
        </div>
      </div>
    </>
  )
}

/** From received to closed, and what that means. */
function Progress({ request: { status, processing_date_due, messages } }: { request: EmployeeRequest }) {
  const t = useWords(requestWords)
  const shared = useWords(requestStatusWords)
  const format = useFormat()
  const reached = { created: 0, open: 1, pending: 1, closed: 2 }[status]
  const stages = ['created', status === 'pending' ? 'pending' : 'open', 'closed'] as const
  return (
    <>
      <ol className={classes.track}>
        {stages.map((stage, place) => (
          <li
            key={stage}
            className={classes.stage}
            data-done={place <= reached || undefined}
            aria-current={place === reached ? 'step' : undefined}
          >
            {shared(`status.${stage}`)}
          </li>
        ))}
      </ol>
      <Text size="sm">
        {shared(explanationOf(status, messages.at(-1)))}{' '}
        {processing_date_due &&
          status !== 'closed' &&
          new Date(processing_date_due) > new Date() &&
          t('mine.answerBy', { date: format.date(processing_date_due) })}
      </Text>
    </>
  )
}

function ReopenButton({ id }: { id: string }) {
  const t = useWords(requestWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const [isOpen, dialog] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const reopen = useReopenRequest(id)
  const send = () =>
    reopen.mutate(htmlOfText(reason), {
      onSuccess: () => {
        dialog.close()
        setReason('')
        notify.success(t('request.reopened'))
      },
      onError: (error) => notify.failure(error),
    })
  return (
    <>
      <Button variant="default" leftSection={<IconRotateClockwise size={16} aria-hidden />} onClick={dialog.open}>
        {t('request.reopen')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={t('request.reopenTitle')}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (reason.trim() !== '') send()
          }}
        >
          <Textarea
            label={t('request.reopenReason')}
            required
            autosize
            minRows={3}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormActions onCancel={dialog.close}>
            <Button type="submit" loading={reopen.isPending} disabled={reason.trim() === ''}>
              {t('request.reopen')}
            </Button>
          </FormActions>
        </form>
      </Modal>
    </>
  )
}
