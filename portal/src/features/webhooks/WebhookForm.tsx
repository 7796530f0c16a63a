import { Button, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '#kernel/api/use-form.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { EventsField } from './EventsField.tsx'
import type { WebhookSettings } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

type WebhookFormProps = {
  initial: WebhookSettings
  submitLabel: string
  onSubmit: (settings: WebhookSettings) => Promise<void>
  onCancel?: () => void
  /** On a page rather than in a dialog: asks before it is left with changes. */
  isPage?: boolean
}

/** The settings of a webhook, to create or to change one. */
export function WebhookForm({ initial, submitLabel, onSubmit, onCancel, isPage = false }: WebhookFormProps) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const form = useForm<WebhookSettings>({
    initialValues: initial,
    validate: {
      name: (value) => (value.trim() === '' ? t('form.missing') : null),
      callback_url: (value) => (value.trim() === '' ? t('form.missing') : null),
      events: (value) => (value.length === 0 ? t('form.choose') : null),
    },
  })
  useUnsavedChanges(() => isPage && form.isDirty())
  const submit = form.onSubmit(async (values) => {
    try {
      await onSubmit({ ...values, owner_email: values.owner_email || null })
    } catch (error) {
      if (!applyApiErrors(form, error)) notify.failure(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput label={t('form.name')} required maxLength={255} {...form.getInputProps('name')} />
        <TextInput
          label={t('form.address')}
          description={t('form.addressHint')}
          type="url"
          required
          {...form.getInputProps('callback_url')}
        />
        <EventsField
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors.events as string | undefined}
        />
        <TextInput
          label={t('form.owner')}
          description={t('form.ownerHint')}
          type="email"
          {...form.getInputProps('owner_email')}
          value={form.values.owner_email ?? ''}
        />
        <Switch label={t('form.active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
        <FormActions onCancel={onCancel}>
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}
