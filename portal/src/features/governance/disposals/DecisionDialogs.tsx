import { Alert, Button, Modal, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { todayIs, yearsLater } from '#features/governance/retention/months.ts'
import { disposalWords } from '#features/governance/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { approveItems, type Chosen, type Disposal, disposalKeys, rejectItems } from './disposals.api.ts'

/** What is decided, and on how many items: on all that wait where none are named. */
export type Decision = { kind: 'approve' | 'reject'; ids: Chosen; count: number }
type DialogProps = { disposal: Disposal; decision: Decision; onClose: () => void }

export function ApproveDialog({ disposal, decision: { ids, count }, onClose }: DialogProps) {
  const t = useWords(disposalWords)
  const ui = useWords(uiWords)
  const format = useFormat()
  const decide = useDeciding(disposal.id, onClose)
  const form = useForm({ initialValues: { comment: '' } })
  const { needs_approval } = disposal
  const submit = form.onSubmit(({ comment }) =>
    decide(form, approveItems(disposal.id, ids, comment.trim() || null), t('approve.done')),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('approve.title', { count, number: format.number(count) })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t(needs_approval === 2 ? 'approve.textOfTwo' : 'approve.text')}
          </Alert>
          <Textarea
            data-autofocus
            label={t('approve.comment')}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('comment')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" color="red.8" loading={form.submitting}>
            {t('approve.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

export function RejectDialog({ disposal, decision: { ids, count }, onClose }: DialogProps) {
  const t = useWords(disposalWords)
  const ui = useWords(uiWords)
  const format = useFormat()
  const decide = useDeciding(disposal.id, onClose)
  const form = useForm<{ reason: string; postpone_until: string | null }>({
    initialValues: { reason: '', postpone_until: yearsLater(todayIs(), 1) },
    validate: { reason: (text) => (text.trim() === '' ? t('reject.missing') : null) },
  })
  const submit = form.onSubmit(({ reason, postpone_until: until }) =>
    decide(form, rejectItems(disposal.id, ids, { reason: reason.trim(), until }), t('reject.done')),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('reject.title', { count, number: format.number(count) })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Textarea
            data-autofocus
            label={t('reject.reason')}
            required
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('reason')}
          />
          <DateField
            label={t('reject.until')}
            description={t('reject.untilHint')}
            value={form.values.postpone_until}
            onChange={(day) => form.setFieldValue('postpone_until', day)}
            error={form.errors.postpone_until}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={form.submitting}>
            {t('reject.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

type FormLike = Parameters<typeof applyApiErrors>[0]

function useDeciding(id: string, onClose: () => void) {
  const t = useWords(disposalWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  return async (form: FormLike, change: Promise<Disposal>, done: string) => {
    try {
      queryClient.setQueryData(disposalKeys.one(id), await change)
    } catch (error) {
      const known = { already_approved: t('approve.already'), invalid_state: t('wrongState') }
      if (!applyApiErrors(form, error)) notify.failure(error, known)
      return
    }
    onClose()
    notify.success(done)
    await queryClient.invalidateQueries({ queryKey: disposalKeys.all })
  }
}
