import { Button, Group, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { LinkTabs } from '#ui/page/LinkTabs.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { uiWords } from '#ui/words.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { HealthBadge } from './HealthBadge.tsx'
import { KeyModal } from './KeyModal.tsx'
import { useMayChange } from './use-may-change.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookLimits } from './WebhookLimits.tsx'
import { WebhookOverview } from './WebhookOverview.tsx'
import {
  changeWebhook,
  deleteWebhook,
  rotateKey,
  testWebhook,
  type Webhook,
  webhookKeys,
  webhookQuery,
} from './webhooks.api.ts'
import { webhookWords } from './words.ts'

const LIST = '/portal/admin/webhooks'

export const WebhookPage = () => <Frame>{(webhook) => <WebhookOverview webhook={webhook} />}</Frame>

export const WebhookDeliveriesPage = () => <Frame>{(webhook) => <DeliveryLog webhook={webhook} />}</Frame>

export const WebhookSettingsPage = () => <Frame>{(webhook) => <Settings webhook={webhook} />}</Frame>

/** What the pages of one webhook have in common. */
function Frame({ children }: { children: (webhook: Webhook) => React.ReactNode }) {
  const t = useWords(webhookWords)
  const id = usePathParam('id')
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id))
  const breadcrumbs = [{ label: t('all.title'), href: LIST }]
  if (error) {
    return (
      <>
        <PageHeader title={t('all.title')} breadcrumbs={breadcrumbs} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!webhook) return <LoadingState lines={6} />
  return (
    <>
      <PageHeader
        title={webhook.name}
        breadcrumbs={breadcrumbs}
        badge={<HealthBadge id={id} />}
        actions={<Actions webhook={webhook} />}
      />
      <LinkTabs
        label={t('webhook.tabs')}
        tabs={[
          { label: t('webhook.overview'), href: `${LIST}/${id}`, exact: true },
          { label: t('webhook.deliveries'), href: `${LIST}/${id}/deliveries` },
          { label: t('webhook.settings'), href: `${LIST}/${id}/settings` },
        ]}
      />
      {children(webhook)}
    </>
  )
}

function Settings({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { name, callback_url, events, is_active, owner_email } = webhook
  if (!useMayChange(webhook)) return <WebhookLimits webhook={webhook} />
  return (
    <Section title={t('webhook.settings')}>
      <WebhookForm
        key={webhook.updated_at}
        initial={{ name, callback_url, events, is_active, owner_email }}
        isPage
        submitLabel={t('form.save')}
        onSubmit={async (settings) => {
          await changeWebhook(webhook.id, settings)
          await queryClient.invalidateQueries({ queryKey: webhookKeys.all })
          notify.success(t('form.saved'))
        }}
      />
    </Section>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const more = useWords(uiWords)('more')
  const [newKey, setNewKey] = useState<string>()
  const { test, rotate, toggle, remove } = useActions(webhook, setNewKey)
  if (!useMayChange(webhook)) return null
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={test}>
        {t('webhook.test')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={more} px="xs">
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={rotate}>
            {t('webhook.rotate')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              webhook.is_active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
            }
            onClick={toggle}
          >
            {webhook.is_active ? t('webhook.switchOff') : t('webhook.switchOn')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {t('webhook.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {newKey && <KeyModal value={newKey} onClose={() => setNewKey(undefined)} />}
    </Group>
  )
}

function useActions({ id, is_active }: Webhook, showKey: (key: string) => void) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const does = (step: () => Promise<unknown>) => async () => {
    try {
      await step()
      await queryClient.invalidateQueries({ queryKey: webhookKeys.all })
    } catch (error) {
      notify.failure(error)
    }
  }
  return {
    test: does(async () => {
      await testWebhook(id)
      notify.success(t('webhook.tested'))
    }),
    rotate: does(async () => {
      const question = { title: t('webhook.rotateTitle'), text: t('webhook.rotateText'), action: t('webhook.rotate') }
      if (await confirm({ ...question, destroys: false })) showKey((await rotateKey(id)).signature_key)
    }),
    toggle: does(async () => {
      const question = { title: t('webhook.switchOffTitle'), text: t('webhook.switchOffText') }
      if (is_active && !(await confirm({ ...question, action: t('webhook.switchOff') }))) return
      await changeWebhook(id, { is_active: !is_active })
      notify.success(is_active ? t('webhook.switchedOff') : t('webhook.switchedOn'))
    }),
    remove: does(async () => {
      const question = { title: t('webhook.removeTitle'), text: t('webhook.removeText'), action: t('webhook.remove') }
      if (!(await confirm(question))) return
      await deleteWebhook(id)
      await navigate({ to: LIST, ignoreBlocker: true } as never)
      notify.success(t('webhook.removed'))
    }),
  }
}
