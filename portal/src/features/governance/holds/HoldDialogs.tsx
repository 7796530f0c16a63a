import { Alert, Button, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { holdWords } from '#features/governance/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { describeHold, type LegalHold, releaseHold } from './holds.api.ts'
import { totalOf } from './scope-form.ts'

type DialogProps = { hold: LegalHold; onClose: () => void }

/** Changes how a hold is described; what it covers does not change. */
export function EditHold({ hold, onClose }: DialogProps) {
  const t = useWords(holdWords)
  const ui = useWords(uiWords)
  const save = useSaving(onClose)
  const missing = (text: string) => (text.trim() === '' ? t('form.missing') : null)
  const form = useForm({
    initialValues: { name: hold.name, reference: hold.reference ?? '', reason: hold.reason },
    validate: { name: missing, reason: missing },
  })
  const submit = form.onSubmit(({ name, reference, reason }) => {
    const described = { name: name.trim(), reason: reason.trim(), reference: reference.trim() || null }
    return save(form, describeHold(hold.id, described), t('edit.saved'))
  })
  return (
    <Modal opened onClose={onClose} title={t('edit.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput data-autofocus label={t('form.name')} required maxLength={255} {...form.getInputProps('name')} />
          <TextInput label={t('form.reference')} maxLength={255} {...form.getInputProps('reference')} />
          <Textarea
            label={t('form.reason')}
            required
            minRows={3}
            autosize
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={form.submitting}>
            {t('edit.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

/** Asks why a hold ends, and says what that means. */
export function ReleaseHold({ hold, onClose }: DialogProps) {
  const t = useWords(holdWords)
  const ui = useWords(uiWords)
  const format = useFormat()
  const save = useSaving(onClose)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() === '' ? t('release.missing') : null) },
  })
  const count = totalOf(hold.counts)
  const submit = form.onSubmit(({ reason }) => save(form, releaseHold(hold.id, reason.trim()), t('release.done')))
  return (
    <Modal opened onClose={onClose} title={t('release.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('release.text', { count, number: format.number(count) })}
          </Alert>
          <Textarea
            data-autofocus
            label={t('release.reason')}
            required
            minRows={3}
            autosize
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" color="red.8" loading={form.submitting}>
            {t('release.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

type FormLike = Parameters<typeof applyApiErrors>[0]

function useSaving(onClose: () => void) {
  const t = useWords(holdWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  return async (form: FormLike, change: Promise<LegalHold>, done: string) => {
    try {
      await change
    } catch (error) {
      if (!applyApiErrors(form, error)) notify.failure(error, { invalid_state: t('release.already') })
      return
    }
    onClose()
    notify.success(done)
    // What the pages of the things say of it changes too.
    await queryClient.invalidateQueries()
  }
}
