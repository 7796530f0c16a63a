import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import { HealthBadge } from './HealthBadge.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { createWebhook, listWebhooks, type Webhook, type WebhookWithKey, webhookKeys } from './webhooks.api.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './words.ts'

const NEW = { name: '', callback_url: '', events: ['*'], is_active: true, owner_email: null }

/** The webhooks and their health. */
export function WebhooksPage() {
  const t = useWords(webhookWords)
  const [isOpen, setIsOpen] = useState(false)
  const list = useCursorList<Webhook>([...webhookKeys.all, 'list'], listWebhooks)
  const create = mayAdmin(useSession(), 'webhooks:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
      {t('all.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('all.title')} description={t('all.description')} actions={create} />
      <DataTable
        label={t('all.title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/portal/admin/webhooks/${id}`}
        empty={<EmptyState icon={IconWebhook} title={t('all.empty')} text={t('all.emptyText')} action={create} />}
      />
      {isOpen && <NewWebhook onClose={() => setIsOpen(false)} />}
    </>
  )
}

function useColumns(): Column<Webhook>[] {
  const t = useWords(webhookWords)
  return [
    { id: 'name', header: t('all.name'), render: ({ name }) => name },
    { id: 'state', header: t('all.state'), width: '13rem', render: ({ id }) => <HealthBadge id={id} /> },
    {
      id: 'address',
      header: t('all.address'),
      hideBelow: 'md',
      render: ({ callback_url }) => <span className={classes.address}>{callback_url}</span>,
    },
    {
      id: 'events',
      header: t('all.events'),
      width: '11rem',
      hideBelow: 'lg',
      render: ({ events }) => (events.includes('*') ? t('all.every') : t('all.eventCount', { count: events.length })),
    },
    {
      id: 'updated',
      header: t('all.updated'),
      width: '11rem',
      hideBelow: 'lg',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
}

/** First the settings, then the key of what was made of them. */
function NewWebhook({ onClose }: { onClose: () => void }) {
  const t = useWords(webhookWords)
  const close = useWords(uiWords)('close')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<WebhookWithKey>()
  const finish = () => {
    onClose()
    if (made) void navigate({ to: `/portal/admin/webhooks/${made.id}` } as never)
  }
  return (
    <Modal
      opened
      onClose={finish}
      size="lg"
      title={made ? t('key.title') : t('form.createTitle')}
      closeButtonProps={{ 'aria-label': close }}
    >
      {made ? (
        <Stack>
          <Text size="sm">{t('key.text')}</Text>
          <CopyField label={t('key.label')} value={made.signature_key} />
          <Button onClick={finish}>{t('key.done')}</Button>
        </Stack>
      ) : (
        <WebhookForm
          initial={NEW}
          submitLabel={t('form.create')}
          onCancel={onClose}
          onSubmit={async (settings) => {
            setMade(await createWebhook(settings))
            await queryClient.invalidateQueries({ queryKey: webhookKeys.all })
          }}
        />
      )}
    </Modal>
  )
}
