import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDots, IconKey, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { applicationWords } from '#features/auth/words.ts'
import { isEverything, mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ApplicationDialog } from './ApplicationDialog.tsx'
import { type Application, useApplications, useRenewSecret, useRevokeApplication } from './applications.api.ts'
import { CredentialBar } from './CredentialBar.tsx'
import { credentialColumns } from './credential-columns.tsx'
import type { Issued } from './SecretDialog.tsx'

type Open = { application: Application | undefined }

export function ApplicationsTab({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const t = useWords(applicationWords)
  const mayWrite = mayAdmin(useSession(), 'applications:write')
  const isRevoked = useUrlFilters(['revoked']).values.revoked === 'yes'
  const list = useApplications(isRevoked)
  const [open, setOpen] = useState<Open>()
  const tell = (issued: { id: string; secret: string }) => {
    setOpen(undefined)
    onIssued({ kind: 'application', id: issued.id, secret: issued.secret })
  }
  const actions: Column<Application> = {
    id: 'actions',
    header: t('column.actions'),
    width: '6rem',
    align: 'end',
    render: (row) => <RowActions application={row} onEdit={() => setOpen({ application: row })} onIssued={tell} />,
  }
  return (
    <>
      <CredentialBar
        create={t('create')}
        onCreate={mayWrite && !isRevoked ? () => setOpen({ application: undefined }) : undefined}
      />
      <DataTable
        label={t('applicationsTable')}
        list={list}
        columns={[...columnsOf(t, isRevoked), ...(mayWrite && !isRevoked ? [actions] : [])]}
        rowId={(row) => row.id}
        empty={
          isRevoked ? (
            <EmptyState icon={IconBan} title={t('emptyRevoked')} />
          ) : (
            <EmptyState icon={IconKey} title={t('empty')} text={t('emptyText')} />
          )
        }
      />
      {open && <ApplicationDialog {...open} onClose={() => setOpen(undefined)} onIssued={tell} />}
    </>
  )
}

function columnsOf(t: Translate<typeof applicationWords>, isRevoked: boolean): Column<Application>[] {
  const { name, used, time } = credentialColumns<Application>(t, isRevoked)
  return [
    name,
    { id: 'id', header: t('column.id'), width: '17%', render: (row) => row.id },
    {
      id: 'permissions',
      header: t('column.permissions'),
      width: '22%',
      render: (row) => shortened(t, row.permissions),
    },
    used,
    time,
  ]
}

function shortened(t: Translate<typeof applicationWords>, permissions: string[]): string {
  const [first = ''] = permissions
  if (isEverything(permissions)) return t('everything')
  return permissions.length <= 2 ? permissions.join(', ') : t('more', { first, count: permissions.length - 1 })
}

type RowActionsProps = {
  application: Application
  onEdit: () => void
  onIssued: (issued: { id: string; secret: string }) => void
}

function RowActions({ application, onEdit, onIssued }: RowActionsProps) {
  const t = useWords(applicationWords)
  const notify = useNotify()
  const renewing = useRenewSecret()
  const revoking = useRevokeApplication()
  const { id, name } = application
  const onError = (error: unknown) => notify.failure(error, { beyond_own_permissions: t('form.beyond') })
  const renew = async () => {
    const question = { title: t('ask.renew', { name }), text: t('ask.renewText'), action: t('renew') }
    if (await confirm(question)) renewing.mutate(id, { onSuccess: onIssued, onError })
  }
  const revoke = async () => {
    const question = { title: t('ask.revoke', { name }), text: t('ask.revokeText'), action: t('revoke') }
    const onSuccess = () => notify.success(t('revoked', { name }))
    if (await confirm(question)) revoking.mutate(id, { onSuccess, onError })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={t('actionsOf', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void renew()}>
          {t('renew')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => void revoke()}>
          {t('revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
