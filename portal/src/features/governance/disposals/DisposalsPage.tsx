import { Button, Modal, Select, Text } from '@mantine/core'
import { IconPlus, IconRecycle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Policy, policiesQuery } from '#features/governance/retention/retention.api.ts'
import { disposalWords } from '#features/governance/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import {
  DISPOSALS,
  type Disposal,
  type DisposalStatus,
  disposalKeys,
  listDisposals,
  makeDisposal,
} from './disposals.api.ts'
import { nameOf, STATUS_TONES, waitsForMe } from './state.ts'

const STATUSES = Object.keys(STATUS_TONES) as DisposalStatus[]

/** What retention policies let go, and what waits for an approval. */
export function DisposalsPage() {
  const t = useWords(disposalWords)
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const filters = useUrlFilters(['status'])
  const status = STATUSES.find((one) => one === filters.values.status)
  const list = useCursorList([...disposalKeys.all, 'list', status], (page) => listDisposals(status, page))
  const make = mayAdmin(session, 'disposals:write') && mayAdmin(session, 'retention_policies:read') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('make.open')}
    </Button>
  )
  const options = STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={make} />
      <Filters filters={filters} choices={[{ name: 'status', label: t('columns.status'), options }]} />
      <DataTable
        label={t('title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `${DISPOSALS}/${id}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconRecycle} title={t('none.found')} />
          ) : (
            <EmptyState icon={IconRecycle} title={t('none.title')} text={t('none.text')} />
          )
        }
      />
      {isOpen && <MakeDisposal onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): Column<Disposal>[] {
  const t = useWords(disposalWords)
  const format = useFormat()
  const { person } = useSession()
  return [
    { id: 'name', header: t('columns.policy'), render: nameOf },
    {
      id: 'status',
      header: t('columns.status'),
      width: '15rem',
      render: (row) => (
        <StatusBadge tone={STATUS_TONES[row.status]}>
          {waitsForMe(row, person.technical_id) ? t('waitsForYou') : t(`status.${row.status}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'items',
      header: t('columns.items'),
      width: '10rem',
      align: 'end',
      render: ({ counts }) => (
        <span>
          {format.number(counts.total)}
          {counts.waiting > 0 && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {t('waiting', { count: counts.waiting, number: format.number(counts.waiting) })}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'approved',
      header: t('columns.approvedBy'),
      hideBelow: 'lg',
      render: ({ approvals, needs_approval }) =>
        [...new Set(approvals.map(({ name }) => name))].join(', ') || t(`needs.${needs_approval as 0 | 1 | 2}`),
    },
    {
      id: 'created',
      header: t('columns.created'),
      width: '10rem',
      hideBelow: 'md',
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}

/** Gathers what is due by a policy, without waiting for the night. */
function MakeDisposal({ onClose }: { onClose: () => void }) {
  const t = useWords(disposalWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(policiesQuery)
  const form = useForm({
    initialValues: { retention_policy_id: '' },
    validate: { retention_policy_id: (id: string) => (id === '' ? t('make.missing') : null) },
  })
  const options = data.filter(({ enabled }: Policy) => enabled).map(({ id, name }) => ({ value: id, label: name }))
  const submit = form.onSubmit(async ({ retention_policy_id }) => {
    try {
      const made = await makeDisposal(retention_policy_id)
      await queryClient.invalidateQueries({ queryKey: disposalKeys.all })
      onClose()
      leave(`${DISPOSALS}/${made.id}`)
    } catch (error) {
      const known = { disposal_open: t('make.isOpen'), policy_disabled: t('make.disabled') }
      if (!applyApiErrors(form, error)) notify.failure(error, known)
    }
  })
  return (
    <Modal opened onClose={onClose} title={t('make.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={submit} noValidate>
        <Text size="sm" mb="md">
          {t('make.text')}
        </Text>
        <Select
          data-autofocus
          label={t('columns.policy')}
          data={options}
          searchable
          required
          nothingFoundMessage={ui('nothingFound')}
          {...form.getInputProps('retention_policy_id')}
          value={form.values.retention_policy_id || null}
          onChange={(id) => form.setFieldValue('retention_policy_id', id ?? '')}
        />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={form.submitting}>
            {t('make.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
