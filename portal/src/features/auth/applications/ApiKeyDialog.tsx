import { Button, Modal, TextInput } from '@mantine/core'
import { applicationWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import classes from './Applications.module.css'
import { useCreateApiKey } from './applications.api.ts'

type Values = { name: string; allowed_addresses: string[]; expires: string | null }
type ApiKeyDialogProps = { onClose: () => void; onIssued: (issued: { name: string; key: string }) => void }

/** Issues an API key, for some addresses and for a while if wanted. */
export function ApiKeyDialog({ onClose, onIssued }: ApiKeyDialogProps) {
  const t = useWords(applicationWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const create = useCreateApiKey()
  const form = useForm<Values>({
    initialValues: { name: '', allowed_addresses: [], expires: null },
    validate: { name: (value) => (value.trim() === '' ? t('form.required') : null) },
  })
  const onError = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : []
    if (fields.length === 0) return notify.failure(error, { beyond_own_permissions: t('key.onlyAll') })
    for (const { field } of fields) {
      if (field === 'expires_at') form.setFieldError('expires', t('key.past'))
      else if (field.startsWith('allowed_addresses')) form.setFieldError('allowed_addresses', t('key.badAddress'))
      else form.setFieldError('name', t('form.takenName'))
    }
  }
  const issue = ({ name, allowed_addresses, expires }: Values) =>
    create.mutate(
      { name: name.trim(), allowed_addresses, ...(expires === null ? {} : { expires_at: endOf(expires) }) },
      { onSuccess: onIssued, onError },
    )
  return (
    <Modal opened onClose={onClose} title={t('key.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(issue)}>
        <TextInput
          label={t('key.name')}
          description={t('key.nameHint')}
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TagsField
          label={t('key.addresses')}
          description={t('key.addressesHint')}
          {...form.getInputProps('allowed_addresses')}
        />
        <DateField
          label={t('key.expires')}
          description={t('key.expiresHint')}
          minDate={new Date().toISOString().slice(0, 10)}
          value={form.values.expires}
          onChange={(value) => form.setFieldValue('expires', value)}
          error={form.errors.expires}
        />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={create.isPending}>
            {t('key.issue')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

/** The last second of a day, where the person is. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
