import { Alert, Button, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { erasureWords } from '#features/governance/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { cancelDeletion, confirmDeletion, type Deletion, deletionKeys } from './erasure.api.ts'
import classes from './erasure.module.css'
import { isTyped, nameOf, totalsOf } from './state.ts'

type DialogProps = { deletion: Deletion; onClose: () => void }

/** What is erased cannot be brought back: the name has to be typed. */
export function ConfirmDialog({ deletion, onClose }: DialogProps) {
  const t = useWords(erasureWords)
  const ui = useWords(uiWords)
  const save = useSaving(deletion.id, onClose)
  const name = nameOf(deletion)
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (typed: string) => (isTyped(typed, name) ? null : t('confirm.wrong')) },
  })
  const submit = form.onSubmit(() => save(form, confirmDeletion(deletion.id), t('confirm.done')))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('confirm.title', { name })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('confirm.text')}
          </Alert>
          <Consequences deletion={deletion} />
          <TextInput
            data-autofocus
            label={t('confirm.label', { name })}
            autoComplete="off"
            required
            {...form.getInputProps('name')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" color="red.8" loading={form.submitting}>
            {t('confirm.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function Consequences({ deletion: { modules, grace_days, send_package, resource_type } }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  const format = useFormat()
  const { goes, kept } = totalsOf(modules)
  const isPackaged = send_package && resource_type === 'employee'
  return (
    <ul className={classes.consequences}>
      <li>{t('confirm.goes', { number: format.number(goes) })}</li>
      {kept > 0 && <li>{t('confirm.kept', { number: format.number(kept) })}</li>}
      {isPackaged && <li>{t('confirm.package')}</li>}
      <li>{t('confirm.grace', { count: grace_days, number: format.number(grace_days) })}</li>
    </ul>
  )
}

export function CancelDialog({ deletion, onClose }: DialogProps) {
  const t = useWords(erasureWords)
  const ui = useWords(uiWords)
  const save = useSaving(deletion.id, onClose)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() === '' ? t('cancel.missing') : null) },
  })
  const submit = form.onSubmit(({ reason }) => save(form, cancelDeletion(deletion.id, reason.trim()), t('cancel.done')))
  return (
    <Modal opened onClose={onClose} title={t('cancel.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <span>{t('cancel.text')}</span>
          <Textarea
            data-autofocus
            label={t('cancel.reason')}
            required
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={form.submitting}>
            {t('cancel.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

type FormLike = Parameters<typeof applyApiErrors>[0]

function useSaving(id: string, onClose: () => void) {
  const t = useWords(erasureWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  return async (form: FormLike, change: Promise<Deletion>, done: string) => {
    try {
      queryClient.setQueryData(deletionKeys.one(id), await change)
    } catch (error) {
      const known = {
        invalid_state: t('wrongState'),
        legal_hold: t('blocked.legal_hold'),
        retention: t('blocked.retention'),
      }
      if (!applyApiErrors(form, error)) notify.failure(error, known)
      return
    }
    onClose()
    notify.success(done)
    await queryClient.invalidateQueries({ queryKey: deletionKeys.all })
  }
}
