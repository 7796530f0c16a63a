import { Alert, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileCertificate, IconLock, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { erasureWords } from '#features/governance/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { CancelDialog, ConfirmDialog } from './DeletionDialogs.tsx'
import { DeletionFacts } from './DeletionFacts.tsx'
import { DeletionModules } from './DeletionModules.tsx'
import { DeletionPackage } from './DeletionPackage.tsx'
import { DeletionBadge } from './DeletionRequestsPage.tsx'
import { DeletionTimeline } from './DeletionTimeline.tsx'
import {
  DELETIONS,
  type Deletion,
  deletionKeys,
  deletionQuery,
  reportJson,
  reportPdf,
  reportSeal,
  retryDeletion,
} from './erasure.api.ts'
import classes from './erasure.module.css'
import { blockOf, isPartial, mayCancel, nameOf } from './state.ts'

/** One deletion request: what goes, what is kept and why, and how far it is. */
export function DeletionRequestPage() {
  const t = useWords(erasureWords)
  const { data, error, refetch } = useQuery(deletionQuery(usePathParam('id')))
  if (data) return <Shown deletion={data} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} breadcrumbs={[{ label: t('title'), href: DELETIONS }]} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </>
  )
}

function Shown({ deletion }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  const block = deletion.status === 'evaluated' ? blockOf(deletion) : null
  return (
    <>
      <PageHeader
        title={nameOf(deletion)}
        breadcrumbs={[{ label: t('title'), href: DELETIONS }]}
        badge={<DeletionBadge deletion={deletion} />}
        description={
          <span role="status">{isPartial(deletion) ? t('partialText') : t(`explained.${deletion.status}`)}</span>
        }
        actions={<Actions deletion={deletion} isBlocked={block !== null} />}
      />
      {block && (
        <Alert color="yellow" icon={<IconLock size={18} aria-hidden />} mb="lg">
          {t(`blocked.${block}`)}
        </Alert>
      )}
      {deletion.error && (
        <Alert color="red" mb="lg">
          {deletion.error}
        </Alert>
      )}
      <div className={classes.page}>
        <DeletionModules deletion={deletion} />
        <div className={classes.side}>
          <DeletionTimeline deletion={deletion} />
          <DeletionPackage deletion={deletion} />
          <DeletionFacts deletion={deletion} />
        </div>
      </div>
    </>
  )
}

function Actions({ deletion, isBlocked }: { deletion: Deletion; isBlocked: boolean }) {
  const t = useWords(erasureWords)
  const mayWrite = mayAdmin(useSession(), 'deletion_requests:write')
  const [dialog, open] = useState<'confirm' | 'cancel'>()
  const close = () => open(undefined)
  const { status, id } = deletion
  return (
    <>
      {mayWrite && mayCancel(deletion) && (
        <Button variant="default" onClick={() => open('cancel')}>
          {t('cancel.open')}
        </Button>
      )}
      {mayWrite && status === 'failed' && <Retry id={id} />}
      {status === 'completed' && <Report id={id} />}
      {mayWrite && status === 'evaluated' && !isBlocked && (
        <Button color="red.8" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => open('confirm')}>
          {t('confirm.open')}
        </Button>
      )}
      {dialog === 'confirm' && <ConfirmDialog deletion={deletion} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog deletion={deletion} onClose={close} />}
    </>
  )
}

function Retry({ id }: { id: string }) {
  const t = useWords(erasureWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryDeletion(id),
    onSuccess: (changed) => {
      queryClient.setQueryData(deletionKeys.one(id), changed)
      notify.success(t('retried'))
    },
    onError: (error) => notify.failure(error, { invalid_state: t('wrongState') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deletionKeys.all }),
  })
  return (
    <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={isPending} onClick={() => mutate(undefined)}>
      {t('retry')}
    </Button>
  )
}

function Report({ id }: { id: string }) {
  const t = useWords(erasureWords)
  const files = [
    { href: reportPdf(id), label: t('report.pdf') },
    { href: reportJson(id), label: t('report.json') },
    { href: reportSeal(id), label: t('report.seal') },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconFileCertificate size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('report.open')}
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
