import { ActionIcon, Button } from '@mantine/core'
import { IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CustomField, fieldsQuery, useDeleteField } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { openCustomFieldForm } from './CustomFieldForm.tsx'

const MAX_VALUES = 5

/** What a company keeps of its employees besides. */
export function CustomFieldsPage() {
  const t = useWords(directoryWords)
  const mayWrite = mayAdmin(useSession(), 'custom_fields:write')
  const query = useQuery(fieldsQuery)
  const add = mayWrite && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => openCustomFieldForm({ title: t('customFields.add') })}
    >
      {t('customFields.add')}
    </Button>
  )
  const edit = (field: CustomField) =>
    openCustomFieldForm({ title: t('customFields.edit', { name: field.name }), field })
  return (
    <>
      <PageHeader title={t('customFields.title')} description={t('customFields.intro')} actions={add} />
      <DataTable
        label={t('customFields.title')}
        columns={useColumns(mayWrite)}
        list={fixedRows(query.data, query)}
        rowId={({ code }) => code}
        {...(mayWrite ? { onRowClick: edit } : {})}
        empty={
          <EmptyState
            icon={IconListDetails}
            title={t('customFields.empty')}
            text={t('customFields.emptyText')}
            action={add}
          />
        }
      />
    </>
  )
}

function useColumns(mayWrite: boolean): Column<CustomField>[] {
  const t = useWords(directoryWords)
  const columns: Column<CustomField>[] = [
    { id: 'name', header: t('customFields.name'), render: ({ name }) => name },
    {
      id: 'code',
      header: t('customFields.code'),
      width: '12rem',
      render: ({ code }) => <span className={classes.code}>{code}</span>,
    },
    {
      id: 'type',
      header: t('customFields.type'),
      width: '10rem',
      render: ({ type }) => t(`customFields.types.${type}`),
    },
    {
      id: 'values',
      header: t('customFields.values'),
      render: ({ values }) =>
        values.length > MAX_VALUES
          ? `${values.slice(0, MAX_VALUES).join(', ')}… (${t('customFields.count', { count: values.length })})`
          : values.join(', ') || '–',
    },
    {
      id: 'updated',
      header: t('customFields.updated'),
      width: '10rem',
      hideBelow: 'lg',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
  if (!mayWrite) return columns
  return [
    ...columns,
    { id: 'delete', header: '', width: '4rem', align: 'end', render: (field) => <Remove field={field} /> },
  ]
}

function Remove({ field: { code, name } }: { field: CustomField }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const deletion = useDeleteField()
  const remove = async () => {
    const question = { title: t('customFields.deleteTitle', { name }), text: t('customFields.deleteText') }
    if (!(await confirm({ ...question, action: t('customFields.deleteAction') }))) return
    deletion.mutate(code, {
      onSuccess: () => notify.success(t('customFields.deleted', { name })),
      onError: (error) => {
        const reason = error instanceof ApiError ? error.message : ''
        refuse(error, { custom_field_in_use: t('customFields.inUse', { reason }) })
      },
    })
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('customFields.delete', { name })}
      loading={deletion.isPending}
      onClick={() => void remove()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
