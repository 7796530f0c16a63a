import { Button, Modal, Text, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'

type RefuseDialogProps = {
  opened: boolean
  requester: string
  isBusy: boolean
  onClose: () => void
  onRefuse: (reason: string) => void
}

/** Asks for the reason of a refusal, and explains its effect. */
export function RefuseDialog({ opened, requester, isBusy, onClose, onRefuse }: RefuseDialogProps) {
  const t = useWords(signingWords)
  const ui = useWords(uiWords)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isMissing = reason.trim() === ''
  const refuse = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing) field.current?.focus()
    else onRefuse(reason.trim())
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t('refuse.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={refuse} noValidate>
        <Text size="sm" mb="md">
          {t('refuse.text', { name: requester })}
        </Text>
        <Textarea
          ref={field}
          data-autofocus
          label={t('refuse.reason')}
          placeholder={t('refuse.placeholder')}
          required
          minRows={3}
          autosize
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={isTried && isMissing ? t('refuse.missing') : undefined}
        />
        <FormActions onCancel={onClose} cancelLabel={t('refuse.back')}>
          <Button type="submit" color="red.8" loading={isBusy}>
            {t('refuse.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
