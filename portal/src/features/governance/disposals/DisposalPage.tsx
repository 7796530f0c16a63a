import { Button, Menu, Progress, Text } from '@mantine/core'
import { IconCertificate, IconCheck, IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { disposalWords } from '#features/governance/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import { ApproveDialog, type Decision, RejectDialog } from './DecisionDialogs.tsx'
import { DisposalItems } from './DisposalItems.tsx'
import {
  cancelDisposal,
  certificateJson,
  certificatePdf,
  certificateSeal,
  DISPOSALS,
  type Disposal,
  disposalKeys,
  disposalQuery,
  retryDisposal,
} from './disposals.api.ts'
import classes from './disposals.module.css'
import { nameOf, progressOf, STATUS_TONES, waitsForMe, waitsForOthers } from './state.ts'

/** One disposal: what is to go, who has approved it, and what became of it. */
export function DisposalPage() {
  const t = useWords(disposalWords)
  const { data, error, refetch } = useQuery(disposalQuery(usePathParam('id')))
  if (data) return <Shown disposal={data} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} breadcrumbs={[{ label: t('title'), href: DISPOSALS }]} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </>
  )
}

function Shown({ disposal }: { disposal: Disposal }) {
  const t = useWords(disposalWords)
  const { person, ...session } = useSession()
  const [decision, setDecision] = useState<Decision>()
  const mayDecide = mayAdmin({ person, ...session }, 'disposals:write') && waitsForMe(disposal, person.technical_id)
  const close = () => setDecision(undefined)
  const { status, counts } = disposal
  return (
    <>
      <PageHeader
        title={nameOf(disposal)}
        breadcrumbs={[{ label: t('title'), href: DISPOSALS }]}
        badge={<StatusBadge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</StatusBadge>}
        description={<Explained disposal={disposal} technicalId={person.technical_id} />}
        actions={<Actions disposal={disposal} mayDecide={mayDecide} onDecide={setDecision} />}
      />
      {(status === 'processing' || status === 'gathering') && (
        <Progress value={progressOf(counts)} aria-label={t('progress')} mb="lg" animated={status === 'gathering'} />
      )}
      <Counts disposal={disposal} />
      <div className={classes.page}>
        <DisposalItems disposal={disposal} mayDecide={mayDecide} onDecide={setDecision} />
        <div className={classes.side}>
          <Approvals disposal={disposal} />
          <AboutPolicy disposal={disposal} />
        </div>
      </div>
      {decision?.kind === 'approve' && <ApproveDialog disposal={disposal} decision={decision} onClose={close} />}
      {decision?.kind === 'reject' && <RejectDialog disposal={disposal} decision={decision} onClose={close} />}
    </>
  )
}

function Explained({ disposal, technicalId }: { disposal: Disposal; technicalId: string }) {
  const t = useWords(disposalWords)
  if (waitsForOthers(disposal, technicalId)) return <span role="status">{t('waitsForOthers')}</span>
  return <span role="status">{t(`explained.${disposal.status}`)}</span>
}

function Counts({ disposal: { counts } }: { disposal: Disposal }) {
  const t = useWords(disposalWords)
  const shown = (['waiting', 'approved', 'done', 'rejected', 'held', 'not_due', 'gone', 'failed'] as const).filter(
    (one) => counts[one] > 0,
  )
  return (
    <div className={classes.figures}>
      <Figures
        figures={[
          { label: t('columns.items'), value: counts.total },
          ...shown.map((one) => ({
            label: t(`items.${one}`),
            value: counts[one],
            tone: one === 'failed' ? ('bad' as const) : one === 'held' ? ('warning' as const) : undefined,
          })),
        ]}
      />
    </div>
  )
}

type ActionsProps = { disposal: Disposal; mayDecide: boolean; onDecide: (decision: Decision) => void }

function Actions({ disposal, mayDecide, onDecide }: ActionsProps) {
  const t = useWords(disposalWords)
  const mayWrite = mayAdmin(useSession(), 'disposals:write')
  const { mutate, isPending } = useChange(disposal.id)
  const { status, has_certificate, id } = disposal
  return (
    <>
      {mayWrite && (status === 'gathering' || status === 'waiting_for_approval') && (
        <ConfirmButton
          loading={isPending}
          question={{ title: t('cancel.title'), text: t('cancel.text'), action: t('cancel.submit') }}
          onConfirm={() => mutate({ call: () => cancelDisposal(id), done: t('cancel.done') })}
        >
          {t('cancel.open')}
        </ConfirmButton>
      )}
      {mayWrite && status === 'failed' && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate({ call: () => retryDisposal(id), done: t('retried') })}
        >
          {t('retry')}
        </Button>
      )}
      {mayDecide && (
        <>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onDecide({ kind: 'reject', ids: undefined, count: disposal.counts.waiting })}
          >
            {t('reject.all')}
          </Button>
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => onDecide({ kind: 'approve', ids: undefined, count: disposal.counts.waiting })}
          >
            {t('approve.all')}
          </Button>
        </>
      )}
      {has_certificate && <Certificate id={id} />}
    </>
  )
}

function Certificate({ id }: { id: string }) {
  const t = useWords(disposalWords)
  const files = [
    { href: certificatePdf(id), label: t('certificate.pdf') },
    { href: certificateJson(id), label: t('certificate.json') },
    { href: certificateSeal(id), label: t('certificate.seal') },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconCertificate size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('certificate.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ href, label }) => (
          <Menu.Item key={href} component="a" href={href} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useChange(id: string) {
  const t = useWords(disposalWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ call }: { call: () => Promise<Disposal>; done: string }) => call(),
    onSuccess: (changed, { done }) => {
      queryClient.setQueryData(disposalKeys.one(id), changed)
      notify.success(done)
    },
    onError: (error) => notify.failure(error, { invalid_state: t('wrongState'), disposal_open: t('make.isOpen') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: disposalKeys.all }),
  })
}

function Approvals({ disposal: { approvals, needs_approval } }: { disposal: Disposal }) {
  const t = useWords(disposalWords)
  const format = useFormat()
  return (
    <Section title={t('approvals.title')} description={t(`needs.${needs_approval as 0 | 1 | 2}`)} flush>
      {approvals.length === 0 && (
        <Text p="lg" size="sm" c="dimmed">
          {t('approvals.none')}
        </Text>
      )}
      <ul className={rows.rows}>
        {approvals.map(({ technical_id, name, at, items, comment }) => (
          <li key={`${technical_id} ${at}`} className={rows.note}>
            <strong>{name}</strong>
            <Text size="sm" c="dimmed">
              {t('approvals.items', { count: items, number: format.number(items) })} · {format.dateTime(at)}
            </Text>
            {comment && <Text size="sm">{comment}</Text>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AboutPolicy({ disposal }: { disposal: Disposal }) {
  const t = useWords(disposalWords)
  const mayOpen = mayAdmin(useSession(), 'retention_policies:read')
  const { legal_basis } = disposal.policy
  const path = `/portal/admin/retention/${encodeURIComponent(disposal.retention_policy_id)}`
  return (
    <Section title={t('columns.policy')}>
      {mayOpen ? (
        <AppLink href={path} className={rows.link}>
          {nameOf(disposal)}
        </AppLink>
      ) : (
        nameOf(disposal)
      )}
      {typeof legal_basis === 'string' && legal_basis !== '' && (
        <Text size="sm" c="dimmed" mt="xs">
          {legal_basis}
        </Text>
      )}
    </Section>
  )
}
