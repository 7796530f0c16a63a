import { Alert } from '@mantine/core'
import { IconBan, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { applicationWords } from '#features/auth/words.ts'
import { mayAdmin, mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { type ApiKey, useApiKeys, useRevokeApiKey } from './applications.api.ts'
import { CredentialBar } from './CredentialBar.tsx'
import { credentialColumns } from './credential-columns.tsx'
import type { Issued } from './SecretDialog.tsx'

export function ApiKeysTab({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const t = useWords(applicationWords)
  const session = useSession()
  const mayWrite = mayAdmin(session, 'applications:write')
  const mayIssue = mayWrite && mayDoEverything(session)
  const isRevoked = useUrlFilters(['revoked']).values.revoked === 'yes'
  const list = useApiKeys(isRevoked)
  const columns = useColumns(isRevoked)
  const [isOpen, setOpen] = useState(false)
  const actions: Column<ApiKey> = {
    id: 'actions',
    header: t('column.actions'),
    width: '9rem',
    align: 'end',
    render: (row) => <RevokeButton name={row.name} />,
  }
  return (
    <>
      <CredentialBar create={t('key.create')} onCreate={mayIssue && !isRevoked ? () => setOpen(true) : undefined} />
      {mayWrite && !mayIssue && <Alert mb="md">{t('key.onlyAll')}</Alert>}
      <DataTable
        label={t('keysTable')}
        list={list}
        columns={[...columns, ...(mayWrite && !isRevoked ? [actions] : [])]}
        rowId={(row) => row.name}
        empty={
          isRevoked ? (
            <EmptyState icon={IconBan} title={t('emptyRevoked')} />
          ) : (
            <EmptyState icon={IconKey} title={t('emptyKeys')} text={t('emptyKeysText')} />
          )
        }
      />
      {isOpen && (
        <ApiKeyDialog
          onClose={() => setOpen(false)}
          onIssued={({ name, key }) => {
            setOpen(false)
            onIssued({ kind: 'key', name, key })
          }}
        />
      )}
    </>
  )
}

function useColumns(isRevoked: boolean): Column<ApiKey>[] {
  const t = useWords(applicationWords)
  const format = useFormat()
  const { name, used, time } = credentialColumns<ApiKey>(t, isRevoked)
  return [
    name,
    {
      id: 'addresses',
      header: t('column.addresses'),
      width: '22%',
      render: (row) => row.allowed_addresses.join(', ') || t('anywhere'),
    },
    {
      id: 'expires',
      header: t('column.expires'),
      width: '10rem',
      render: ({ expires_at }) => {
        if (!expires_at) return t('noEnd')
        const isOver = new Date(expires_at) < new Date()
        return isOver ? <StatusBadge tone="warning">{t('expired')}</StatusBadge> : format.date(expires_at)
      },
    },
    used,
    { ...time, width: '9rem' },
  ]
}

function RevokeButton({ name }: { name: string }) {
  const t = useWords(applicationWords)
  const notify = useNotify()
  const revoking = useRevokeApiKey()
  const revoke = () =>
    revoking.mutate(name, {
      onSuccess: () => notify.success(t('revoked', { name })),
      onError: (error) => notify.failure(error),
    })
  return (
    <ConfirmButton
      size="xs"
      loading={revoking.isPending}
      question={{ title: t('ask.revoke', { name }), text: t('ask.revokeText'), action: t('revoke') }}
      onConfirm={revoke}
    >
      {t('revoke')}
    </ConfirmButton>
  )
}
