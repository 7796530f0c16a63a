import { Alert } from '@mantine/core'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { retentionWords } from '#features/governance/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { forType, NEW_POLICY, valuesOf } from './policy-form.ts'
import { deletePolicy, NEW, POLICIES, type Policy, policyKeys, policyQuery } from './retention.api.ts'

const OF_TYPE = 'type:'

/** A retention policy, or a new one, with what it would do. */
export function PolicyPage() {
  const t = useWords(retentionWords)
  const id = usePathParam('id')
  const isNew = id === NEW
  const { data, error, isPending, refetch } = useQuery({ ...policyQuery(id), enabled: !isNew })
  const mayWrite = mayAdmin(useSession(), 'retention_policies:write')
  const isOfType = data?.origin === 'document_type'
  return (
    <>
      <PageHeader
        title={isNew ? t('form.new') : (data?.name ?? t('title'))}
        breadcrumbs={[{ label: t('title'), href: POLICIES }]}
        badge={
          data && (
            <StatusBadge tone={data.enabled ? 'good' : 'neutral'}>
              {t(data.enabled ? 'list.on' : 'list.off')}
            </StatusBadge>
          )
        }
        actions={mayWrite && data && !isOfType && <Delete policy={data} />}
      />
      {!isNew && isPending && <LoadingState lines={8} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isOfType && <OfType id={id} />}
      {isNew && <NewPolicy />}
      {data && (
        <PolicyForm key={data.updated_at} id={data.id} initial={valuesOf(data)} isReadOnly={isOfType || !mayWrite} />
      )}
    </>
  )
}

/** The list of what has no policy leads here with a type of documents. */
function NewPolicy() {
  const { type, kind } = useUrlFilters(['type', 'kind']).values
  const values = kind === 'company' ? forType(NEW_POLICY, 'company_document') : NEW_POLICY
  return (
    <PolicyForm id={undefined} initial={{ ...values, document_type_codes: type ? [type] : [] }} isReadOnly={false} />
  )
}

function OfType({ id }: { id: string }) {
  const t = useWords(retentionWords)
  const code = id.slice(OF_TYPE.length)
  return (
    <Alert icon={<IconInfoCircle size={18} aria-hidden />} mb="lg">
      {t('form.ofType')}{' '}
      <AppLink href={`/portal/admin/document-types/${encodeURIComponent(code)}`}>{t('form.toType')}</AppLink>
    </Alert>
  )
}

function Delete({ policy: { id, name } }: { policy: Policy }) {
  const t = useWords(retentionWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deletePolicy(id),
    onSuccess: async () => {
      leave(POLICIES)
      notify.success(t('remove.done', { name }))
      queryClient.removeQueries({ queryKey: policyKeys.one(id) })
      await queryClient.invalidateQueries({ queryKey: policyKeys.all })
    },
    onError: (error) => notify.failure(error, { disposal_open: t('remove.disposalOpen') }),
  })
  return (
    <ConfirmButton
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={isPending}
      question={{ title: t('remove.title', { name }), text: t('remove.text'), action: t('remove.submit') }}
      onConfirm={() => mutate()}
    >
      {t('remove.submit')}
    </ConfirmButton>
  )
}
